import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { openFiles } from '#platform/adapters/files.ts';
import type { Files } from '#platform/ports/Files.ts';
import { openStrictStore } from '../support/outside/openStrictStore.ts';

const ADAPTER = join(import.meta.dirname, '../../src/platform/adapters/files.ts');
const ACCOUNT = { id: 'KEY', secret: 'secret', region: 'eu-central-1' };

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
  describe(`files in ${kind}`, () => {
    test('are read back as written, whatever the number and size of parts', async () => {
      const { files } = await open();
      const long = 'x'.repeat(300_000);
      const bytes = await files.write('exports/one/a.csv', parts('é\r\n', long, '🎉'));
      assert.equal(bytes, 3 + 1 + 300_000 + 4);
      assert.equal(await readText(files, 'exports/one/a.csv'), `é\r\n${long}🎉`);
    });

    test('are replaced under the same name, and a failed write leaves nothing behind', async () => {
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

    test('left half-written by a killed process are deleted once they are old', async () => {
      const { files, drafts } = await open();
      await files.write('exports/four/a.csv', parts('a'));
      const entries = await readdir(drafts, { recursive: true, withFileTypes: true });
      const folders = entries
        .filter((entry) => entry.isDirectory())
        .map((entry) => join(entry.parentPath, entry.name));
      const left = [drafts, ...folders].map((name) => join(name, '.0123456789ab.part'));
      for (const path of left) await writeFile(path, 'half');
      const namesNow = async () =>
        (await readdir(drafts, { recursive: true })).filter((name) => name.includes('.part'));
      await files.deleteDrafts(new Date(Date.now() - 60_000));
      assert.equal((await namesNow()).length, left.length);
      await files.deleteDrafts(new Date(Date.now() + 60_000));
      assert.deepEqual(await namesNow(), []);
      assert.equal(await readText(files, 'exports/four/a.csv'), 'a');
    });

    test('that do not exist read as undefined and can be deleted', async () => {
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
test('a write to a full disk fails and leaves no partial file', async () => {
  const place = await mkdtemp(join(tmpdir(), 'fairlead-full-'));
  // A limit on the size of files takes a part of a write and refuses the rest, as a full disk does.
  const script = `
    import { openFiles } from ${JSON.stringify(ADAPTER)};
    async function* content() { yield Buffer.alloc(40_000); yield Buffer.alloc(400_000); }
    const files = openFiles({ url: 'file:files', dataDir: ${JSON.stringify(place)} });
    const bytes = await files.write('a.csv', content()).catch((error) => error.code);
    console.log(bytes);`;
  const child = spawnSync(
    'sh',
    ['-c', 'ulimit -f 200 && exec "$0" --input-type=module -e "$1"', process.execPath, script],
    { encoding: 'utf8' },
  );
  assert.equal(child.stdout.trim(), 'EFBIG', child.stderr);
  assert.deepEqual(await readdir(join(place, 'files')), []);
  await rm(place, { recursive: true });
});

describeFiles('a folder', async () => ({
  files: openFiles({ url: 'file:files', dataDir: folder }),
  drafts: join(folder, 'files'),
}));

let store: ReturnType<typeof openStrictStore> | undefined;
async function openBucket(name = 'bucket', account = ACCOUNT): Promise<Files> {
  const { url } = await (store ??= openStrictStore(ACCOUNT));
  return openFiles({ url: url('some/prefix', account, name), dataDir: folder });
}
describeFiles('a bucket', async () => ({
  files: await openBucket(),
  drafts: join(folder, 'uploads'),
}));

describe('file storage', () => {
  after(async () => {
    await (await store)?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  test('reports a missing bucket and invalid credentials', async () => {
    const absent = await openBucket('absent');
    await assert.rejects(absent.write('a', parts('a')), /bucket of FILES_URL does not exist|404/);
    const forged = await openBucket('bucket', { ...ACCOUNT, id: 'NOBODY' });
    await assert.rejects(forged.write('a', parts('a')), /answered 403/);
  });

  test('a folder is private to its user, and no name leads out of it', async () => {
    const files = openFiles({ url: 'file:private', dataDir: folder });
    await files.write('exports/a.csv', parts('a'));
    const { mode } = await stat(join(folder, 'private/exports/a.csv'));
    assert.equal(mode & 0o777, 0o600);
    await writeFile(join(folder, 'outside'), 'secret');
    await assert.rejects(async () => files.read('../outside'), /leads out of the folder/);
  });

  test("a folder's URL may have a trailing slash or ..", async () => {
    for (const url of [`file://${folder}/slashed/`, 'file:slashed/', `file:a/../slashed`]) {
      const files = openFiles({ url, dataDir: folder });
      await files.write('exports/b.csv', parts('b'));
      assert.equal(await readText(files, 'exports/b.csv'), 'b', url);
      await assert.rejects(async () => files.read('../outside'), /leads out of the folder/);
    }
  });

  test('refuses invalid values of FILES_URL', () => {
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
