import type { WebFile } from '../readWebApp.ts';

/**
 * The dashboard's page on a host that is not configured: sign-in and links do not work there until
 * PUBLIC_URL is set, and only the operator can set it. Other files are unchanged.
 */
export function nameMissingUrl(file: WebFile, host: string): WebFile {
  if (!file.headers['content-type']?.startsWith('text/html')) return file;
  const known = /^[a-z0-9.-]{1,253}$/.test(host) ? host : 'your-host';
  const notice = `<p role="alert" style="position:fixed;inset:auto 0 0;z-index:9999;margin:0;padding:12px 16px;background:#8a1c1c;color:#fff;font:16px/1.5 system-ui,sans-serif">PUBLIC_URL is missing: this server does not know that it is reached as ${known}. Start it with <code>PUBLIC_URL=https://${known}</code>, or with http:// where it has no certificate.</p>`;
  const page = file.body.toString().replace('</body>', `${notice}</body>`);
  const { etag: _etag, ...headers } = file.headers;
  return {
    body: Buffer.from(page),
    gzipped: undefined,
    headers: { ...headers, 'cache-control': 'no-store' },
  };
}
