import type { Selectable } from 'kysely';
import type { Actor } from '#teams/audit/AuditEntry.ts';
import { type Database, schema } from '#platform/db/schema.ts';
import { timeOfId } from '#platform/lib/uuid.ts';
import { LINK_COLUMNS } from '../link/Link.ts';

interface ChangedField {
  /** As the API names it. */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What somebody changed of a link's own fields at once. */
export interface LinkChange {
  readonly id: string;
  readonly at: Date;
  readonly author: {
    readonly kind: Actor['kind'];
    readonly id: string | null;
    readonly name: string;
  };
  /** In the order of the link's columns. */
  readonly fields: readonly ChangedField[];
}

export function readLinkChange(row: Selectable<Database['link_changes']>): LinkChange {
  const before = readFields(row.before);
  const after = readFields(row.after);
  return {
    id: row.id,
    at: new Date(timeOfId(row.id)),
    author: { kind: row.author_kind, id: row.author_id, name: row.author_name },
    fields: [...before].map(([field, value]) => ({
      field,
      before: value,
      after: after.get(field) ?? null,
    })),
  };
}

/** Columns of a link, as PostgreSQL renders a row in JSON, by the names and with the values of the API. */
export function readFields(row: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> {
  const known = LINK_COLUMNS.filter((column) => Object.hasOwn(row, column));
  return new Map(known.map((column) => [fieldOf(column), valueOf(column, row[column])]));
}

export function fieldOf(column: string): string {
  if (column === 'folder_id') return 'folder';
  return column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** In JSON, PostgreSQL writes times with the offset of its session. */
function valueOf(column: (typeof LINK_COLUMNS)[number], value: unknown): unknown {
  const isTime = schema.links[column].type === schema.links.created_at.type;
  return isTime && typeof value === 'string' ? new Date(value).toISOString() : value;
}
