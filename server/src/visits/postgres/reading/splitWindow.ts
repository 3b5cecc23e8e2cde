import { VISITORS } from '../../clicks/facts/Click.ts';
import { sql, type Transaction } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import { DAY_MS } from '#platform/lib/time.ts';
import type { BoundedRange } from '#platform/lib/timeRange.ts';

/** More would make the statements long; what lies between the longest runs is read from rows. */
const MAX_RUNS = 8;

/** How the parts of a window are read. */
export interface Split {
  /** Whole UTC days, from roll-ups. */
  readonly whole: readonly BoundedRange[];
  /** From rows. */
  readonly rest: readonly BoundedRange[];
}

/**
 * A project (`key` 0) or a link has a roll-up of each whole day that is counted and not stale; of a link, if it was busy when the day was
 * counted. Days whose rows a project has deleted stay in its roll-ups; what comes late for them is in rows until it is added.
 */
export async function splitWindow(
  trx: Transaction<Database>,
  { number, key }: { readonly number: number; readonly key: number },
  window: BoundedRange,
): Promise<Split> {
  const { rows } = await sql<{ kept_from: Date | null; days: Date[] | null }>`
    select kept_from, (
      select array_agg(day order by day) from rolled_days
      where not stale and day >= greatest(${window.from}, kept_from) and day <= ${new Date(window.to.getTime() - DAY_MS)}
        and (${key} = 0 or exists (
          select from rollups where project_number = ${number} and link_key = ${key}
            and dimension = ${sql.lit(VISITORS)} and at = day
        ))
    ) as days
    from projects left join project_retention on project_id = projects.id
    where number = ${number}`.execute(trx);
  const { kept_from: keptFrom = null, days = null } = rows[0] ?? {};
  const rolled = runsOf(days ?? [])
    .toSorted((one, other) => lengthOf(other) - lengthOf(one))
    .slice(0, MAX_RUNS)
    .toSorted((one, other) => one.from.getTime() - other.from.getTime());
  const deletedTo = keptFrom && keptFrom < window.to ? keptFrom : window.to;
  const deleted = keptFrom && window.from < deletedTo ? [{ from: window.from, to: deletedTo }] : [];
  return { whole: [...deleted, ...rolled], rest: without(window, rolled) };
}

/** Days in order → the ranges that they fill. */
function runsOf(days: readonly Date[]): BoundedRange[] {
  const runs: BoundedRange[] = [];
  for (const from of days) {
    const to = new Date(from.getTime() + DAY_MS);
    const last = runs.at(-1);
    if (last?.to.getTime() === from.getTime()) runs[runs.length - 1] = { from: last.from, to };
    else runs.push({ from, to });
  }
  return runs;
}

/** What is left of a window without these ranges inside it, which are in order. */
function without({ from, to }: BoundedRange, runs: readonly BoundedRange[]): BoundedRange[] {
  const starts = [from, ...runs.map((run) => run.to)];
  const ends = [...runs.map((run) => run.from), to];
  return starts
    .map((start, index) => ({ from: start, to: ends[index] ?? to }))
    .filter((range) => range.from < range.to);
}

function lengthOf({ from, to }: BoundedRange): number {
  return to.getTime() - from.getTime();
}
