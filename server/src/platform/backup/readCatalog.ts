import type { ClientBase } from 'pg';
import type { AppliedMigration, Partition, Sequence, TableHeading } from './BackupFile.ts';

/** Maintained by the migrations themselves. */
const OWN = 'migrations';
/** Its rows tell running processes what to reload, by transaction ids of this particular cluster. */
const CHANGES = 'changes';

/**
 * All our tables with rows of their own, so partitions but not their parents; tables referenced by foreign
 * keys first.
 */
export async function listTables(client: ClientBase): Promise<TableHeading[]> {
  const { rows: tables } = await client.query<{ table: string; columns: string[] }>(`
    select c.relname::text as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname not in ('${OWN}', '${CHANGES}')
    group by c.relname order by c.relname`);
  const { rows: keys } = await client.query<{ child: string; parent: string }>(`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent
    from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace and conrelid <> confrelid`);
  return inOrder(tables, keys);
}

function inOrder(
  tables: readonly TableHeading[],
  keys: readonly { readonly child: string; readonly parent: string }[],
): TableHeading[] {
  const known = new Map(tables.map((table) => [table.table, table]));
  const ordered = new Set<TableHeading>();
  const under = new Set<string>();
  const visit = (name: string) => {
    const table = known.get(name);
    if (table === undefined || ordered.has(table)) return;
    if (under.has(name)) throw new Error(`The foreign keys of ${name} go in a circle`);
    under.add(name);
    for (const { child, parent } of keys) if (child === name) visit(parent);
    under.delete(name);
    ordered.add(table);
  };
  for (const { table } of tables) visit(table);
  return [...ordered];
}

/** Tables that have partitions. */
export async function listParents(client: ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(`
    select relname::text as name from pg_class
    where relkind = 'p' and relnamespace = current_schema()::regnamespace`);
  return new Set(rows.map(({ name }) => name));
}

export async function listPartitions(client: ClientBase): Promise<Partition[]> {
  const { rows } = await client.query<Partition & Record<string, unknown>>(`
    select c.relname::text as name, p.relname::text as parent,
      pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where c.relispartition and c.relkind = 'r'
      and c.relnamespace = current_schema()::regnamespace
    order by c.relname`);
  return rows;
}

/** Sequences that have been used; because they are read after the rows, they are at or beyond every number in them. */
export async function listSequences(client: ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence & Record<string, unknown>>(`
    select sequencename::text as name, last_value::text as value
    from pg_sequences where schemaname = current_schema() and last_value is not null
    order by sequencename`);
  return rows;
}

export async function listMigrations(client: ClientBase): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration & Record<string, unknown>>(
    `select number, name, checksum from ${OWN} order by number`,
  );
  return rows;
}

/** Names come from the catalog, but are quoted all the same. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
