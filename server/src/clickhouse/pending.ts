import type { Db } from '../db/Db.ts';

/** A deletion that has begun and not ended. */
export interface PendingDeletion {
  /** What its values are folded under. */
  readonly slice: string;
  readonly projectId: string;
  readonly from: Date;
  readonly to: Date;
  /** True: the folded values count; false: the rows do. */
  readonly folded: boolean;
}

/** Nearly always none: those of one project, or all. */
export async function readPending(db: Db, projectId?: string): Promise<PendingDeletion[]> {
  const all = db.selectFrom('expiring_clicks').selectAll().orderBy('slice');
  const rows = await (
    projectId === undefined ? all : all.where('project_id', '=', projectId)
  ).execute();
  return rows.map((row) => ({
    slice: row.slice,
    projectId: row.project_id,
    from: row.from_at,
    to: row.to_at,
    folded: row.folded,
  }));
}
