import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { hasLocalStore, openLocalStore } from '#platform/db/local/openLocalStore.ts';
import { silentLog } from '../support/silentLog.ts';
import { until } from '../support/until.ts';

const HOUR = 60 * 60 * 1000;
const folders: string[] = [];
after(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function makeStore() {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-store-'));
  folders.push(folder);
  const clock = { time: Date.UTC(2026, 5, 1) };
  const open = (release = '1.0.0', maxEntries?: number) =>
    openLocalStore({
      folder,
      release,
      log: silentLog,
      now: () => clock.time,
      ...(maxEntries !== undefined && { maxEntries }),
    });
  return { folder, clock, open };
}

const LINK = { slug: 'summer', createdAt: new Date('2026-01-02T03:04:05Z'), parameters: { n: 1 } };

describe('the local store', () => {
  test('can be read by no one else, whatever its folder and the umask allow', async () => {
    const { folder, open } = await makeStore();
    const path = join(folder, 'seen.sqlite');
    await chmod(folder, 0o777);
    const modes = async () =>
      Promise.all(['', '-wal', '-shm'].map(async (end) => (await stat(path + end)).mode & 0o777));
    const before = process.umask(0);
    try {
      using store = open();
      store.keep('link a', { slug: 'a' });
      assert.deepEqual(await modes(), [0o600, 0o600, 0o600]);
    } finally {
      process.umask(before);
    }
    await chmod(path, 0o644);
    using _ = open();
    assert.deepEqual(await modes(), [0o600, 0o600, 0o600]);
  });

  test('returns stored values, dates included, also in the next process', async () => {
    const { folder, open } = await makeStore();
    assert.ok(!hasLocalStore(folder));
    {
      using store = open();
      store.keep('link a', LINK);
      assert.deepEqual(store.find('link a'), LINK);
    }
    assert.ok(hasLocalStore(folder));
    using store = open();
    assert.deepEqual(store.find('link a'), LINK);
    assert.equal(store.find('link b'), undefined);
  });

  test('keeps the latest value and drops deleted ones', async () => {
    const { open } = await makeStore();
    {
      using store = open();
      store.keep('link a', LINK);
    }
    {
      using store = open();
      store.keep('link a', { ...LINK, slug: 'winter' });
      store.keep('link b', LINK);
      store.hear('link b');
      assert.equal(store.find('link b'), undefined);
    }
    using store = open();
    assert.deepEqual(store.find('link a'), { ...LINK, slug: 'winter' });
    assert.equal(store.find('link b'), undefined);
  });

  test('what was looked up is stored after two seconds, unless a change of it is heard before', async () => {
    const { clock, open } = await makeStore();
    using store = open();
    using other = open();
    for (const name of ['a x', 'a y', 'b x', 'b y']) store.keep(`link ${name}`, LINK);
    store.hear('link a x');
    store.hearOf('link b');
    assert.equal(store.find('link a x'), undefined);
    assert.equal(store.find('link b x'), undefined);
    clock.time += 2_000;
    await until('it is stored', () => other.find('link a y') !== undefined);
    for (const name of ['a x', 'b x', 'b y']) assert.equal(other.find(`link ${name}`), undefined);
  });

  test('what was looked up after a change is not deleted by a process that hears of it later', async () => {
    const { clock, open } = await makeStore();
    using first = open();
    first.hear('link a');
    first.keep('link a', LINK);
    {
      using late = open();
      late.hear('link a');
    }
    clock.time += 2_000;
    using other = open();
    await until('it is stored', () => other.find('link a') !== undefined);
    assert.deepEqual(first.find('link a'), LINK);
  });

  test('a stored value that has changed is deleted, for every process', async () => {
    const { open } = await makeStore();
    {
      using store = open();
      store.keep('link a', LINK);
      store.keep('link b', LINK);
    }
    using other = open();
    assert.deepEqual(other.find('link a'), LINK);
    {
      using store = open();
      store.hear('link a');
      store.keep('link b', undefined);
    }
    assert.equal(other.find('link a'), undefined);
    assert.equal(other.find('link b'), undefined);
  });

  test('drops entries unseen for a day, but not those seen again', async () => {
    const { clock, open } = await makeStore();
    const keep = async (key: string) => {
      using store = open();
      store.keep(key, LINK);
    };
    await keep('link old');
    await keep('link seen');
    clock.time += 20 * HOUR;
    await keep('link seen');
    clock.time += 5 * HOUR;
    using store = open();
    assert.equal(store.find('link old'), undefined);
    assert.deepEqual(store.find('link seen'), LINK);
  });

  test('holds a maximum of entries, the newest', async () => {
    const { clock, open } = await makeStore();
    for (let number = 0; number < 6; number += 1) {
      using store = open('1.0.0', 3);
      store.keep(`link ${number}`, LINK);
      clock.time += HOUR;
    }
    using store = open();
    const known = [0, 1, 2, 3, 4, 5].filter((number) => store.find(`link ${number}`));
    assert.deepEqual(known, [3, 4, 5]);
  });

  test('is empty after an upgrade and recreated when damaged', async () => {
    const { folder, open } = await makeStore();
    const fill = async () => {
      using store = open();
      store.keep('link a', LINK);
    };
    await fill();
    {
      using store = open('2.0.0');
      assert.equal(store.find('link a'), undefined);
    }
    await writeFile(join(folder, 'seen.sqlite'), 'no database at all, but long enough to look');
    await fill();
    using store = open();
    assert.deepEqual(store.find('link a'), LINK);
  });

  test('goes on in a new file when another process has replaced a damaged one', async () => {
    const { folder, clock, open } = await makeStore();
    using first = open();
    first.keep('link a', LINK);
    for (const suffix of ['', '-wal', '-shm']) {
      await rm(join(folder, `seen.sqlite${suffix}`), { force: true });
    }
    using second = open();
    await until('it is in the new file', () => {
      first.keep('link a', LINK);
      clock.time += 2_000;
      return second.find('link a') !== undefined;
    });
  });
});
