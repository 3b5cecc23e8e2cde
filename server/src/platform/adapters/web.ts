import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { checkServerIdentity, TLSSocket } from 'node:tls';
import { isPublicAddress } from '../lib/addresses/isPublicAddress.ts';
import { decodeText } from '../lib/web/decodeText.ts';
import type { TlsFacts, Web, WebAnswer, WebFailure } from '../ports/Web.ts';

const PATIENCE_MS = 8_000;
const MAX_BODY = 256 * 1024;
const AGENT = 'Mozilla/5.0 (compatible; FairleadDoctor/1.0)';

interface WebOptions {
  /** Factor for the time an answer may take (`AppOptions.patience`). */
  readonly patience?: number;
  /** Certificates trusted in addition to the system's. */
  readonly roots?: readonly string[];
  /** Redirects calls to a public IP address to a stand-in on this machine. */
  readonly route?: (
    address: string,
    port: number,
  ) => { readonly host: string; readonly port: number };
}

/** Calls web servers from this machine. */
export function openWeb({ roots, route, patience = 1 }: WebOptions = {}): Web {
  return {
    async get(url, { address, userAgent = AGENT, signal }) {
      if (!isPublicAddress(address)) {
        return { failure: 'private', detail: `${address} is no address of the internet` };
      }
      const { protocol, hostname, host, port, pathname, search } = new URL(url);
      const secure = protocol === 'https:';
      const wanted = Number(port || (secure ? 443 : 80));
      const called = route?.(address, wanted) ?? { host: address, port: wanted };
      return perform(secure, hostname, {
        ...called,
        path: `${pathname}${search}`,
        headers: {
          host,
          'user-agent': userAgent,
          accept: '*/*',
          'accept-encoding': 'identity',
          connection: 'close',
        },
        agent: false,
        signal: AbortSignal.any([
          AbortSignal.timeout(PATIENCE_MS * patience),
          ...(signal ? [signal] : []),
        ]),
        // A bad certificate is a finding; the server behind it is examined all the same.
        ...(secure && {
          servername: hostname,
          rejectUnauthorized: false,
          ...(roots && { ca: [...roots] }),
        }),
      });
    },
  };
}

function perform(
  secure: boolean,
  hostname: string,
  options: RequestOptions,
): Promise<WebAnswer | WebFailure> {
  return new Promise((resolve) => {
    let agreed = !secure;
    const request = (secure ? requestHttps : requestHttp)(options, (response) => {
      const tls = response.socket instanceof TLSSocket ? readTls(response.socket, hostname) : null;
      read(response).then(
        ({ body, cut }) => {
          request.destroy();
          resolve({
            status: response.statusCode ?? 0,
            header: (name) => [response.headers[name]].flat()[0],
            body,
            cut,
            tls,
          });
        },
        (error: unknown) => resolve(failureOf(error, true)),
      );
    });
    request.on('socket', (socket) => socket.once('secureConnect', () => (agreed = true)));
    request.on('error', (error) => resolve(failureOf(error, agreed)));
    request.end();
  });
}

async function read(response: IncomingMessage): Promise<{ body: string; cut: boolean }> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    const part: Buffer = Buffer.from(chunk);
    parts.push(part);
    bytes += part.length;
    if (bytes > MAX_BODY) break;
  }
  const read = Buffer.concat(parts).subarray(0, MAX_BODY);
  const body = decodeText(read, response.headers['content-type']);
  return { body, cut: bytes > MAX_BODY };
}

function readTls(socket: TLSSocket, hostname: string): TlsFacts {
  const certificate = socket.getPeerCertificate();
  const fits = checkServerIdentity(hostname, certificate) === undefined;
  // The name is checked separately, because a certificate can be wrong in both ways. Node's types
  // say it is an error; it is an error code.
  const fault: unknown = socket.authorizationError;
  const code = typeof fault === 'string' ? fault : socket.authorized ? null : 'UNTRUSTED';
  return {
    fault: code === 'ERR_TLS_CERT_ALTNAME_INVALID' ? null : code,
    fitsHost: fits,
    names: (certificate.subjectaltname ?? '').split(', ').map((name) => name.replace(/^DNS:/, '')),
    issuer: [certificate.issuer?.O ?? certificate.issuer?.CN].flat()[0] ?? 'an unnamed issuer',
    validFrom: new Date(certificate.valid_from),
    validTo: new Date(certificate.valid_to),
  };
}

const KINDS: Readonly<Record<string, WebFailure['failure']>> = {
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timeout',
  ABORT_ERR: 'timeout',
  ENETUNREACH: 'unroutable',
  EHOSTUNREACH: 'unroutable',
  EADDRNOTAVAIL: 'unroutable',
  EAFNOSUPPORT: 'unroutable',
};

function failureOf(error: unknown, agreed: boolean): WebFailure {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const failure = KINDS[code] ?? (agreed ? 'reset' : 'tls');
  return { failure, detail: code || message };
}
