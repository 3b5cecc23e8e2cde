import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import S3rver from 's3rver';
import { openFiles } from '../../src/adapters/files.ts';
import type { Files } from '../../src/lib/Files.ts';

const KEYS = 'S3RVER:S3RVER';

async function* parts(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function* broken(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('half');
  throw new Error('the content broke off');
}

async function readText(files: Files, name: string): Promise<string | undefined> {
  const file = await files.read(name);
  if (!file) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.content) chunks.push(chunk);
  const content = Buffer.concat(chunks);
  assert.equal(content.byteLength, file.bytes);
  return content.toString();
}

function describeFiles(kind: string, open: () => Promise<{ files: Files; drafts: string }>): void {
  describe(`files of ${kind}`, () => {
    test('are read as they were written, in parts and beyond one buffer', async () => {
      const { files } = await open();
      const long = 'x'.repeat(300_000);
      const bytes = await files.write('exports/one/a.csv', parts('é\r\n', long, '🎉'));
      assert.equal(bytes, 3 + 1 + 300_000 + 4);
      assert.equal(await readText(files, 'exports/one/a.csv'), `é\r\n${long}🎉`);
    });

    test('replace one of their name, and nothing is left of a write that broke off', async () => {
      const { files, drafts } = await open();
      await files.write('exports/two/a.csv', parts('old'));
      await assert.rejects(files.write('exports/two/a.csv', broken()), /broke off/);
      assert.equal(await readText(files, 'exports/two/a.csv'), 'old');
      await files.write('exports/two/a.csv', parts('new'));
      assert.equal(await readText(files, 'exports/two/a.csv'), 'new');
      const names = await readdir(drafts, { recursive: true }).catch(() => []);
      assert.deepEqual(
        names.filter((name) => name.includes('.part')),
        [],
      );
    });

    test('that are not there: nothing to read, and fine to delete', async () => {
      const { files } = await open();
      assert.equal(await files.read('exports/three/a.csv'), undefined);
      await files.delete('exports/three/a.csv');
      await files.write('exports/three/a.csv', parts('a'));
      await files.delete('exports/three/a.csv');
      assert.equal(await files.read('exports/three/a.csv'), undefined);
    });
  });
}

const folder = await mkdtemp(join(tmpdir(), 'fairlead-files-'));
describeFiles('a folder', async () => ({
  files: openFiles({ url: 'file:files', dataDir: folder }),
  drafts: folder,
}));

let store: Promise<{ emulator: S3rver; port: number }> | undefined;
async function startStore() {
  const emulator = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'bucket', configs: [] }],
  });
  const { port } = await emulator.run();
  return { emulator, port };
}
async function openBucket(name = 'bucket', keys = KEYS): Promise<Files> {
  const { port } = await (store ??= startStore());
  const url = `s3://${keys}@127.0.0.1:${port}/${name}/some/prefix?region=us-east-1&tls=off`;
  return openFiles({ url, dataDir: folder });
}
describeFiles('a bucket', async () => ({
  files: await openBucket(),
  drafts: join(folder, 'uploads'),
}));

describe('files', () => {
  after(async () => {
    await (await store)?.emulator.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('a bucket that is not there, and keys that are wrong, are said', async () => {
    const absent = await openBucket('absent');
    await assert.rejects(absent.write('a', parts('a')), /bucket of FILES_URL does not exist|404/);
    const forged = await openBucket('bucket', 'NOBODY:S3RVER');
    await assert.rejects(forged.write('a', parts('a')), /answered 403/);
  });

  test('a folder is for its user alone, and no name leads out of it', async () => {
    const files = openFiles({ url: 'file:private', dataDir: folder });
    await files.write('exports/a.csv', parts('a'));
    const { mode } = await stat(join(folder, 'private/exports/a.csv'));
    assert.equal(mode & 0o777, 0o600);
    await writeFile(join(folder, 'outside'), 'secret');
    await assert.rejects(async () => files.read('../outside'), /leads out of the folder/);
  });

  test('a URL that is neither says what it must be', () => {
    for (const url of [
      'ftp://x/y',
      'files',
      's3://bucket',
      's3://key:secret@host',
      's3://k:%zz@host/b',
    ]) {
      assert.throws(() => openFiles({ url, dataDir: folder }), /FILES_URL must b/);
    }
  });
});
