import type { Selectable } from 'kysely';
import type { Database } from '#platform/db/schema.ts';

/** A note of the team on a day. */
export interface Annotation {
  readonly id: string;
  /** `2026-11-12`. */
  readonly day: string;
  readonly text: string;
  /** Name of who wrote it, as it was then. */
  readonly author: string;
  readonly createdAt: Date;
}

export function readAnnotation(row: Selectable<Database['annotations']>): Annotation {
  const { id, day, text, author } = row;
  return { id, day, text, author, createdAt: row.created_at };
}
