import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const CLOCK_TOLERANCE_MS = 15 * 60_000;

export interface Signed {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) =>
  createHmac('sha256', key).update(data).digest();

/** Every byte but the unreserved ones, as S3 wants them. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Signature Version 4 of a request to S3, by the letter of the specification and with nobody's library. */
export function signatureV4(
  { method, target, headers }: Signed,
  signedHeaders: readonly string[],
  { region, secret }: { readonly region: string; readonly secret: string },
): string {
  const [path = '', query = ''] = target.split('?', 2);
  const parameters = query === '' ? [] : query.split('&').map((pair) => pair.split('=', 2));
  const canonical = [
    method,
    path
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    parameters
      .map(
        ([name = '', value = '']) =>
          `${encode(decodeURIComponent(name))}=${encode(decodeURIComponent(value))}`,
      )
      .toSorted()
      .join('&'),
    ...signedHeaders.map(
      (name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/ +/g, ' ')}`,
    ),
    '',
    signedHeaders.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n');
  const at = headers['x-amz-date'] ?? '';
  const scope = `${at.slice(0, 8)}/${region}/s3/aws4_request`;
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(Buffer.from(key), `AWS4-HMAC-SHA256\n${at}\n${scope}\n${sha256(canonical)}`).toString(
    'hex',
  );
}

/** An S3-compatible store on loopback that takes no request whose signature is not exactly right. */
export async function openStrictStore(account: { id: string; secret: string; region: string }) {
  const objects = new Map<string, Buffer>();
  /** Uploads in parts that are neither joined nor taken back. */
  const uploads = new Map<string, Map<number, Buffer>>();
  const server = createServer((request, response) => {
    void answer(request).then(([status, body]) =>
      response.writeHead(status, { 'content-length': Buffer.byteLength(body) }).end(body),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  async function answer(request: IncomingMessage): Promise<[number, Buffer | string]> {
    const body = await buffer(request);
    const refusal = refusalOf(request, body);
    if (refusal !== undefined) return [403, refusal];
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    if (!path.startsWith('/bucket/')) return [404, 'NoSuchBucket'];
    const key = decodeURIComponent(path);
    if (query !== '')
      return answerUpload(request.method ?? '', key, new URLSearchParams(query), body);
    if (request.method === 'PUT') objects.set(key, body);
    if (request.method === 'DELETE') return [objects.delete(key) ? 204 : 404, ''];
    const found = objects.get(key);
    return found === undefined ? [404, ''] : [200, request.method === 'GET' ? found : ''];
  }

  function answerUpload(
    method: string,
    key: string,
    query: URLSearchParams,
    body: Buffer,
  ): [number, string] {
    if (method === 'POST' && query.has('uploads')) {
      const id = `upload-${uploads.size + 1}&${key}`;
      uploads.set(id, new Map());
      return [200, `<R><UploadId>${id.replace('&', '&amp;')}</UploadId></R>`];
    }
    const id = query.get('uploadId') ?? '';
    const parts = uploads.get(id);
    if (parts === undefined) return [404, 'NoSuchUpload'];
    if (method === 'PUT') {
      parts.set(Number(query.get('partNumber')), body);
      return [200, ''];
    }
    uploads.delete(id);
    if (method === 'POST') {
      const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, text]) =>
        Number(text),
      );
      objects.set(
        key,
        Buffer.concat(numbers.map((number) => parts.get(number) ?? Buffer.from('lost'))),
      );
      return [200, '<CompleteMultipartUploadResult/>'];
    }
    return [204, ''];
  }

  function refusalOf(
    { method = '', url: target = '', headers: sent }: IncomingMessage,
    body: Buffer,
  ) {
    const headers = Object.fromEntries(
      Object.entries(sent).map(([name, value]) => [name, String(value)]),
    );
    const match =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
        headers['authorization'] ?? '',
      );
    if (match === null) return 'AuthorizationHeaderMalformed';
    const [, id, , region, list = '', signature] = match;
    const signed = list.split(';');
    if (id !== account.id) return 'InvalidAccessKeyId';
    if (region !== account.region) return 'AuthorizationHeaderMalformed: region';
    const must = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
    if (!must.every((name) => signed.includes(name))) return 'AccessDenied: unsigned headers';
    const hash = headers['x-amz-content-sha256'];
    if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return 'XAmzContentSHA256Mismatch';
    if (Math.abs(timeOf(headers['x-amz-date'] ?? '') - Date.now()) > CLOCK_TOLERANCE_MS) {
      return 'RequestTimeTooSkewed';
    }
    const right = signatureV4({ method, target, headers }, signed, account);
    return signature === right ? undefined : 'SignatureDoesNotMatch';
  }
  return {
    /** For FILES_URL. */
    url: (prefix: string, { id, secret, region } = account, bucket = 'bucket') =>
      `s3://${encodeURIComponent(id)}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${bucket}/${prefix}?region=${region}&tls=off`,
    /** Paths of what is kept, decoded. */
    keys: () => [...objects.keys()],
    /** How many uploads in parts are under way. */
    uploads: () => uploads.size,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** `20130524T000000Z` */
function timeOf(text: string): number {
  return Date.parse(
    text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
}
