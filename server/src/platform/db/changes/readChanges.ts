import type { Pool } from 'pg';
import { type Change, type ChangeRow, readChange } from './Change.ts';

export interface ChangesRead {
  /** Those committed since the last call, in their order. */
  readonly changes: readonly Change[];
  /** All changes of transactions below it have been returned. */
  readonly position: number;
  /** Whether none has been deleted before it could be read. */
  readonly isWhole: boolean;
  /** Every change committed before this time has been returned. Milliseconds since the epoch, by this machine's clock. */
  readonly readAt: number;
}

/**
 * Everything from a position on, and the next position. Transaction ids do not follow the order of commits, so the
 * position is the oldest transaction in progress: rows at or above it may be read again, and none below it is missed.
 * Old rows are deleted from below, and never all of them (`deleteOldChanges`).
 */
const READ = `
select position.reached::text as reached, changes.transaction::text as transaction,
       exists (select from changes where transaction < $1::xid8) as whole,
       changes.id::text as id, changes.kind, changes.project_id, changes.names
from (select pg_snapshot_xmin(pg_current_snapshot()) as reached) as position
left join changes on changes.transaction >= $1::xid8
order by changes.id`;

type Row = { readonly reached: string; readonly whole: boolean } & (
  | ({ readonly transaction: string; readonly id: string } & ChangeRow)
  | { readonly transaction: null }
);

/**
 * Each call returns what has been added since the last one. The first one returns what was added since `from`, the
 * position of an earlier reader; without it, it returns only the position. Not whole also means: no change is so old
 * that this can be known.
 */
export function createChangeReading(
  client: Pick<Pool, 'query'>,
  from?: number,
): () => Promise<ChangesRead> {
  let position = from === undefined ? undefined : String(from);
  /** At least one below the position had not been deleted; it stays, unless some above have been deleted. */
  let hadOlder = from !== undefined;
  /** Rows at or above the position that were already read. */
  let known = new Set<string>();
  return async () => {
    const readAt = Date.now();
    const { rows } = await client.query<Row>({
      name: 'read-changes',
      text: READ,
      // Beyond every transaction: returns only the position.
      values: [position ?? String(2n ** 64n - 1n)],
    });
    const { reached, whole } = rows[0]!;
    const changes: Change[] = [];
    const again = new Set<string>();
    for (const row of rows) {
      if (row.transaction === null) continue;
      if (!known.has(row.id)) changes.push(...readChange(row));
      if (Number(row.transaction) >= Number(reached)) again.add(row.id);
    }
    const isWhole = whole || !hadOlder;
    hadOlder = position !== undefined && whole;
    position = reached;
    known = again;
    return { changes, position: Number(reached), isWhole, readAt };
  };
}
