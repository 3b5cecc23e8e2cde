import type { Log } from '#platform/ports/Log.ts';
import { Problem } from '#platform/lib/Problem.ts';

interface Options {
  readonly folder: string;
  readonly log: Log;
  readonly maxWaiting?: number;
  readonly patience?: number;
  readonly onStored?: (records: number, seconds: number) => void;
  /** Makes records durable; not called again before it has resolved. */
  readonly write: (records: readonly string[]) => Promise<void>;
}

interface Waiting {
  readonly record: string;
  readonly since: number;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** A larger group would keep its first record waiting. */
const MAX_GROUP = 2_000;
/** A record that is not durable after this is refused. */
const PATIENCE_MS = 3_000;
/**
 * How often a failed disk is retried while no records arrive, and how often waiting records are checked for
 * timeouts.
 */
const LOOK_MS = 250;

/**
 * Group commit: while one write is in progress, arriving records are collected for the next. There is no
 * timer: an idle disk gets a record immediately.
 */
// oxlint-disable-next-line max-lines-per-function -- a closure: its inner functions share one state and are short
export function createAppender(options: Options) {
  const { folder, log, write, maxWaiting = 20_000, patience = 1 } = options;
  let waiting: Waiting[] = [];
  let group: readonly Waiting[] | null = null;
  let storing = true;
  let scheduled = false;
  let closed = false;
  let idle = Promise.withResolvers<void>();

  function schedule(): void {
    if (scheduled || group !== null) return;
    scheduled = true;
    // After this turn of the event loop, so that all requests read in it share the group.
    setImmediate(() => {
      scheduled = false;
      void flush();
    });
  }

  async function flush(): Promise<void> {
    if (group !== null) return;
    if (waiting.length === 0) return idle.resolve();
    group = waiting.slice(0, MAX_GROUP);
    waiting = waiting.slice(MAX_GROUP);
    const started = performance.now();
    try {
      await write(group.map(({ record }) => record));
      if (!storing) log.info({ folder }, 'The journal takes records again');
      storing = true;
      for (const each of group) each.done();
      options.onStored?.(group.length, (performance.now() - started) / 1000);
    } catch (error) {
      if (storing) log.error({ err: error, folder }, 'The journal cannot be written');
      storing = false;
      for (const each of group) each.failed(refusal('Nothing can be stored at the moment'));
    }
    group = null;
    void flush();
  }

  /** Refuses records that have waited too long; checks whether a failed disk accepts records again. */
  function look(): void {
    const oldest = performance.now() - PATIENCE_MS * patience;
    const late = waiting.filter(({ since }) => since < oldest);
    if (late.length > 0) waiting = waiting.filter(({ since }) => since >= oldest);
    for (const each of [...(group ?? []), ...late]) {
      if (each.since < oldest) each.failed(refusal('Storing takes too long at the moment'));
    }
    if (!storing && group === null && waiting.length === 0) probe();
  }

  function probe(): void {
    waiting.push({ record: '', since: performance.now(), done: () => {}, failed: () => {} });
    schedule();
  }

  async function finish(): Promise<void> {
    closed = true;
    if (waiting.length === 0 && group === null) return;
    idle = Promise.withResolvers<void>();
    schedule();
    await idle.promise;
  }

  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return {
    append(record: string): Promise<void> {
      if (closed || waiting.length >= maxWaiting) {
        return Promise.reject(refusal('Too much waits to be stored at the moment'));
      }
      return new Promise((done, failed) => {
        waiting.push({ record, since: performance.now(), done, failed });
        schedule();
      });
    },
    isStoring: () => storing,
    unanswered: () => ({ waiting: waiting.length, under_way: group?.length ?? 0 }),
    finish,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await finish();
    },
  };
}

function refusal(message: string): Problem {
  return new Problem('UNAVAILABLE', `${message}; try again in a moment`, { 'retry-after': '5' });
}
