import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import type { Journal } from '#visits/journal/Journal.ts';
import { type JournalOptions, openJournal } from '#visits/journal/openJournal.ts';
import { namePidSpace } from '#platform/lib/process/processes.ts';
import { endings } from '../support/run/endings.ts';
import { silentLog } from '../support/silentLog.ts';
import { LossyFiles } from './LossyFiles.ts';
import { until } from '../support/until.ts';

const FOLDER = '/journal';

function open(files: LossyFiles, options: Partial<JournalOptions> = {}): Promise<Journal> {
  return openJournal({ folder: FOLDER, log: silentLog, files, ...options });
}

/** Everything that a loader would see from a position on, in small batches. */
async function readAll(journal: Journal, from = journal.start): Promise<string[]> {
  const records: string[] = [];
  for (let position = from; ;) {
    const batch = await journal.read(position, 100);
    if (batch === null) return records;
    assert.ok(batch.end > position, 'reading goes on');
    records.push(...batch.frames.flatMap((frame) => frame.records));
    position = batch.end;
  }
}

const refused = { code: 'UNAVAILABLE', headers: { 'retry-after': '5' } };

describe('the click journal', () => {
  test('returns records in order, also after a restart', async () => {
    const files = new LossyFiles();
    const journal = await open(files);
    const records = Array.from({ length: 300 }, (_, index) => `["${index}","ß→語"]`);
    await Promise.all(records.slice(0, 150).map((record) => journal.append(record)));
    for (const record of records.slice(150)) await journal.append(record);
    assert.deepEqual(await readAll(journal), records);
    assert.equal(journal.nextRecord, 300);
    await journal[Symbol.asyncDispose]();
    const again = await open(files);
    assert.deepEqual(await readAll(again), records);
    assert.deepEqual([again.end, again.nextRecord, again.id], [journal.end, 300, journal.id]);
    await again.append('more');
    assert.deepEqual(await readAll(again, journal.end), ['more']);
  });

  test('writes simultaneous records together', async () => {
    const writes: number[] = [];
    const journal = await open(new LossyFiles(), { onStored: (records) => writes.push(records) });
    await Promise.all(Array.from({ length: 500 }, (_, index) => journal.append(`${index}`)));
    assert.deepEqual(writes, [500]);
  });

  test('keeps every unloaded record when power fails while segments are deleted', async () => {
    for (let steps = 0; steps < 12; steps += 1) {
      const files = new LossyFiles();
      const journal = await open(files, { segmentBytes: 200, keptMs: 0 });
      const records = Array.from({ length: 40 }, (_, index) => `"${index} ${'x'.repeat(30)}"`);
      let loaded = 0;
      for (const [index, record] of records.entries()) {
        await journal.append(record);
        if (index === 29) loaded = journal.end;
      }
      const released = journal.release(loaded);
      for (let step = 0; step < steps; step += 1) await Promise.resolve();
      const after = await open(files.losePower(), { segmentBytes: 200, keptMs: 0 });
      assert.ok(after.start <= loaded, `${steps} steps`);
      assert.equal(after.end, journal.end);
      assert.deepEqual(await readAll(after, loaded), records.slice(30));
      await after.append('next');
      assert.equal((await readAll(after, loaded)).at(-1), 'next');
      await released;
    }
  });

  test('keeps every acknowledged record when power fails, wherever the last write ends', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ maxLength: 200 }), { minLength: 1, maxLength: 40 }),
        fc.nat({ max: 60 }),
        fc.nat(),
        fc.integer({ min: 50, max: 2000 }),
        async (texts, answered, cut, segmentBytes) => {
          const files = new LossyFiles();
          const records = texts.map((text) => JSON.stringify([text]));
          const journal = await open(files, { segmentBytes });
          const kept = records.slice(0, answered);
          for (const record of kept) await journal.append(record);
          // What a write that never returned has left on the disk.
          const whole = await open(files, { segmentBytes });
          const segment = files.names().findLast((name) => name.endsWith('.journal'));
          const before = segment === undefined ? 0 : files.content(segment).length;
          for (const record of records.slice(answered)) await whole.append(record);
          const written = segment === undefined ? Buffer.alloc(0) : files.content(segment);
          const bytes = written.subarray(before, before + (cut % (written.length + 1)));
          const name = segment ?? '';
          const after = await open(dropAfter(files, segment, before).losePower({ name, bytes }), {
            segmentBytes,
          });
          const found = await readAll(after);
          assert.deepEqual(found.slice(0, kept.length), kept);
          assert.deepEqual(found, records.slice(0, found.length));
          await after.append('next');
          assert.deepEqual(await readAll(after), [...found, 'next']);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('loses only the damaged group when a segment is damaged, and logs it', async () => {
    const files = new LossyFiles();
    const journal = await open(files);
    for (let index = 0; index < 20; index += 1) await journal.append(`"record ${index}"`);
    const name = files.names().find((each) => each.endsWith('.journal')) ?? '';
    const bytes = Buffer.from(files.content(name));
    bytes.writeUInt8(bytes.readUInt8(500) ^ 255, 500);
    files.put(name, bytes);
    const told: string[] = [];
    const log = { ...silentLog, error: (_: object, message: string) => void told.push(message) };
    const after = await open(files, { log });
    const found = await readAll(after);
    assert.equal(found.length, 19);
    assert.deepEqual([found[0], found.at(-1)], ['"record 0"', '"record 19"']);
    assert.deepEqual(told, ['A part of the journal is damaged']);
    assert.equal(after.end, journal.end);
  });

  test('refuses records while the disk is full, leaves no partial ones and recovers', async () => {
    const files = new LossyFiles();
    const journal = await open(files);
    await journal.append('"kept"');
    for (const stuck of [false, true]) {
      Object.assign(files.trouble, { room: 40, stuck });
      await assert.rejects(
        journal.append('"never said to be kept, and longer than the room"'),
        refused,
      );
      assert.equal(journal.isStoring(), false);
      // A crash at this moment.
      assert.deepEqual(await readAll(await open(files.losePower())), ['"kept"']);
      delete files.trouble.room;
      files.trouble.stuck = false;
      await until('it stores again', () => journal.isStoring());
    }
    await journal.append('"later"');
    const kept = (records: readonly string[]) => records.filter((record) => record !== '');
    assert.deepEqual(kept(await readAll(journal)), ['"kept"', '"later"']);
    assert.deepEqual(kept(await readAll(await open(files.losePower()))), ['"kept"', '"later"']);
  });

  test('refuses records beyond its queue limit at once, and queued ones after a timeout', async () => {
    const files = new LossyFiles();
    const journal = await open(files, { maxWaiting: 10, patience: 0.03 });
    const { promise, resolve } = Promise.withResolvers<void>();
    files.trouble.hold = promise;
    const first = journal.append('"in the write under way"');
    await until('the write is under way', () => journal.unanswered().under_way > 0, { everyMs: 0 });
    const waiting = Array.from({ length: 10 }, () => journal.append('"waits"'));
    await assert.rejects(journal.append('"one more"'), refused);
    const all = await Promise.allSettled([first, ...waiting]);
    assert.deepEqual(new Set(all.map(({ status }) => status)), new Set(['rejected']));
    resolve();
    await journal.append('"afterwards"');
    // What waited was given up; only a write that was under way may have come through.
    assert.deepEqual(await readAll(journal), ['"in the write under way"', '"afterwards"']);
  });

  test('deletes loaded segments, and positions continue across restarts', async () => {
    const files = new LossyFiles();
    const journal = await open(files, { segmentBytes: 200, keptMs: 0 });
    for (let index = 0; index < 30; index += 1) await journal.append(`"record ${index}"`);
    const segments = () => files.names().filter((name) => name.endsWith('.journal')).length;
    assert.ok(segments() > 5);
    const middle = (await journal.read(0, 700))!.end;
    await journal.release(middle);
    assert.ok(journal.start <= middle && journal.start > 0);
    const rest = await readAll(journal, middle);
    await journal.release(journal.end);
    assert.equal(segments(), 1);
    const again = await open(files.losePower());
    assert.equal(again.end, journal.end);
    assert.equal(rest.at(-1), '"record 29"');
    await again.append('"30"');
    assert.deepEqual(await readAll(again, journal.end), ['"30"']);
  });

  test('keeps loaded segments for a while, for a database that loses its last transactions', async () => {
    const files = new LossyFiles();
    const journal = await open(files, { segmentBytes: 200, keptMs: 60_000 });
    for (let index = 0; index < 30; index += 1) await journal.append(`"record ${index}"`);
    await journal.release(journal.end);
    assert.equal((await readAll(journal)).length, 30);
    // Nobody knows how long those of an earlier process have been loaded.
    const again = await open(files.losePower(), { segmentBytes: 200, keptMs: 60_000 });
    await again.release(again.end);
    assert.ok((await readAll(again, again.start)).length < 30);
  });

  test('a folder has one process at a time, but can be taken over from a killed one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fairlead-test-'));
    try {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'holdJournal.ts'), folder], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(child.stdout, 'data');
      await assert.rejects(openJournal({ folder, log: silentLog }), {
        message: `JOURNAL_DIR ${folder} is in use by process ${child.pid}; give each node a DATA_DIR or JOURNAL_DIR of its own`,
      });
      child.kill('SIGKILL');
      await once(child, 'exit');
      await using journal = await openJournal({ folder, log: silentLog });
      assert.deepEqual(await readAll(journal), ['"of the other process"']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('a process that stood still while another one took its folder over ends, and answers nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fairlead-test-'));
    const child = spawn(process.execPath, [join(import.meta.dirname, 'holdJournal.ts'), folder], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    try {
      let [said, complained] = ['', ''];
      child.stdout.on('data', (data: Buffer) => (said += data.toString()));
      child.stderr.on('data', (data: Buffer) => (complained += data.toString()));
      await until('it is open', () => said.includes('open'));
      child.kill('SIGSTOP');
      const stoppedAt = performance.now();
      // As one in another container does, once this one has been silent for long.
      const another = JSON.stringify({ pid: 1, startedAt: '1', space: 'another container' });
      await writeFile(join(folder, 'owner.json'), another);
      child.stdin.write('a click\n');
      await until('it stood still for long', () => performance.now() - stoppedAt > 4_000);
      child.kill('SIGCONT');
      await until('it ends', () => child.exitCode !== null);
      assert.equal(child.exitCode, 1);
      assert.doesNotMatch(said, /durable/);
      assert.match(complained, /^While this process stood still, another one has taken over .+\n$/);
      assert.equal(await readFile(join(folder, 'owner.json'), 'utf8'), another);
    } finally {
      child.kill('SIGKILL');
      await rm(folder, { recursive: true });
    }
  });

  test('a folder that cannot be written is refused with a sentence, also with the claim of a dead process', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fairlead-test-'));
    try {
      const dead = { pid: 4_194_304, startedAt: '1', space: await namePidSpace() };
      await writeFile(join(folder, 'owner.json'), JSON.stringify(dead));
      await chmod(folder, 0o555);
      const child = spawn(process.execPath, [join(import.meta.dirname, 'holdJournal.ts'), folder], {
        stdio: ['ignore', 'ignore', 'pipe'],
        // Root may write everywhere.
        ...(process.getuid?.() === 0 && { uid: 65_534 }),
      });
      let complained = '';
      child.stderr.on('data', (data: Buffer) => (complained += data.toString()));
      endings.defer(() => void child.kill('SIGKILL'));
      await until('it ends', () => child.exitCode !== null);
      assert.ok(complained.includes(`JOURNAL_DIR ${folder} cannot be used (E`), complained);
    } finally {
      await chmod(folder, 0o755);
      await rm(folder, { recursive: true });
    }
  });
});

/** The disk as it was before a segment grew further and others followed. */
function dropAfter(files: LossyFiles, segment: string | undefined, bytes: number): LossyFiles {
  const before = new LossyFiles();
  for (const name of files.names()) {
    if (!name.endsWith('.journal')) before.put(name, files.content(name));
    else if (segment !== undefined && name <= segment) {
      const content = files.content(name);
      before.put(name, name === segment ? content.subarray(0, bytes) : content);
    }
  }
  return before;
}
