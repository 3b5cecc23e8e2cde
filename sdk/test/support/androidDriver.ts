import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { endings, shareInProcess } from '../../../server/test/support/run/endings.ts';
import { FairleadError, type Failure } from '../../src/core/FairleadError.ts';
import type { Fetch } from '../../src/core/send.ts';
import { compileKotlin } from './compileKotlin.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What the Kotlin SDK's driver says of itself. */
interface Driver {
  /** Names a phone whose events go to the listener and whose requests go to `fetch`. */
  addPhone(fetch: Fetch, onEvent: (event: Fields) => void): { id: number; baseUrl: string };
  /** Carries out one command after the other; rejects with what the SDK threw. */
  ask(phone: number, name: string, fields?: Fields): Promise<unknown>;
}

/** One Java process for all phones of this test process. */
export const useAndroidDriver = shareInProcess(startDriver);

async function startDriver(): Promise<Driver> {
  const { java, classpath } = await compileKotlin();
  const fetches = new Map<string, Fetch>();
  const events = new Map<number, (event: Fields) => void>();
  const origin = await startRelay(fetches);
  // By the stubs, coroutines take this for a phone and would look for Android's main thread alone.
  const options = ['-Xmx256m', '-Dkotlinx.coroutines.fast.service.loader=false', '-cp', classpath];
  const child = spawn(java, [...options, 'dev.fairlead.DriverKt'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const said = JSON.parse(line) as Fields;
    if (typeof said['reply'] !== 'number') return events.get(Number(said['phone']))?.(said);
    const { resolve, reject } = waiting.get(said['reply']) ?? Promise.withResolvers();
    waiting.delete(said['reply']);
    if (said['error'] === undefined) resolve(said['value']);
    else reject(errorOf(said));
  });
  child.once('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`The driver ended: ${code}`));
  });
  endings.defer(() => {
    // Who still waits then, such as for a link that is to be made later, waits for nothing more.
    waiting.clear();
    return end(child);
  });
  let ids = 0;
  return {
    addPhone(fetch, onEvent) {
      ids += 1;
      fetches.set(String(ids), fetch);
      events.set(ids, onEvent);
      return { id: ids, baseUrl: `${origin}/${ids}` };
    },
    ask(phone, name, fields = {}) {
      if (child.exitCode !== null || child.signalCode !== null) {
        return Promise.reject(new Error('The driver has ended'));
      }
      ids += 1;
      const answer = Promise.withResolvers<unknown>();
      waiting.set(ids, answer);
      child.stdin.write(`${JSON.stringify({ ...fields, id: ids, phone, name })}\n`);
      return answer.promise;
    },
  };
}

/** What the SDK threw, as its twin in TypeScript throws it; anything else is a fault of the driver. */
function errorOf({ error, ...failure }: Fields): Error {
  const message = String(error);
  if (failure['status'] === undefined) return new Error(message);
  return new FairleadError({ ...(failure as unknown as Failure), message });
}

async function end(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
}

/** The wire between the phones and the server, where `fetch` of each phone decides what becomes of a request. */
async function startRelay(fetches: ReadonlyMap<string, Fetch>): Promise<string> {
  const server = createServer((request, response) => {
    const [, id = '', path = '/'] = /^\/(\d+)(\/.*)$/.exec(request.url ?? '') ?? [];
    const fetch = fetches.get(id);
    const perform = (init: RequestInit) =>
      fetch?.(`http://phone.test${path}`, init) ?? Promise.reject(new Error('No such phone'));
    relay(request, response, perform).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings.defer(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function relay(
  request: IncomingMessage,
  response: ServerResponse,
  perform: (init: RequestInit) => Promise<Response>,
): Promise<void> {
  const body = await Array.fromAsync(request as AsyncIterable<Buffer>);
  const answer = await perform({
    method: request.method ?? 'GET',
    headers: Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) =>
        isOfTheSdk(name) && typeof value === 'string' ? [[name, value]] : [],
      ),
    ),
    ...(body.length > 0 && { body: Buffer.concat(body).toString() }),
  });
  const headers = [...answer.headers].filter(([name]) => isOfTheServer(name));
  response.writeHead(answer.status, Object.fromEntries(headers)).end(await answer.text());
}

const isOfTheSdk = (name: string) =>
  name.startsWith('x-') || /^(?:accept|content-type)$/.test(name);
const isOfTheServer = (name: string) =>
  name.startsWith('x-') || /^(?:content-type|retry-after)$/.test(name);
