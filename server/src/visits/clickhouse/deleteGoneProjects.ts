import { sql, type Kysely } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import type { ClickHouse } from './connection/ClickHouse.ts';
import { mutate } from './connection/mutate.ts';
import { uuidList } from './connection/sqlText.ts';

/** A process that had not heard of a project's deletion may have stored something after it: this is done every night. */
export async function deleteGoneProjects(
  ch: ClickHouse,
  db: Kysely<Database>,
  tables: readonly { readonly name: string }[],
): Promise<void> {
  const each = tables.map(({ name }) => `SELECT project_id FROM ${name}`);
  const stored = await ch.select<{ id: string }>(
    `SELECT DISTINCT toString(project_id) AS id FROM (${each.join(' UNION ALL ')})`,
  );
  const { rows: gone } = await sql<{ id: string }>`
    select id::text from unnest(${stored.map(({ id }) => id)}::uuid[]) as stored (id)
    where not exists (select from projects where projects.id = stored.id)`.execute(db);
  if (gone.length === 0) return;
  const ids = uuidList(gone.map(({ id }) => id));
  for (const { name } of tables) await mutate(ch, name, `DELETE WHERE project_id IN ${ids}`);
}
