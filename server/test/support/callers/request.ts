import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { useServer } from '../useServer.ts';

export interface RawReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface RawRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly port?: number;
}

/** A request exactly as given: any Host header, any body, nothing added. */
export async function send(raw: RawRequest): Promise<RawReply> {
  const port = raw.port ?? (await useServer()).port;
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port,
        method: raw.method ?? 'GET',
        path: raw.path,
        headers: {
          ...raw.headers,
          ...(raw.body !== undefined && { 'content-length': String(Buffer.byteLength(raw.body)) }),
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (text += part));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      },
    );
    request.on('error', reject);
    request.end(raw.body);
  });
}

export const USER_AGENTS = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36',
  desktop:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36',
  facebook: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
} as const;

/** Opens a link as a visitor with this user agent. */
export function visit(
  host: string,
  path: string,
  userAgent: string = USER_AGENTS.desktop,
  headers: Record<string, string> = {},
): Promise<RawReply> {
  return send({ path, headers: { host, 'user-agent': userAgent, ...headers } });
}
