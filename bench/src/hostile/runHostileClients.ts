import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildRequest, FRESH_ADDRESS } from '../load/buildRequest.ts';
import { prepareRequest, stampRequest } from '../load/stampRequest.ts';

export interface HostilePlan {
  /** Names of `KINDS`; all of them when empty. */
  readonly kinds: readonly string[];
  readonly port: number;
  /** Host headers of the link host and of the API. */
  readonly linkHost: string;
  readonly apiHost: string;
  readonly slug: string;
  /** A key of a stranger's project, on the smallest plan. */
  readonly appKey: string;
  /** Connections of each kind; the kinds are the names of `KINDS`. */
  readonly connections: number;
  /** Requests a second of those kinds that send whole requests, all connections of the kind together. */
  readonly ratePerSecond: number;
}

/** Answers by kind and status, connections by kind that the server ended. */
export type HostileResult = Readonly<Record<string, Readonly<Record<string, number>>>>;

type Count = (what: string) => void;

const MIN_PAUSE_MS = 50;

/** Runs every kind of hostile client side by side until `stopped` aborts. */
export async function runHostileClients(
  plan: HostilePlan,
  stopped: AbortSignal,
): Promise<HostileResult> {
  const result: Record<string, Record<string, number>> = {};
  await Promise.all(
    Object.entries(KINDS).flatMap(([kind, run]) => {
      if (plan.kinds.length > 0 && !plan.kinds.includes(kind)) return [];
      const counts: Record<string, number> = (result[kind] = {});
      const count = (what: string): void => void (counts[what] = (counts[what] ?? 0) + 1);
      return Array.from({ length: plan.connections }, async () => {
        while (!stopped.aborted) {
          await run(plan, stopped, count);
          await pause(MIN_PAUSE_MS, stopped);
        }
      });
    }),
  );
  return result;
}

const KINDS: Readonly<
  Record<string, (plan: HostilePlan, stopped: AbortSignal, count: Count) => Promise<void>>
> = {
  /** Asks for pages again and again and never reads an answer. */
  neverReading: (plan, stopped, count) => {
    const request = `GET /${plan.slug}?debug=1 HTTP/1.1\r\nHost: ${plan.linkHost}\r\n\r\n`.repeat(
      50,
    );
    return withSocket(plan, stopped, count, (socket) => {
      socket.pause();
      const send = (): void => {
        while (!socket.destroyed && socket.write(request));
      };
      socket.on('drain', send);
      send();
    });
  },
  /** Begins a request and leaves it at that. */
  halfRequests: (plan, stopped, count) =>
    withSocket(plan, stopped, count, (socket) => {
      socket.resume();
      socket.write(`GET /${plan.slug} HTTP/1.1\r\nHost: ${plan.linkHost}\r\nUser-Ag`);
    }),
  /** Bulk creation of rows that are none. */
  emptyRows: async (plan, stopped, count) => {
    const body = `[${','.repeat(200_000)}]`;
    const head =
      `POST /v1/links/bulk HTTP/1.1\r\nHost: ${plan.apiHost}\r\nX-App-Key: ${plan.appKey}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
    await exchange(plan, stopped, count, Buffer.from(head + body));
  },
  /** A link as the source of a hidden image on someone's page. */
  imageClicks: (plan, stopped, count) =>
    repeatRequest(plan, stopped, count, {
      text: buildRequest(`/${plan.slug}`, {
        Host: plan.linkHost,
        'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15',
        'Sec-Fetch-Dest': 'image',
        'Sec-Fetch-Mode': 'no-cors',
        'X-Forwarded-For': FRESH_ADDRESS,
        Connection: 'close',
      }),
    }),
  /** Passwords of one account, guessed from ever new addresses. */
  guesses: (plan, stopped, count) =>
    repeatRequest(plan, stopped, count, {
      text: buildRequest(
        '/api/v1/session',
        { Host: plan.apiHost, 'X-Forwarded-For': FRESH_ADDRESS, Connection: 'close' },
        { email: 'victim@example.com', password: 'a wrong password' },
      ),
    }),
};

let fresh = 0;

async function repeatRequest(
  plan: HostilePlan,
  stopped: AbortSignal,
  count: Count,
  { text }: { readonly text: string },
): Promise<void> {
  const request = prepareRequest(text);
  await exchange(plan, stopped, count, Buffer.from(stampRequest(request, (fresh += 1))));
  await pause((plan.connections / plan.ratePerSecond) * 1000 - MIN_PAUSE_MS, stopped);
}

/** One request on a connection of its own; counts the status of its answer. */
function exchange(
  plan: HostilePlan,
  stopped: AbortSignal,
  count: Count,
  request: Buffer,
): Promise<void> {
  let isFirst = true;
  return withSocket(plan, stopped, count, (socket) => {
    socket.on('data', (chunk) => {
      if (isFirst) count(chunk.toString('latin1', 9, 12));
      isFirst = false;
    });
    socket.write(request);
  });
}

/** Ends with the connection, whoever closes it. */
function withSocket(
  plan: HostilePlan,
  stopped: AbortSignal,
  count: Count,
  use: (socket: Socket) => void,
): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: plan.port, noDelay: true });
    const end = (): void => void socket.destroy();
    stopped.addEventListener('abort', end, { once: true });
    socket.on('connect', () => use(socket));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      stopped.removeEventListener('abort', end);
      if (!stopped.aborted) count('closed');
      resolve();
    });
  });
}

async function pause(milliseconds: number, stopped: AbortSignal): Promise<void> {
  if (milliseconds <= 0) return;
  await sleep(milliseconds, undefined, { signal: stopped }).catch(() => undefined);
}
