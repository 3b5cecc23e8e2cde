import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds. */
interface Patience {
  readonly maxMs?: number;
  readonly everyMs?: number;
}

/**
 * Resolves as soon as it holds, with the milliseconds that took; fails after `maxMs`, naming `what`: words, or a
 * function that returns how things are by then. Only what never comes takes that long, however slow the machine.
 */
export async function until(
  what: string | (() => unknown),
  holds: () => boolean | Promise<boolean>,
  { maxMs = 240_000, everyMs = 20 }: Patience = {},
): Promise<number> {
  const begun = performance.now();
  while (!(await holds())) {
    if (performance.now() - begun > maxMs)
      throw new Error(`Not within ${maxMs} ms: ${describe(what)}`);
    await sleep(everyMs);
  }
  return Math.round(performance.now() - begun);
}

const describe = (what: string | (() => unknown)): string =>
  typeof what === 'string' ? what : JSON.stringify(what());
