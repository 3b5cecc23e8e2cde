import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { createLoader, type Target } from '#visits/journal/createLoader.ts';
import { openJournal } from '#visits/journal/openJournal.ts';
import { silentLog } from '../support/silentLog.ts';
import { until } from '../support/until.ts';

/** What a target has been given, in memory; `position` is where it begins. */
function makeTarget(position: number) {
  const stored: string[] = [];
  const target: Target = {
    findPosition: () => Promise.resolve(position),
    load(batch) {
      stored.push(...batch.records);
      return Promise.resolve(true);
    },
    noteLoaded: () => Promise.resolve(),
  };
  return { target, stored };
}

/** `files`: what is in its folder before. */
async function useJournal(files: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-loader-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const journal = await openJournal({ folder, log: silentLog });
  return {
    journal,
    async [Symbol.asyncDispose]() {
      await journal[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

describe('the journal loader', () => {
  test('tells of all that is not loaded at any moment: before the first batch, and between two', async () => {
    await using made = await useJournal();
    const { journal } = made;
    await journal.append('of before');
    const { target, stored } = makeTarget(0);
    const told: unknown[] = [];
    const tell = () => {
      const { records, bytes } = loader.backlog();
      told.push([stored.length, records, bytes > 0]);
    };
    const watched: typeof journal = Object.create(journal, {
      read: {
        value: async (from: number, maxBytes: number) => {
          const read = await journal.read(from, maxBytes);
          // The second time: the first tells what there is.
          if (stored.length > 0 || told.push('asked') > 1) tell();
          return read;
        },
      },
      release: { value: async () => tell() },
    });
    await using loader = createLoader({
      journal: watched,
      target: {
        ...target,
        async load(batch) {
          // Answered after the batch was read.
          if (stored.length === 0)
            for (const each of ['second', 'third']) await journal.append(each);
          return target.load(batch);
        },
      },
      log: silentLog,
    });
    await until('everything is loaded', () => stored.length === 3);
    await loader.loaded();
    assert.deepEqual(told, [
      'asked',
      'asked',
      [0, 1, true],
      [1, 2, true],
      [1, 2, true],
      [3, 0, false],
    ]);
  });

  test('what waits is as old as its arrival, though it is not read yet and nothing came for long', async (t) => {
    await using made = await useJournal();
    const { journal } = made;
    await journal.append('first');
    const { target, stored } = makeTarget(0);
    const reading = Promise.withResolvers<void>();
    const watched: typeof journal = Object.create(journal, {
      read: {
        value: async (from: number, maxBytes: number) => {
          if (stored.length > 0) await reading.promise;
          return journal.read(from, maxBytes);
        },
      },
    });
    await using loader = createLoader({ journal: watched, target, log: silentLog });
    // Whatever happens, or the loader would not end.
    using _ends = { [Symbol.dispose]: () => reading.resolve() };
    await until('the first is loaded', () => loader.backlog().bytes === 0);
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_600_000 });
    await journal.append('second');
    await until('its arrival is known', () => loader.backlog().seconds === 0);
    t.mock.timers.tick(7_000);
    assert.deepEqual(loader.backlog(), { ...loader.backlog(), records: 1, seconds: 7 });
  });

  test('does not make readers wait when everything is loaded before the position is known', async () => {
    await using made = await useJournal();
    const { journal } = made;
    await journal.append('of before');
    const { target, stored } = makeTarget(journal.end);
    await using loader = createLoader({ journal, target, log: silentLog, patience: 0.05 });
    await loader.loaded();
    assert.deepEqual(stored, []);
  });

  test('makes readers wait only for records that are durable', async () => {
    await using made = await useJournal();
    const { journal } = made;
    const { target, stored } = makeTarget(0);
    await using loader = createLoader({ journal, target, log: silentLog });
    await journal.append('first');
    await loader.loaded();
    assert.deepEqual(stored, ['first']);
  });

  test('loads a folder that is older than the database again, also if it has grown before that is known', async () => {
    await using made = await useJournal();
    const { journal } = made;
    await journal.append('of before');
    const { id } = journal;
    const loaded = journal.end + 1;
    const { target, stored } = makeTarget(0);
    let isAway = true;
    await using loader = createLoader({
      journal,
      target: {
        ...target,
        async findPosition(journalId, start) {
          if (isAway) throw new Error('away');
          return journalId === id ? loaded : start;
        },
      },
      log: silentLog,
    });
    while (journal.end <= loaded) await journal.append('of afterwards');
    isAway = false;
    await until('everything is loaded', () => loader.backlog().bytes === 0);
    assert.deepEqual([...new Set(stored)], ['of before', 'of afterwards']);
  });

  test('is told that another process has loaded: reads its position again, and releases nothing before', async () => {
    await using made = await useJournal();
    const { journal } = made;
    await journal.append('first');
    const first = journal.end;
    const released: number[] = [];
    const release = async (position: number) => void released.push(position);
    const watched: typeof journal = Object.create(journal, { release: { value: release } });
    const { target, stored } = makeTarget(0);
    let position = 0;
    await using loader = createLoader({
      journal: watched,
      target: {
        ...target,
        findPosition: async () => position,
        async load(batch) {
          // The other one was quicker.
          if (position === 0) position = first;
          if (batch.from !== position) return false;
          position = batch.to;
          return target.load(batch);
        },
      },
      log: silentLog,
    });
    await loader.loaded();
    assert.deepEqual([stored, released], [[], []]);
    await journal.append('second');
    await loader.loaded();
    assert.deepEqual([stored, released], [['second'], [journal.end]]);
  });

  test('goes on where the journal begins if everything before is gone', async () => {
    await using made = await useJournal({ '0000000000001000.journal': '' });
    const { journal } = made;
    const { target, stored } = makeTarget(500);
    const errors: string[] = [];
    const log = { ...silentLog, error: (_: object, message: string) => void errors.push(message) };
    await using loader = createLoader({ journal, target, log });
    await loader.loaded();
    await journal.append('first');
    await loader.loaded();
    assert.deepEqual(stored, ['first']);
    assert.deepEqual(errors, ['The journal begins after what was loaded of it']);
  });

  test('tries again when the journal cannot be read', async () => {
    await using made = await useJournal();
    const { journal } = made;
    let isBroken = true;
    const read: typeof journal.read = (from, maxBytes) =>
      isBroken ? Promise.reject(new Error('EIO')) : journal.read(from, maxBytes);
    const failing: typeof journal = Object.create(journal, { read: { value: read } });
    const { target, stored } = makeTarget(0);
    const warned = Promise.withResolvers<void>();
    const log = { ...silentLog, warn: () => warned.resolve() };
    await using loader = createLoader({ journal: failing, target, log });
    await journal.append('first');
    await warned.promise;
    isBroken = false;
    await loader.loaded();
    assert.deepEqual(stored, ['first']);
  });

  test('loads what is left before it stops, also while a batch is under way', async () => {
    await using made = await useJournal();
    const { journal } = made;
    const { target, stored } = makeTarget(0);
    const begun = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const notes: (Date | null)[] = [];
    const loader = createLoader({
      journal,
      target: {
        ...target,
        async load(batch) {
          begun.resolve();
          await commit.promise;
          return target.load(batch);
        },
        noteLoaded: async (_, until) => void notes.push(until),
      },
      log: silentLog,
    });
    await journal.append('first');
    await begun.promise;
    await journal.append('second');
    const stopped = loader[Symbol.asyncDispose]();
    commit.resolve();
    await stopped;
    assert.deepEqual(stored, ['first', 'second']);
    assert.equal(notes.at(-1), null);
  });

  test('gives a batch that was begun before the same end again, then goes on', async () => {
    await using made = await useJournal();
    const { journal } = made;
    const ends: number[] = [];
    for (const record of ['first', 'second', 'third']) {
      await journal.append(record);
      ends.push(journal.end);
    }
    const batches: { readonly to: number; readonly records: readonly string[] }[] = [];
    const { target } = makeTarget(0);
    await using loader = createLoader({
      journal,
      target: {
        ...target,
        findBatchEnd: async (_, from) => (from === 0 ? ends[1]! : null),
        async load({ to, records }) {
          batches.push({ to, records });
          return true;
        },
      },
      log: silentLog,
    });
    await loader.loaded();
    assert.deepEqual(batches, [
      { to: ends[1], records: ['first', 'second'] },
      { to: ends[2], records: ['third'] },
    ]);
  });
});
