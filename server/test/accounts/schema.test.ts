import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openAccounts } from './openAccounts.ts';

test('every model and field of Better Auth has its table and column', async () => {
  await using t = await openAccounts();
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = current_schema()`.execute(t.db);
  const columns = new Set(rows.map((row) => row.name));
  const { tables } = await t.accounts.auth.$context;
  const mapped = Object.values(tables).flatMap(({ modelName, fields }) =>
    ['id', ...Object.entries(fields).map(([name, field]) => field.fieldName ?? name)].map(
      (column) => `${modelName}.${column}`,
    ),
  );
  assert.ok(mapped.length > 40, 'the mapping was read');
  assert.deepEqual(
    mapped.filter((name) => !columns.has(name)),
    [],
  );
});

/** What our verbs keep in the library's tables beside it: each may be null, so that the library can leave it out. */
const OURS: ReadonlySet<string> = new Set([
  'dashboard_sessions.previous_token',
  'dashboard_sessions.rotated_at',
  'two_factors.last_step',
]);

test('every column of the accounts tables is known to Better Auth or listed here', async () => {
  await using t = await openAccounts();
  const { tables } = await t.accounts.auth.$context;
  const known = new Set(
    Object.values(tables).flatMap(({ modelName, fields }) =>
      ['id', ...Object.entries(fields).map(([name, field]) => field.fieldName ?? name)].map(
        (column) => `${modelName}.${column}`,
      ),
    ),
  );
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = current_schema()
      and table_name in ('users', 'dashboard_sessions', 'user_accounts', 'verifications', 'two_factors')`.execute(
    t.db,
  );
  assert.deepEqual(
    rows.map((row) => row.name).filter((name) => !known.has(name) && !OURS.has(name)),
    [],
  );
});
