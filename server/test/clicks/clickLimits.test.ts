import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { App } from '#faces/App.ts';
import { createClickLimits } from '#visits/clicks/createClickLimits.ts';
import { createClickTallies } from '#visits/clicks/clickTallies.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { MINUTE_MS } from '#platform/lib/time.ts';
import { newLink, newProject } from '../support/callers/personas.ts';
import { clickOn } from '../support/callers/population.ts';
import { silentLog } from '../support/silentLog.ts';

describe('tallies of clicks', () => {
  test('take as many as there may be, and none of a link that they do not know', () => {
    const tallies = createClickTallies();
    const link = { key: 1, version: 1 };
    assert.equal(tallies.take(link, 2), undefined);
    tallies.begin(link, 0);
    const takes = Array.from({ length: 4 }, () => tallies.take(link, 2));
    assert.deepEqual(takes, [true, true, false, false]);
    tallies.add(link.key, -1);
    assert.deepEqual([tallies.take(link, 2), tallies.take(link, 2)], [true, false]);
    // A higher limit.
    assert.deepEqual([tallies.take(link, 3), tallies.take(link, 3)], [true, false]);
  });

  test('count a link anew once it has changed, and never fewer than they know', () => {
    const tallies = createClickTallies();
    tallies.begin({ key: 1, version: 1 }, 0);
    for (let taken = 0; taken < 3; taken += 1) tallies.take({ key: 1, version: 1 }, 10);
    const changed = { key: 1, version: 2 };
    assert.equal(tallies.take(changed, 10), undefined);
    // Two of them are on their way to the database.
    tallies.begin(changed, 1);
    assert.deepEqual([tallies.take(changed, 4), tallies.take(changed, 4)], [true, false]);
    // Without a limit in between, it had more.
    tallies.begin({ key: 1, version: 3 }, 9);
    assert.deepEqual([tallies.take(changed, 10), tallies.take(changed, 10)], [true, false]);
  });

  test('forget links that nobody has visited for ten minutes', () => {
    let now = 0;
    const tallies = createClickTallies(() => now);
    const [idle, used] = [
      { key: 1, version: 1 },
      { key: 2, version: 1 },
    ];
    tallies.begin(idle, 0);
    tallies.begin(used, 0);
    now = 9 * MINUTE_MS;
    tallies.take(used, 10);
    now = 11 * MINUTE_MS;
    tallies.begin({ key: 3, version: 1 }, 0);
    assert.equal(tallies.take(idle, 10), undefined);
    assert.equal(tallies.take(used, 10), true);
  });
});

describe('limits of clicks', () => {
  async function newLimited(limit: number, clicks = 1) {
    const project = await newProject();
    const { id } = await newLink(project);
    const { app } = project.server;
    const row = await app.db
      .selectFrom('links')
      .select(['key', 'updated_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const link = { key: row.key, expiresAfterClicks: limit, updatedAt: row.updated_at };
    for (let click = 0; click < clicks; click += 1) {
      await app.ledger.record(clickOn({ key: row.key, projectId: project.project.id }));
    }
    return { app, link };
  }

  test('begin with what has been answered before, asked once for all who come at once', async () => {
    const { app, link } = await newLimited(3);
    let asked = 0;
    const settle: App['numbers']['settle'] = (work) => {
      asked += 1;
      return app.numbers.settle(work);
    };
    const limits = createClickLimits({ db: app.db, numbers: { settle }, log: silentLog });
    const taken = await Promise.all(Array.from({ length: 10 }, async () => limits.take(link)));
    assert.equal(taken.filter(Boolean).length, 2);
    assert.equal(asked, 1);
    limits.giveBack(link);
    assert.deepEqual([await limits.take(link), await limits.take(link)], [true, false]);
    assert.equal(limits.take({ ...link, expiresAfterClicks: null }), true);
  });

  test('let visitors in without the database, and add what it knows once it answers', async () => {
    const { app, link } = await newLimited(5, 4);
    let isAway = true;
    const settle: App['numbers']['settle'] = (work) =>
      isAway ? Promise.reject(new Problem('UNAVAILABLE', 'away')) : app.numbers.settle(work);
    const own = createClickTallies();
    const counted = Promise.withResolvers<void>();
    const tallies: typeof own = {
      ...own,
      begin(begun, clicks) {
        own.begin(begun, clicks);
        if (clicks > 0) counted.resolve();
      },
    };
    const limits = createClickLimits({ db: app.db, numbers: { settle }, log: silentLog, tallies });
    assert.deepEqual([await limits.take(link), await limits.take(link)], [true, true]);
    // The second has asked again, in vain.
    await nextTurn();
    isAway = false;
    assert.equal(await limits.take(link), true);
    await counted.promise;
    assert.deepEqual([await limits.take(link), await limits.take(link)], [true, false]);
  });
});
