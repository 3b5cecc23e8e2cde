import { NO_BRAND } from '#teams/projects/brand/Brand.ts';
import type { Decision } from '#visits/decision/Visit.ts';
import type { Explanation, ExplainedVisit } from '#visits/decision/explainLink.ts';
import { escapeHtml } from '#platform/lib/web/html.ts';
import { type Page, renderPage } from './renderPage.ts';

interface FlowPage {
  readonly nonce: string;
  readonly shortUrl: string;
  readonly host: string;
  readonly explanation: Explanation;
}

const STYLE = [
  'body{justify-content:flex-start}',
  'main{max-width:46rem;text-align:start}',
  'section{border-top:1px solid var(--line);margin-top:1.25rem;padding-top:1.25rem}',
  'h2{margin:0 0 .25rem;font-size:1.0625rem}',
  'dl{display:grid;grid-template-columns:6.5rem 1fr;gap:.15rem .75rem;margin:.5rem 0 0;font-size:.9375rem}',
  'dt{color:var(--soft)}',
  'dd{margin:0;overflow-wrap:anywhere}',
  'ul{margin:.5rem 0 0;padding-inline-start:1.25rem}',
  'b{font-weight:600}',
  '.problem b{color:#c2410c}',
  '@media(prefers-color-scheme:dark){.problem b{color:#fb923c}}',
].join('');

/** Longer URLs are truncated: the page is for reading. */
const SHOWN_LENGTH = 200;

const PAGE_TEXTS: Readonly<Record<Decision['page'], string>> = {
  redirect: 'sent on',
  launch: 'launch page with two buttons',
  autoOpen: 'page that opens the app by itself',
  androidOpen: 'page that tries the app',
  preview: 'preview page',
  desktop: 'page with the QR code',
  flow: 'this page',
  nothing: 'nothing here',
};

/** The flow page (`debug=1`): explains every decision for a link to the people who set it up. */
export function renderFlow({ nonce, shortUrl, host, explanation }: FlowPage): Page {
  return renderPage({
    texts: { lang: 'en', dir: 'ltr' },
    nonce,
    brand: NO_BRAND,
    title: `What ${host} does with this link`,
    style: STYLE,
    body: `<main>
<h1>What this link does</h1>
<p>${escapeHtml(shorten(shortUrl))}</p>
<p>Looking at this page counts nothing.</p>
${renderFindings(explanation)}${groupAlike(explanation.visits).map(renderGroup).join('')}</main>`,
  });
}

function renderFindings({ findings }: Explanation): string {
  if (findings.length === 0)
    return '<section><h2>Setup</h2>\n<p>Nothing is missing.</p></section>\n';
  const items = findings.map(
    ({ severity, message }) =>
      `<li class="${severity}"><b>${severity === 'problem' ? 'Problem' : 'Hint'}:</b> ${escapeHtml(message)}</li>`,
  );
  return `<section><h2>Setup</h2>\n<ul>\n${items.join('\n')}\n</ul></section>\n`;
}

/** Groups visitors who get the same for the same reason. */
function groupAlike(visits: readonly ExplainedVisit[]): ExplainedVisit[][] {
  const groups = new Map<string, ExplainedVisit[]>();
  for (const visit of visits) {
    const { visitor, decision } = visit;
    const key = JSON.stringify({
      ...decision,
      reason: visitor.crawler === null && decision.reason,
    });
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [visit]);
    else group.push(visit);
  }
  return [...groups.values()];
}

function renderGroup(group: readonly ExplainedVisit[]): string {
  const [first] = group;
  if (first === undefined) return '';
  const { decision } = first;
  const rows: (readonly [string, string | null])[] = [
    ['Gets', PAGE_TEXTS[decision.page]],
    ['Because', decision.reason],
    ['Opens', 'open' in decision ? decision.open.url : null],
    ['Without app', decision.fallback ?? 'nowhere'],
    ['Store', 'storeUrl' in decision ? decision.storeUrl : null],
    ['Counted as', decision.count === 'none' ? 'nothing' : decision.count],
  ];
  const list = rows
    .filter(([, text]) => text !== null)
    .map(
      ([name, text]) => `<dt>${name}</dt><dd dir="auto">${escapeHtml(shorten(text ?? ''))}</dd>`,
    );
  const names = group.map(({ title }) => escapeHtml(title)).join(', ');
  return `<section><h2>${names}</h2>\n<dl>${list.join('')}</dl></section>\n`;
}

function shorten(text: string): string {
  return text.length <= SHOWN_LENGTH ? text : `${text.slice(0, SHOWN_LENGTH - 1)}…`;
}
