import { type Selectable, sql } from 'kysely';
import type { Database } from '#platform/db/schema.ts';

export interface Folder {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  /** Only the owner and the editors change it and its links. */
  readonly locked: boolean;
}

export interface EditedFolder extends Folder {
  /** Ids of the members who may change its links, whatever their role is. */
  readonly editors: readonly string[];
}

/** SQL: the editors of a folder, beside its row. */
export const EDITORS = sql<string[]>`array(
  select user_id from folder_editors where folder_editors.folder_id = folders.id order by user_id)`;

export function readFolder(row: Selectable<Database['folders']>): Folder {
  return { id: row.id, name: row.name, createdAt: row.created_at, locked: row.locked };
}
