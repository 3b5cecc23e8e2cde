import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface SeenRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  /** What the client calls itself. */
  readonly client: string | string[] | undefined;
  readonly body: unknown;
}

export interface FakeServer extends AsyncDisposable {
  readonly url: string;
  readonly seen: SeenRequest[];
}

/** A server that answers everything alike, after the first ones, and remembers what it was asked. */
export async function startFakeServer(
  status: number,
  answer: string,
  headers: Readonly<Record<string, string>> = {},
  first: readonly (readonly [status: number, answer: string])[] = [],
): Promise<FakeServer> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      seen.push({
        method: request.method,
        url: request.url,
        authorization: request.headers.authorization,
        client: request.headers['x-svc-client'],
        body: text === '' ? undefined : JSON.parse(text),
      });
      const [code, said] = first[seen.length - 1] ?? [status, answer];
      response.writeHead(code, { 'Content-Type': 'application/json', ...headers }).end(said);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has no other kind of address
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
