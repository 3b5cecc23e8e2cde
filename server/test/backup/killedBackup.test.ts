import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client } from 'pg';
import { findProcess } from '#platform/lib/process/processes.ts';
import { childEnvironment } from '../support/run/childEnvironment.ts';
import { makeMigratedDatabase } from '../support/database.ts';
import { makeTestFolder } from '../support/startTestServer.ts';
import { until } from '../support/until.ts';
import { COMMAND_LINE } from '../support/run/programs.ts';

const linux = process.platform === 'linux' ? {} : { skip: 'asks /proc for child processes' };

test('killing `fairlead backup` kills the process that writes the file', linux, async () => {
  const database = await makeMigratedDatabase();
  const folder = await makeTestFolder();
  const file = join(folder, 'fairlead.backup');
  const locker = new Client({ connectionString: database });
  await locker.connect();
  await locker.query('begin; lock table users in access exclusive mode');
  const child = spawn(process.execPath, [COMMAND_LINE, 'backup', file], {
    stdio: 'ignore',
    env: {
      ...childEnvironment,
      DATABASE_URL: database,
      DATA_DIR: folder,
      SECRET: 'a-secret-of-backups-that-are-killed',
      ADMIN_TOKEN: 'an-admin-token-of-killed-backups',
    },
  });
  const exists = (path: string) =>
    access(path).then(
      () => true,
      () => false,
    );
  await until('it is written', () => exists(`${file}.part`));
  const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
  const [writer] = children.split(' ').filter(Boolean).map(Number);
  assert.ok(writer !== undefined);
  child.kill('SIGKILL');
  await once(child, 'close');
  await until('the writer is gone', async () => (await findProcess(writer)) === undefined);
  await locker.end();
  assert.equal(await exists(file), false);
});
