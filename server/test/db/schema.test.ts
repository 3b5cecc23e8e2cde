import { deepEqual, equal } from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readFile } from 'node:fs/promises';
import { describeSchema } from '#platform/db/migrations/describeSchema.ts';
import { schema } from '#platform/db/schema.ts';
import { useDatabase } from '../support/database.ts';
import { SCHEMA_FILE } from './writeSchema.ts';

type Found = { table: string; column: string; type: string; nullable: boolean; filled: string };

suite('database schema', () => {
  test('the row types describe every table and column of the migrations', async () => {
    const { pool } = await useDatabase();
    // Partitions repeat their parent.
    const { rows } = await pool.query<Found>(`
      select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
        not a.attnotnull as nullable,
        case when a.attidentity <> '' or a.attgenerated <> '' then 'generated'
          when a.atthasdef then 'defaulted' else 'no' end as filled
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition and a.attnum > 0 and not a.attisdropped`);
    const actual = rows.map(({ table, column, type, nullable, filled }) => {
      // A nullable column with a default may be left out either way.
      const rule = nullable ? 'nullable' : filled === 'no' ? 'required' : filled;
      return `${table}.${column} ${type} ${rule}`;
    });
    const expected = Object.entries(schema).flatMap(([table, columns]) =>
      Object.entries(columns).map(
        ([name, column]) => `${table}.${name} ${column.type} ${column.rule}`,
      ),
    );
    deepEqual(actual.toSorted(), expected.toSorted());
  });

  test('schema.sql is up to date; `npm run schema` writes it', async () => {
    const { pool } = await useDatabase();
    equal(await readFile(SCHEMA_FILE, 'utf8'), await describeSchema(pool));
  });

  test('values are read with the types of the row types', async () => {
    const { pool } = await useDatabase();
    const { rows } = await pool.query<Record<string, unknown>>(`
      select 9007199254740991::int8 as safe, 9007199254740993::int8 as wide, null::int8 as none,
        '2026-11-21T10:00:00+02'::timestamptz as moment, '2026-11-21'::date as day,
        '{a,b}'::text[] as list, '{"a":1}'::jsonb as object, '\\x00ff'::bytea as bytes,
        current_setting('TimeZone') as zone, count(*) as total`);
    deepEqual(rows[0], {
      safe: 9007199254740991,
      wide: 9007199254740993n,
      none: null,
      moment: new Date('2026-11-21T08:00:00Z'),
      day: '2026-11-21',
      list: ['a', 'b'],
      object: { a: 1 },
      bytes: Buffer.from([0, 255]),
      zone: 'UTC',
      total: 1,
    });
  });

  test('a 64-bit value survives writing and reading', async () => {
    const { db } = await useDatabase();
    const written = 2n ** 62n + 1n;
    const id = '0190aaaa-0000-7000-8000-000000000001';
    await db
      .insertInto('clicks')
      .values({
        id,
        clicked_at: new Date(),
        link_key: 0,
        project_number: 0,
        kind: 1,
        source: 0,
        visitor: written,
      })
      .execute();
    const row = await db
      .selectFrom('clicks')
      .select('visitor')
      .where('id', '=', id)
      .executeTakeFirst();
    equal(row?.visitor, written);
  });
});
