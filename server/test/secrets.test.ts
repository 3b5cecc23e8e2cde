import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '#platform/config/config.ts';
import { readSecrets } from '#platform/config/secrets.ts';
import { makeTestFolder } from './support/startTestServer.ts';

test('secrets cannot be made in a DATA_DIR that cannot be written, and the error says what to do', async () => {
  const file = join(await makeTestFolder(), 'file');
  await writeFile(file, '');
  const dataDir = join(file, 'data');
  await assert.rejects(readSecrets(readConfig({ DATA_DIR: dataDir })), {
    message: new RegExp(
      `^DATA_DIR ${dataDir} cannot be used \\(ENOTDIR.+: choose a folder that is`,
    ),
  });
});
