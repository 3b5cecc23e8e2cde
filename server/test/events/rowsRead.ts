import { CompiledQuery, type Kysely, type RootOperationNode, sql } from 'kysely';
import type { Database } from '#platform/db/schema.ts';

/** A part of a plan, as EXPLAIN writes it. */
interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/**
 * How many rows of each table a verb reads, by what PostgreSQL says of its statements: they are caught, and run again, in one transaction as
 * the verb does it.
 */
export async function rowsRead(
  db: Kysely<Database>,
  run: (spied: Kysely<Database>) => Promise<unknown>,
): Promise<Record<string, number>> {
  const nodes: RootOperationNode[] = [];
  const spied = db.withPlugin({
    transformQuery: (args) => (nodes.push(args.node), args.node),
    transformResult: async ({ result }) => result,
  });
  await run(spied);
  const read: Record<string, number> = {};
  await db.transaction().execute(async (trx) => {
    await sql`set local enable_memoize = off`.execute(trx);
    for (const [index, node] of nodes.entries()) {
      const { sql: text, parameters } = trx
        .getExecutor()
        .compileQuery(node, { queryId: `plan ${index}` });
      if (!/^\s*(select|with)\b/i.test(text)) {
        await trx.executeQuery(CompiledQuery.raw(text, [...parameters]));
        continue;
      }
      const explain = `explain (analyze, format json) ${text}`;
      const { rows } = await trx.executeQuery<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
        CompiledQuery.raw(explain, [...parameters]),
      );
      for (const { Plan } of rows[0]!['QUERY PLAN']) addUp(Plan, read);
    }
  });
  return read;
}

function addUp(node: PlanNode, read: Record<string, number>): void {
  const { 'Relation Name': table, Plans = [] } = node;
  if (table !== undefined) {
    const rows =
      node['Actual Rows'] +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0);
    read[table] = (read[table] ?? 0) + Math.ceil(rows * node['Actual Loops']);
  }
  for (const part of Plans) addUp(part, read);
}
