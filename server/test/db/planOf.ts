import assert from 'node:assert/strict';
import { CompiledQuery, type Kysely, type RootOperationNode } from 'kysely';
import type { Database } from '#platform/db/schema.ts';

/** What PostgreSQL does for the statement that the verb sends. */
export async function planOf(
  db: Kysely<Database>,
  run: (spied: Kysely<Database>) => Promise<unknown>,
): Promise<string> {
  let node: RootOperationNode | undefined;
  const spied = db.withPlugin({
    transformQuery: (args) => (node = args.node),
    transformResult: async ({ result }) => result,
  });
  await run(spied);
  assert.ok(node);
  const { sql: text, parameters } = db.getExecutor().compileQuery(node, { queryId: 'plan' });
  const explained = CompiledQuery.raw(`explain analyze ${text}`, [...parameters]);
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(explained);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
