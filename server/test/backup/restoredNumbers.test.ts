import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { Client } from 'pg';
import { runFairlead } from '../../../cli/test/runFairlead.ts';
import { childEnvironment } from '../support/run/childEnvironment.ts';
import { makeEmptyDatabase, makeMigratedDatabase } from '../support/database.ts';
import { bodyOf } from '../support/callers/person.ts';
import { member, newLink, newProject } from '../support/callers/personas.ts';
import { send, USER_AGENTS } from '../support/callers/request.ts';
import { makeTestFolder } from '../support/startTestServer.ts';
import { SECRET, startServer } from '../support/useServer.ts';
import { until } from '../support/until.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');

test('on another machine, numbers of a restored backup are exact until now, not until the backup', async () => {
  const database = await makeMigratedDatabase();
  const old = await startServer({}, database);
  const project = await newProject({}, old);
  const link = await newLink(project);
  const headers = { host: project.host, 'user-agent': USER_AGENTS.desktop };
  await send({ port: old.port, path: `/${link.slug}`, headers });
  await old.app.ledger.loaded();
  const folder = await makeTestFolder();
  const run = (url: string, argv: string[]) =>
    runFairlead(
      [...argv, '--json'],
      {
        ...childEnvironment,
        DATABASE_URL: url,
        DATA_DIR: folder,
        SECRET,
        ADMIN_TOKEN: 'an admin token of a restored server',
      },
      REPOSITORY,
    );
  const file = join(folder, 'fairlead.backup');
  assert.equal((await run(database, ['backup', file])).err, '');
  const backedUpAt = Date.now();
  const target = await makeEmptyDatabase();
  assert.equal((await run(target, ['restore', file])).err, '');

  const restored = { ...project, server: await startServer({}, target) };
  const readExactUntil = async () => {
    const params = { projectId: project.project.id };
    const reply = await member(restored)(operations.getProjectAnalytics, { params, query: {} });
    return Date.parse(bodyOf(reply, 200).exactUntil);
  };
  await until('its numbers are exact', async () => (await readExactUntil()) > backedUpAt);
  // The position stays: the folder of the old machine's journal may go on with this database.
  const client = new Client({ connectionString: target });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int from journals where position > 0',
  );
  await client.end();
  assert.ok(rows[0]!.count > 0);
});
