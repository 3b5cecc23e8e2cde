import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { readWebFile, type WebFile } from '../server/readWebApp.ts';
import { PAGE_POLICY, renderPage } from './renderPage.ts';

/** The file for a path under `/docs/`; undefined if it is not one of these pages. */
export type Guide = (path: string) => WebFile | undefined;

const BASE = '/docs/';

/**
 * The guides that `docs/build.ts` has built into `folder`. Only their names are read at startup, and each file when it
 * is first requested. If nothing is built, one page says so.
 */
export function readGuide(folder: string): Guide {
  if (!existsSync(join(folder, 'index.html'))) {
    const page = renderUnbuilt();
    return (path) => (path === BASE ? page : undefined);
  }
  const names = new Set(globSync('**/*.*', { cwd: folder }).filter(isPublic));
  const files = new Map<string, WebFile>();
  return (path) => {
    if (!path.startsWith(BASE)) return undefined;
    const name = path.slice(BASE.length).replace(/(^|\/)$/, '$1index.html');
    if (!names.has(name)) return undefined;
    const known = files.get(name);
    if (known) return known;
    const file = readWebFile(folder, name, headersOf);
    files.set(name, file);
    return file;
  };
}

/** What the build keeps for itself is not. */
function isPublic(name: string): boolean {
  return !name.split('/').some((part) => part.startsWith('.'));
}

/**
 * The one style that the site's script adds to a page: it disables transitions while switching between light
 * and dark.
 */
const NO_TRANSITIONS = "'sha256-skqujXORqzxt1aE0NNXxujEanPTX6raoqSscTV/Ww/Y='";

/** Scripts are the site's own files, and those inlined in the page, allowed by their hashes. */
function headersOf(html: string): Readonly<Record<string, string>> {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)];
  const hashes = inline.map(([, script = '']) => {
    const hash = createHash('sha256').update(script).digest('base64');
    return ` 'sha256-${hash}'`;
  });
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self'${[...new Set(hashes)].join('')}`,
      `style-src 'self' ${NO_TRANSITIONS}`,
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'referrer-policy': 'no-referrer',
  };
}

function renderUnbuilt(): WebFile {
  const html = renderPage({
    title: 'Guides · Fairlead',
    main: `<h1>Guides</h1>
<p>The guides are not built on this server. Whoever runs it builds them with <code>npm run build</code> in its folder and starts it again; the
image has them.</p>
<p>The same pages can be read as text in the folder <code>docs</code> of the sources, beginning with <code>docs/index.md</code>.</p>
<h2>What is here</h2>
<ul><li><a href="/docs">The API</a> for apps and servers</li><li><a href="/docs/dashboard">The API of the dashboard</a></li>
<li><a href="/docs/errors">Error codes</a></li><li><a href="/docs/versioning">Versions</a></li></ul>`,
  });
  return {
    body: Buffer.from(html),
    gzipped: undefined,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': PAGE_POLICY,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    },
  };
}
