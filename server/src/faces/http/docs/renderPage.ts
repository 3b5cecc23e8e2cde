import { createHash } from 'node:crypto';
import { renderDocument } from '#platform/lib/web/html.ts';

const STYLE = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881;--link:light-dark(#0b57d0,#8ab4f8)}
*{box-sizing:border-box}
body{font:1rem/1.55 system-ui,sans-serif;margin:0}
a{color:var(--link)}
header{border-bottom:1px solid var(--line);padding:.75rem 1.5rem;display:flex;gap:1.5rem;flex-wrap:wrap}
header a{text-decoration:none}
.page{display:grid;grid-template-columns:minmax(12rem,17rem) minmax(0,1fr);max-width:80rem;margin:0 auto}
nav{padding:1rem 1.5rem;font-size:.9rem;position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto}
nav ul{list-style:none;margin:0 0 1rem;padding:0}
nav a{text-decoration:none;display:block;padding:.1rem 0}
main{padding:0 1.5rem 4rem;min-width:0}
section{border-top:1px solid var(--line);margin-top:2rem;padding-top:1rem}
h1{font-size:1.7rem}h2{font-size:1.35rem}h3{font-size:1.1rem;margin:0}h4{font-size:.95rem;margin:1.2rem 0 .3rem}
pre{background:var(--soft);border:1px solid var(--line);border-radius:.4rem;padding:.75rem;overflow:auto;font-size:.85rem;line-height:1.4}
code{font-family:ui-monospace,monospace;font-size:.9em}
.route{font-family:ui-monospace,monospace;overflow-wrap:anywhere}
.method{font-weight:700;display:inline-block;min-width:4.5ch;margin-right:.6ch}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--line)}
@media(max-width:48rem){.page{display:block}nav{position:static;max-height:none}}
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Pages of the docs load nothing and run nothing, so they work without a network. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

interface Page {
  readonly title: string;
  /** HTML of the column at the side, if there is one. */
  readonly aside?: string;
  readonly main: string;
}

export function renderPage({ title, aside, main }: Page): string {
  const body = aside
    ? `<div class="page"><nav aria-label="Contents">${aside}</nav><main>${main}</main></div>`
    : `<main>${main}</main>`;
  return renderDocument({
    lang: 'en',
    title,
    head: `<style>${STYLE}</style>`,
    body: `<header><strong>Fairlead</strong><a href="/docs/">Guides</a><a href="/docs">API</a><a href="/docs/dashboard">Dashboard API</a><a href="/docs/errors">Errors</a><a href="/docs/versioning">Versioning</a></header>
${body}`,
  });
}
