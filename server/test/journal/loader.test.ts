import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
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

async function useJournal() {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-loader-'));
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
