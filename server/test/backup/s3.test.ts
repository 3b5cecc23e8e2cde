import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { runFairlead } from '../../../cli/test/runFairlead.ts';
import { openBackupPlace } from '#platform/adapters/backupPlaces.ts';
import { connectS3 } from '#platform/adapters/connectS3.ts';
import { uploadParts } from '#platform/adapters/uploadParts.ts';
import { makeEmptyDatabase, makeMigratedDatabase } from '../support/database.ts';
import { openStrictStore } from '../support/outside/openStrictStore.ts';
import { newLink, newProject } from '../support/callers/personas.ts';
import { makeTestFolder } from '../support/startTestServer.ts';
import { SECRET, startServer } from '../support/useServer.ts';
import { childEnvironment } from '../support/run/childEnvironment.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');
const ACCOUNT = { id: 'KEY', secret: 'a+secret/of the store', region: 'eu-central-1' };

async function run(database: string, argv: readonly string[], env: Record<string, string> = {}) {
  const all = {
    ...childEnvironment,
    DATABASE_URL: database,
    DATA_DIR: await makeTestFolder(),
    SECRET,
    ADMIN_TOKEN: 'an admin token of a restored server',
    ...env,
  };
  return runFairlead([...argv, '--json'], all, REPOSITORY);
}

/** Bytes in chunks that fit no part. */
async function* chunksOf(content: Buffer, broken = false): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < content.length; from += 700) yield content.subarray(from, from + 700);
  if (broken) throw new Error('the content broke off');
}

describe('backup to S3', () => {
  test('is written, verified and restored with the credentials of FILES_URL', async () => {
    await using store = await openStrictStore(ACCOUNT);
    const FILES_URL = store.url('exports');
    const address = `s3://${new URL(FILES_URL).host}/bucket/backups/nightly.backup`;
    const database = await makeMigratedDatabase();
    const server = await startServer({}, database);
    const link = await newLink(await newProject({}, server), { slug: 'kept' });

    const written = await run(database, ['backup', address], { FILES_URL });
    assert.equal(written.err, '');
    const summary = JSON.parse(written.out) as { file: string; bytes: number; rows: number };
    assert.equal(summary.file, address);
    assert.ok(summary.bytes > 1_000);
    const verified = await run('', ['restore', address, '--verify'], {
      FILES_URL,
      DATABASE_URL: '',
    });
    assert.equal((JSON.parse(verified.out) as { rows: number }).rows, summary.rows);

    const target = await makeEmptyDatabase();
    const restored = await run(target, ['restore', address], { FILES_URL });
    assert.equal(restored.err, '');
    const again = await startServer({}, target);
    const found = await again.app.db
      .selectFrom('links')
      .select('id')
      .where('slug', '=', 'kept')
      .execute();
    assert.deepEqual(found, [{ id: link.id }]);
  });

  test('reports a missing object or bucket and wrong or missing credentials', async () => {
    await using store = await openStrictStore(ACCOUNT);
    const database = await makeMigratedDatabase();
    const nothing = await run('', ['restore', store.url('none.backup'), '--verify'], {
      DATABASE_URL: '',
    });
    assert.equal(nothing.status, 1);
    assert.match(nothing.err, /^s3:\/\/127\.0\.0\.1:\d+\/bucket\/none\.backup is not there$/m);
    assert.doesNotMatch(nothing.err, /secret/);
    const forged = store.url('none.backup', { ...ACCOUNT, secret: 'wrong' });
    const refused = await run(database, ['backup', forged]);
    assert.match(refused.err, /^The file store answered 403 to POST: SignatureDoesNotMatch/);
    const bare = await run(database, ['backup', 's3://s3.example.com/bucket/x']);
    assert.match(bare.err, /must be like s3:\/\/KEY:SECRET@/);
    const lost = store.url('x', ACCOUNT, 'nowhere');
    assert.match(
      (await run(database, ['backup', lost])).err,
      /the bucket or the upload does not exist/,
    );
  });

  test('is uploaded in parts, and a failed upload leaves none', async () => {
    await using store = await openStrictStore(ACCOUNT);
    const connection = connectS3(store.url('parts.backup'), 'It', 'this');
    const content = randomBytes(10_000);
    assert.equal(await uploadParts(connection, chunksOf(content), 4_096), 10_000);
    const read: Uint8Array[] = [];
    const kept = await openBackupPlace(store.url('parts.backup')).read();
    for await (const chunk of kept ?? []) read.push(chunk);
    assert.deepEqual(Buffer.concat(read), content);

    const broken = connectS3(store.url('broken.backup'), 'It', 'this');
    await assert.rejects(uploadParts(broken, chunksOf(content, true), 4_096), /broke off/);
    assert.equal(await openBackupPlace(store.url('broken.backup')).read(), undefined);
    assert.equal(store.uploads(), 0);
    assert.deepEqual(store.keys(), ['/bucket/parts.backup']);
  });
});
