import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { migrate } from '#platform/db/migrations/migrate.ts';
import { query } from '../support/embeddedDatabase.ts';
import { openCluster } from '../support/outside/openCluster.ts';
import { silentLog } from '../support/silentLog.ts';

const FILE = join(import.meta.dirname, '../../../deploy/compose.postgres.yaml');

interface ComposeFile {
  readonly configs: Readonly<Record<string, { readonly content: string }>>;
}

test("the compose file's role owns its database and is no superuser", async () => {
  const { configs } = parse(await readFile(FILE, 'utf8')) as ComposeFile;
  const [, sql = ''] = /<<'SQL'\n([^]*)^SQL$/m.exec(configs['roles']?.content ?? '') ?? [];
  const cluster = await openCluster();
  // The cluster has them already, made in our own way.
  await cluster.tell('drop database fairlead');
  await cluster.tell('drop role fairlead');
  for (const statement of sql.split(';\n').filter((each) => each.trim() !== '')) {
    await cluster.tell(statement.replace(":'password'", "'a password'"));
  }
  const roles = await cluster.tell(`
    select rolname, rolsuper, rolcreaterole, rolreplication from pg_roles
    where rolname in ('fairlead', 'replica') order by rolname`);
  const may = { rolsuper: false, rolcreaterole: false };
  assert.deepEqual(roles, [
    { rolname: 'fairlead', ...may, rolreplication: false },
    { rolname: 'replica', ...may, rolreplication: true },
  ]);
  const connectionString = cluster.urlOf('fairlead', 'a password');
  await migrate({ connectionString, log: silentLog });
  await assert.rejects(
    query({ connectionString }, "copy (select 1) to program 'true'"),
    /permission denied/,
  );
});
