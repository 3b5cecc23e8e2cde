import { connect, type Socket } from 'node:net';
import { createHistogram, type Histogram, recordLatency } from './histogram.ts';
import { scanAnswer } from './scanAnswer.ts';
import { prepareRequest, type StampedRequest, stampRequest } from './stampRequest.ts';

export interface LoadPlan {
  readonly host: string;
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** Whole HTTP/1.1 requests, as `buildRequest` writes them. */
  readonly requests: readonly string[];
  /**
   * True: connection n sends request n only, over and over, so that answers are counted per request.
   * False: all connections take turns through the whole list.
   */
  readonly pinned: boolean;
  /** False: a connection that breaks stays broken, as the harness that kills servers wants it. */
  readonly reconnect: boolean;
  /** All connections together send no more than this; without it, as much as is answered. */
  readonly ratePerSecond?: number;
  /** Requests before this run that had fresh addresses or numbers; 0 where there were none. */
  readonly freshFrom?: number;
  /** What time it is, in milliseconds of any beginning; a test may hold it. */
  readonly now?: () => number;
}

export interface LoadResult {
  /** Answers below 400 received in full, the ones after the deadline included. */
  readonly answered: number;
  /** The same before the deadline: what a rate is made of. */
  readonly inTime: number;
  /** Where the next run's `freshFrom` goes on. */
  readonly freshTo: number;
  readonly elapsedSeconds: number;
  readonly answeredByRequest: Uint32Array;
  /** Requests sent that were refused (400 and above) or whose connection broke before the answer. */
  readonly unansweredByRequest: Uint32Array;
  readonly statuses: Readonly<Record<string, number>>;
  readonly latencies: Histogram;
  readonly errors: readonly string[];
}

interface Run {
  readonly plan: LoadPlan;
  readonly now: () => number;
  readonly requests: readonly StampedRequest[];
  readonly deadline: number;
  readonly answeredByRequest: Uint32Array;
  readonly unansweredByRequest: Uint32Array;
  readonly statuses: Record<string, number>;
  readonly latencies: Histogram;
  readonly errors: Set<string>;
  answered: number;
  inTime: number;
  next: number;
  fresh: number;
}

const MAX_ANSWER_BYTES = 256 * 1024;
const RECONNECT_AFTER_MS = 20;

/**
 * Sends requests over keep-alive connections, one in flight on each, until the deadline, then waits
 * for every answer that is still due: what was sent is either answered or named as unanswered.
 */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  if (plan.requests.length === 0) throw new Error('a load needs at least one request');
  const now = plan.now ?? (() => performance.now());
  const started = now();
  const run: Run = {
    plan,
    now,
    requests: plan.requests.map(prepareRequest),
    deadline: started + plan.seconds * 1000,
    answeredByRequest: new Uint32Array(plan.requests.length),
    unansweredByRequest: new Uint32Array(plan.requests.length),
    statuses: {},
    latencies: createHistogram(),
    errors: new Set(),
    answered: 0,
    inTime: 0,
    next: 0,
    fresh: plan.freshFrom ?? 0,
  };
  await Promise.all(Array.from({ length: plan.connections }, (_, index) => runClient(run, index)));
  return {
    answered: run.answered,
    inTime: run.inTime,
    freshTo: run.fresh,
    elapsedSeconds: (Math.min(now(), run.deadline) - started) / 1000,
    answeredByRequest: run.answeredByRequest,
    unansweredByRequest: run.unansweredByRequest,
    statuses: run.statuses,
    latencies: run.latencies,
    errors: [...run.errors],
  };
}

/** One client: a connection, and where the plan says so its successors, until the deadline. */
async function runClient(run: Run, index: number): Promise<void> {
  do {
    await runConnection(run, index);
    if (run.plan.reconnect && run.now() < run.deadline) {
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_AFTER_MS));
    }
  } while (run.plan.reconnect && run.now() < run.deadline);
}

function runConnection(run: Run, index: number): Promise<void> {
  return new Promise((resolve) => {
    const buffer = Buffer.allocUnsafe(MAX_ANSWER_BYTES);
    let filled = 0;
    let sent = -1;
    let sentAt = 0;
    const { ratePerSecond, connections } = run.plan;
    const interval = ratePerSecond === undefined ? 0 : (connections / ratePerSecond) * 1000;
    // Connections take their turns; one that is late measures from when its turn was.
    let due = run.now() + (interval * index) / connections;
    const wait = (socket: Socket): void => {
      const pause = due - run.now();
      if (pause > 0) setTimeout(() => send(socket), pause);
      else send(socket);
    };
    const send = (socket: Socket): void => {
      if (run.now() >= run.deadline || socket.destroyed) {
        socket.destroy();
        return;
      }
      sent = run.plan.pinned ? index % run.requests.length : run.next++ % run.requests.length;
      sentAt = interval === 0 ? run.now() : Math.min(due, run.now());
      due += interval;
      const request = run.requests[sent];
      if (request === undefined) throw new Error('a request that is not there');
      socket.write(stampRequest(request, run.fresh++));
    };
    const receive = (socket: Socket, chunk: Uint8Array, bytes: number): void => {
      if (filled + bytes > buffer.length) throw new Error('an answer is larger than 256 KB');
      buffer.set(bytes === chunk.length ? chunk : chunk.subarray(0, bytes), filled);
      filled += bytes;
      const answer = scanAnswer(buffer, filled);
      if (answer === undefined) return;
      if (answer.bytes < filled || sent < 0) throw new Error('bytes that nobody asked for');
      filled = 0;
      recordAnswer(run, sent, answer.status, sentAt);
      sent = -1;
      if (answer.closes) socket.destroy();
      else wait(socket);
    };
    const chunk = Buffer.allocUnsafe(64 * 1024);
    const socket: Socket = connect({
      host: run.plan.host,
      port: run.plan.port,
      noDelay: true,
      // One reused buffer: a stream would allocate for each answer.
      onread: {
        buffer: chunk,
        callback: (bytes) => {
          try {
            receive(socket, chunk, bytes);
          } catch (error) {
            socket.destroy(error instanceof Error ? error : new Error(String(error)));
          }
          return true;
        },
      },
    });
    socket.on('connect', () => wait(socket));
    socket.on('error', (error) => run.errors.add(error.message));
    socket.on('close', () => {
      if (sent >= 0) countAt(run.unansweredByRequest, sent);
      resolve();
    });
  });
}

function recordAnswer(run: Run, request: number, status: number, sentAt: number): void {
  const now = run.now();
  run.statuses[status] = (run.statuses[status] ?? 0) + 1;
  if (status >= 400) {
    countAt(run.unansweredByRequest, request);
    return;
  }
  run.answered += 1;
  if (now <= run.deadline) run.inTime += 1;
  countAt(run.answeredByRequest, request);
  recordLatency(run.latencies, (now - sentAt) * 1000);
}

function countAt(counts: Uint32Array, index: number): void {
  counts[index] = (counts[index] ?? 0) + 1;
}
