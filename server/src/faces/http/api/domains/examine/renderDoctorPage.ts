import { type DomainFinding, verdictOf } from '#links/doctor/Finding.ts';
import { escapeHtml, renderDocument } from '#platform/lib/web/html.ts';

/** What the page says above or below its form. */
export type DoctorAnswer =
  | { readonly kind: 'form' }
  | { readonly kind: 'refused'; readonly text: string; readonly why: string }
  | { readonly kind: 'report'; readonly host: string; readonly findings: readonly DomainFinding[] };

const STYLE = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881;--link:light-dark(#0b57d0,#8ab4f8);--bad:light-dark(#b3261e,#f2b8b5)}
*{box-sizing:border-box}
body{font:1rem/1.55 system-ui,sans-serif;margin:0 auto;max-width:48rem;padding:1.5rem}
h1{font-size:1.7rem}h2{font-size:1.3rem}h3{font-size:1rem;margin:0 0 .3rem}
form{display:flex;flex-wrap:wrap;gap:.75rem;align-items:end}
label{flex:1 1 16rem;font-weight:600}
input{display:block;width:100%;font:inherit;padding:.55rem .7rem;border:1px solid #888;border-radius:.4rem}
button{font:inherit;font-weight:600;padding:.55rem 1rem;border:1px solid #888;border-radius:.4rem}
input:focus-visible,button:focus-visible,a:focus-visible{outline:3px solid var(--link);outline-offset:2px}
li{border:1px solid var(--line);border-radius:.4rem;padding:.9rem;margin:0 0 .8rem}
ul{list-style:none;padding:0}
p{margin:.3rem 0;overflow-wrap:anywhere}
code{font-family:ui-monospace,monospace;font-size:.9em}
.bad{color:var(--bad)}
`;

/** Whole in one document, and without any script. */
export function renderDoctorPage(answer: DoctorAnswer, nonce: string): string {
  const typed =
    answer.kind === 'report' ? answer.host : answer.kind === 'refused' ? answer.text : '';
  return renderDocument({
    lang: 'en',
    title: answer.kind === 'report' ? `${answer.host} – link doctor` : 'Link doctor',
    head: `<meta name="robots" content="noindex,nofollow">
<link rel="icon" href="data:,">
<style nonce="${nonce}">${STYLE}</style>`,
    body: `<main>
<h1>Link doctor</h1>
<p>Checks the files by which phones open your links in your app: apple-app-site-association for iOS and assetlinks.json for Android.</p>
<form action="/doctor" method="get">
<label>Domain<input name="domain" type="text" value="${escapeHtml(typed)}" placeholder="go.example.com" required autocapitalize="none" autocomplete="off" spellcheck="false" maxlength="2048"${answer.kind === 'refused' ? ' aria-invalid="true" aria-describedby="why"' : ''}></label>
<button>Check domain</button>
</form>
${renderAnswer(answer)}
</main>`,
  });
}

function renderAnswer(answer: DoctorAnswer): string {
  if (answer.kind === 'form') return '';
  if (answer.kind === 'refused') return `<p id="why" class="bad">${escapeHtml(answer.why)}</p>`;
  const { host, findings } = answer;
  return `<h2>${escapeHtml(`${host}: ${VERDICTS[verdictOf(findings)]}`)}</h2>
<p>If you have no app for one of the two systems, ignore what is said of its file: codes with AASA are about iOS, codes with ASSETLINKS about Android.</p>
<ul>${findings.map(renderFinding).join('\n')}</ul>`;
}

const VERDICTS = {
  ok: 'no problems found',
  warning: 'works, and something needs attention',
  problem: 'links do not open the app everywhere',
} as const;

function renderFinding({ code, severity, seen, why, cure }: DomainFinding): string {
  return `<li><h3><code>${code}</code> (${severity})</h3>
<p>${escapeHtml(seen)}</p>
<p>${escapeHtml(why)}</p>
<p>${severity === 'info' ? '' : '<strong>What to change:</strong> '}${escapeHtml(cure)}</p></li>`;
}
