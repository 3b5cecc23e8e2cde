import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const met = new Set<string>();

/** Remembers that a test met this status of this operation. */
export function recordReply(operationId: string, status: number): void {
  met.add(`${operationId} ${status}`);
}

/** Hands what the tests of this process have met to the run, if it is part of one. */
export function reportMetReplies(run: string | undefined): void {
  if (run !== undefined)
    writeFileSync(join(run, `met-${process.pid}.json`), JSON.stringify([...met]));
}

/** Which (operation, status) pairs the tests of all processes of a run have met. */
export function metReplies(run: string): ReadonlySet<string> {
  const reports = readdirSync(run).filter((name) => name.startsWith('met-'));
  return new Set(
    reports.flatMap((name) => JSON.parse(readFileSync(join(run, name), 'utf8')) as string[]),
  );
}
