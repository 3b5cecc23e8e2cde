import { Problem } from '#platform/lib/Problem.ts';

/** Milliseconds that a reader waits before it is refused. */
export const READER_PATIENCE_MS = 10_000;

interface Reader {
  readonly until: number;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Readers waiting until a position is loaded. */
export function createReaders(patienceMs: number) {
  let waiting: Reader[] = [];
  let coming = new AbortController();

  function leave(reader: Reader): void {
    waiting = waiting.filter((each) => each !== reader);
  }

  return {
    areWaiting: () => waiting.length > 0,
    /** Aborted when the next one comes. */
    signal: () => coming.signal,
    tell(position: number): void {
      for (const each of waiting.filter(({ until }) => until <= position)) each.done();
    },
    wait(until: number): Promise<void> {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reader.failed(notLoadedYet()), patienceMs);
        const reader: Reader = {
          until,
          done() {
            clearTimeout(timer);
            leave(reader);
            resolve();
          },
          failed(error) {
            clearTimeout(timer);
            leave(reader);
            reject(error);
          },
        };
        waiting.push(reader);
        coming.abort();
        coming = new AbortController();
      });
    },
    refuse(): void {
      for (const each of waiting) each.failed(notLoadedYet());
    },
  };
}

/** Refusing a reader is better than returning wrong numbers. */
export function notLoadedYet(): Problem {
  return new Problem(
    'UNAVAILABLE',
    'Clicks that have been taken are not counted yet; try again in a moment',
    { 'retry-after': '5' },
  );
}
