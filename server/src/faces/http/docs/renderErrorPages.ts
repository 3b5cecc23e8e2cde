import { ERROR_GUIDE, exampleFindings } from '@fairlead/contract/errorGuide';
import { ERROR_CODES, type ErrorCode } from '@fairlead/contract/errors';
import { FINDING_CODES } from '@fairlead/contract/finding';
import { escapeHtml } from '#platform/lib/web/html.ts';
import { renderText } from './renderText.ts';
import { renderPage } from './renderPage.ts';

const CODES = Object.keys(ERROR_CODES) as ErrorCode[];

/** The page that `type` of a problem document names. */
export function renderErrorPage(code: ErrorCode, origin: string): string {
  const { status, title } = ERROR_CODES[code];
  const { meaning, cure, example } = ERROR_GUIDE[code];
  const plain = { statusCode: status, message: example, error: code };
  const problem = {
    type: `${origin}/docs/errors/${code}`,
    title,
    status,
    detail: example,
    instance: '/v1/…',
    code,
    errors: exampleFindings(code),
  };
  return renderPage({
    title: `${code} · Fairlead`,
    main: `<h1>${code}</h1>
<p>HTTP status ${status}, ${title}.</p>
<h2>What it means</h2><p>${renderText(meaning)}</p>
<h2>What to do</h2><p>${renderText(cure)}</p>
<h2>The answer</h2>
${renderExample(plain)}
<p>To a client that accepts <code>application/problem+json</code>:</p>
${renderExample(problem)}
<p><a href="/docs/errors">All error codes</a></p>`,
  });
}

export function renderErrorList(): string {
  const rows = CODES.map(
    (code) =>
      `<tr><td><a href="/docs/errors/${code}"><code>${code}</code></a></td><td>${ERROR_CODES[code].status}</td><td>${renderText(ERROR_GUIDE[code].meaning)}</td></tr>`,
  );
  const findings = Object.entries(FINDING_CODES).map(
    ([code, meaning]) => `<tr><td><code>${code}</code></td><td>${renderText(meaning)}</td></tr>`,
  );
  return renderPage({
    title: 'Errors · Fairlead',
    main: `<h1>Errors</h1>
<p>Every error has a stable code. It stands in <code>error</code> of the answer, or in <code>code</code> of the problem document
(RFC 9457) that a client gets who accepts <code>application/problem+json</code>. Texts may change; codes do not.</p>
<div class="wide"><table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>
<h2>Findings</h2>
<p>A problem document lists in <code>errors</code> everything that is wrong with the request, all at once: the
<code>field</code> (nested ones with dots, empty for the body as a whole), a <code>message</code>, a JSON <code>pointer</code>
into the body, and one of these codes.</p>
<div class="wide"><table><thead><tr><th>Code</th><th>Meaning</th></tr></thead><tbody>${findings.join('')}</tbody></table></div>`,
  });
}

export function renderExample(value: unknown): string {
  return `<pre><code>${escapeHtml(JSON.stringify(value, null, 2))}</code></pre>`;
}
