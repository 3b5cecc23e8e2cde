import type { Selectable } from 'kysely';
import type { Database } from '#platform/db/schema.ts';

export interface Folder {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
}

export function readFolder(row: Selectable<Database['folders']>): Folder {
  return { id: row.id, name: row.name, createdAt: row.created_at };
}
