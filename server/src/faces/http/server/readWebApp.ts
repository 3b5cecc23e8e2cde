import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { operations } from '@fairlead/contract';
import { LANGUAGE, LANGUAGE_COOKIE } from '@fairlead/contract/language';
import type { OperationDeclaration } from '@fairlead/contract/operation';
import { preferredLanguage } from '#platform/lib/web/preferredLanguage.ts';

/** A file of the dashboard's web app, ready to be sent. */
export interface WebFile {
  readonly body: Buffer;
  /** Undefined if compression saves nothing. */
  readonly gzipped: Buffer | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The file for a path, or the page for every URL of the app that has none of its own, in the language that the request asks for; undefined
 * if the path is not the app's.
 */
export type WebApp = (path: string, headers: IncomingHttpHeaders) => WebFile | undefined;

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};
const COMPRESSED: ReadonlySet<string> = new Set(['.png', '.woff2']);

/**
 * Scripts are only the app's own files. Styles are also set inline, by the component library. Images
 * for social cards come from wherever a link's metadata says.
 */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https: http:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Links in emails lead here with tokens in the URL, which must not be sent to anyone. */
const PAGE_HEADERS = {
  vary: 'accept-encoding, accept-language, cookie',
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

/** What somebody has chosen under “Account”; the dashboard writes it. */
const CHOSEN = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=(\\w+)`);
/** Pages at the top of the build are in the language of the source, which whoever asks for none of the others gets. */
const PAGE = /^(?:(\w{2})\/)?([\w-]+)\.html$/;

/** Reads the built web app from `folder` into memory; undefined if it has not been built. */
export function readWebApp(folder: string): WebApp | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  const files = new Map<string, WebFile>();
  const pages = new Map<string, Map<string, WebFile>>();
  // A pattern without a leading dot skips the build's own files.
  for (const name of globSync('**/*.*', { cwd: folder })) {
    if (name.split('/').some((part) => part.startsWith('.'))) continue;
    const file = readWebFile(folder, name, () => PAGE_HEADERS);
    const [, language = LANGUAGE, page] = PAGE.exec(name) ?? [];
    if (page === undefined) files.set(`/${name}`, file);
    else pages.set(language, (pages.get(language) ?? new Map()).set(pathOf(page), file));
  }
  return (path, headers) => {
    const file = files.get(path);
    if (file) return file;
    const inLanguage = pages.get(chooseLanguage(headers, pages))!;
    const isPage = headers.accept?.includes('text/html') === true && !isApiPath(path);
    return inLanguage.get(path) ?? (isPage ? inLanguage.get('/') : undefined);
  };
}

function chooseLanguage(headers: IncomingHttpHeaders, pages: ReadonlyMap<string, unknown>): string {
  const chosen = CHOSEN.exec(headers.cookie ?? '')?.[1];
  if (chosen !== undefined && pages.has(chosen)) return chosen;
  const preferred = preferredLanguage(headers['accept-language'], (each) => pages.has(each));
  return preferred ?? LANGUAGE;
}

/** Pages have no ending: `/sign-in`, and `/` for all that have no file of their own. */
const pathOf = (page: string): string => (page === 'index' ? '/' : `/${page}`);

/** A built file with its headers; `pageHeaders` are those of a page with that text. */
export function readWebFile(
  folder: string,
  name: string,
  pageHeaders: (html: string) => Readonly<Record<string, string>>,
): WebFile {
  const body = readFileSync(join(folder, name));
  const extension = extname(name);
  const gzipped = COMPRESSED.has(extension) ? undefined : gzipSync(body, { level: 9 });
  // The build names files in `assets` by their content, so such a file never changes.
  const lasting = name.startsWith('assets/');
  return {
    body,
    gzipped: gzipped && gzipped.length < body.length ? gzipped : undefined,
    headers: {
      'content-type': TYPES[extension] ?? 'application/octet-stream',
      'cache-control': lasting ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      'x-content-type-options': 'nosniff',
      ...(gzipped && { vary: 'accept-encoding' }),
      ...(extension === '.html' && pageHeaders(body.toString())),
    },
  };
}

/** First parts of the paths that the API and its docs answer: an unknown one there is an error, not a page. */
const API_PARTS: ReadonlySet<string> = new Set([
  'v1',
  'api',
  'assets',
  'docs',
  'internal',
  'metrics',
  ...Object.values<OperationDeclaration>(operations)
    .filter((operation) => operation.api === 'sdk')
    .map((operation) => operation.path.split('/')[1] ?? ''),
]);

function isApiPath(path: string): boolean {
  const [, first = '', ...rest] = path.split('/');
  // A name with an ending, such as /favicon.ico, is a file or nothing.
  return API_PARTS.has(first) || /\.\w+$/.test(rest.at(-1) ?? first);
}
