import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const EVERY_MS = 5_000;
/** A process that allocates less in each of some rounds is quiet: an idle server allocates half a megabyte, a request some ten kilobytes. */
const QUIET_BYTES = 4 * 2 ** 20;
const QUIET_ROUNDS = 3;
/** Collecting takes up to 0.2 s, and a visitor may come just then. */
const WORTH_BYTES = 48 * 2 ** 20;

/**
 * Gives memory back to the system once the process is quiet. The engine collects garbage only when something is
 * allocated: a server that was busy once would keep several times what it needs for as long as it runs.
 */
export function collectWhenQuiet({ everyMs = EVERY_MS } = {}): Disposable {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  let usedBefore = 0;
  let quietRounds = 0;
  let totalNeeded = 0;
  const timer = setInterval(() => {
    const heap = getHeapStatistics();
    const isQuiet = Math.abs(heap.used_heap_size - usedBefore) < QUIET_BYTES;
    usedBefore = heap.used_heap_size;
    quietRounds = isQuiet ? quietRounds + 1 : 0;
    if (quietRounds < QUIET_ROUNDS || heap.total_heap_size - totalNeeded < WORTH_BYTES) return;
    // A regular collection keeps the pages that it has emptied.
    collect({ type: 'major', flavor: 'last-resort' });
    totalNeeded = getHeapStatistics().total_heap_size;
  }, everyMs);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
