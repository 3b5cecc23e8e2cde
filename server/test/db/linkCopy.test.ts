import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { LinkCopy } from '#platform/db/local/openLinkCopy.ts';
import { openLocalStore } from '#platform/db/local/openLocalStore.ts';
import { endings } from '../support/run/endings.ts';
import { silentLog } from '../support/silentLog.ts';

const SCOPES = ['project', 'scheme', 'domain', 'key', 'link'];

async function openCopy() {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-link-copy-'));
  endings.defer(() => rm(folder, { recursive: true, force: true }));
  const clock = { time: Date.UTC(2026, 5, 1) };
  const open = () =>
    openLocalStore({
      folder,
      release: '1.0.0',
      fill: 'complete',
      log: silentLog,
      now: () => clock.time,
    });
  return { open, clock };
}

/** Copies what is due, as if a scope had these entries, one to a page. */
async function copyDue(copy: LinkCopy, entries: Readonly<Record<string, object>>): Promise<void> {
  for (let recopy = copy.nextRecopy(); recopy !== undefined; recopy = copy.nextRecopy()) {
    const { scope, after } = recopy;
    const key = Object.keys(entries).find((each) => each.startsWith(`${scope} `) && each > after);
    if (key === undefined) await copy.finish(recopy);
    else {
      await copy.put([[key, entries[key]]]);
      copy.notePage(recopy, key);
    }
  }
}

describe('the copy of links', () => {
  test('is complete once everything is copied, and goes on after a restart', async () => {
    const { open, clock } = await openCopy();
    {
      using store = open();
      const { copy } = store;
      assert.equal(copy.state(), undefined);
      copy.begin('a database', 7, SCOPES);
      const first = copy.nextRecopy()!;
      await copy.put([['project a', { id: 'a' }]]);
      copy.notePage(first, 'project a');
      assert.equal(copy.state()?.complete, false);
    }
    using store = open();
    const { copy } = store;
    await copyDue(copy, { 'project a': { id: 'a' }, 'project b': { id: 'b' }, 'link a x': {} });
    copy.reach({ position: 9, readAt: clock.time, again: [] });
    const { bytes, ...state } = copy.state()!;
    assert.ok(bytes > 0);
    assert.deepEqual(state, {
      source: 'a database',
      position: 9,
      complete: true,
      readAt: clock.time,
    });
    assert.deepEqual(store.find('project b'), { id: 'b' });
    assert.equal(store.current('project c'), null);
  });

  test('deletes what is gone when everything is copied again, and keeps it until then', async () => {
    const { open } = await openCopy();
    using store = open();
    const { copy } = store;
    copy.begin('a database', 1, SCOPES);
    await copyDue(copy, { 'link a x': { n: 1 }, 'link a y': { n: 2 }, 'domain d': { n: 3 } });
    copy.begin('another database', 1, SCOPES);
    assert.deepEqual(store.find('link a x'), { n: 1 });
    await copyDue(copy, { 'link a y': { n: 4 } });
    assert.equal(store.find('link a x'), undefined);
    assert.deepEqual(store.find('link a y'), { n: 4 });
    assert.equal(store.find('domain d'), undefined);
  });

  test('deletes what was stored after its project was to be copied again, and is gone', async () => {
    const { open, clock } = await openCopy();
    using store = open();
    const { copy } = store;
    const reach = () => copy.reach({ position: 1, readAt: clock.time, again: ['link a'] });
    copy.begin('a database', 1, SCOPES);
    reach();
    clock.time += 1_000;
    await copyDue(copy, {});
    reach();
    await copy.put([['link a x', { n: 1 }]]);
    reach();
    clock.time += 1_000;
    await copyDue(copy, {});
    assert.equal(store.find('link a x'), undefined);
  });

  test('copies a project once more if it changed meanwhile, after a pause', async () => {
    const { open, clock } = await openCopy();
    using store = open();
    const { copy } = store;
    copy.begin('a database', 1, SCOPES);
    await copyDue(copy, {});
    const reach = () => copy.reach({ position: 1, readAt: clock.time, again: ['link a'] });
    reach();
    assert.equal(copy.nextRecopy(), undefined);
    clock.time += 1_000;
    copy.notePage(copy.nextRecopy()!, 'link a x');
    reach();
    assert.equal(store.current('link a x'), undefined);
    assert.equal(store.current('link b x'), null);
    await copyDue(copy, {});
    assert.equal(store.current('link a x'), undefined);
    clock.time += 1_000;
    await copyDue(copy, { 'link a x': { n: 1 } });
    assert.deepEqual(store.current('link a x'), { n: 1 });
  });

  test('what is looked up is kept until everything of its kind is copied, never in its place nor current', async () => {
    const { open, clock } = await openCopy();
    const keep = (key: string, value: object) => {
      using store = open();
      store.keep(key, value);
    };
    {
      using store = open();
      store.copy.begin('a database', 1, SCOPES);
      await store.copy.put([['link a x', { copied: true }]]);
    }
    for (const slug of ['x', 'y']) keep(`link a ${slug}`, { copied: false });
    {
      using store = open();
      assert.deepEqual(store.find('link a x'), { copied: true });
      assert.deepEqual(store.find('link a y'), { copied: false });
      await copyDue(store.copy, { 'link a x': { copied: true } });
      assert.equal(store.find('link a y'), undefined);
    }
    for (const slug of ['x', 'z']) keep(`link a ${slug}`, { copied: false });
    keep('day keys', { list: [] });
    {
      using store = open();
      store.hear('link a x');
    }
    using store = open();
    assert.deepEqual(store.find('link a x'), { copied: true });
    store.copy.reach({ position: 1, readAt: clock.time, again: [] });
    assert.deepEqual(store.current('link a x'), { copied: true });
    assert.equal(store.current('link a z'), undefined);
    assert.deepEqual(store.find('day keys'), { list: [] });
  });

  test('is current for two seconds, and not if the clock is set back', async () => {
    const { open, clock } = await openCopy();
    using store = open();
    const { copy } = store;
    copy.begin('a database', 1, SCOPES);
    await copyDue(copy, {});
    copy.reach({ position: 1, readAt: clock.time, again: [] });
    const isCurrent = () => store.current('link a x') === null;
    assert.equal(isCurrent(), true);
    clock.time += 2_001;
    assert.equal(isCurrent(), false);
    clock.time -= 2_002;
    assert.equal(isCurrent(), false);
  });

  test('keeps dates and nested values', async () => {
    const { open } = await openCopy();
    using store = open();
    const { copy } = store;
    const value = { at: new Date('2026-01-02T03:04:05Z'), none: null, nested: { list: [1, 'a'] } };
    copy.begin('a database', 1, SCOPES);
    await copy.put([['link a x', value]]);
    assert.deepEqual(store.find('link a x'), value);
  });
});
