import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CLICK_KIND } from '#visits/clicks/facts/Click.ts';
import { MAX_NEW_REFERRERS, OTHER_REFERRERS } from '#visits/clicks/facts/clickTerms.ts';
import { createRandom } from '#start/demo/random.ts';
import { startOfDay } from '#platform/lib/time.ts';
import { newId } from '#platform/lib/uuid.ts';
import { readPlans } from '#teams/plans/readPlans.ts';
import { deleteProject } from '#teams/projects/deleteProject.ts';
import { clickOn } from '../support/callers/population.ts';
import { silentLog } from '../support/silentLog.ts';
import { SEED } from '../support/run/seed.ts';
import { compareAnswers } from './compareAnswers.ts';
import {
  clickRecords,
  DAY,
  drawClicks,
  drawOpens,
  HOUR,
  shuffleIntoBatches,
} from './drawVisits.ts';
import { batchOf, lineOf, type OpenedStore, openStage, type Stage } from './openStage.ts';
import { testCustomerHistory } from './testCustomerHistory.ts';
import { testEventStore } from './testEventStore.ts';

/** Days that tests sow clicks in, today included. */
const DAYS = 40;

/**
 * Holds a store of clicks to its port: what it answers has to equal a recount of all facts in memory, whatever happens
 * in between. `openStore` is called once; nothing else may write to its database.
 */
// oxlint-disable-next-line max-lines-per-function -- a list of tests, which share one store
export function testClickStore(name: string, openStore: () => Promise<OpenedStore>): void {
  let opening: Promise<Stage> | undefined;
  const useStage = () => (opening ??= openStore().then(openStage));

  describe(`${name} as a click store`, () => {
    test('answers every question as a recount does, while batches come in any order', async () => {
      const stage = await useStage();
      const { random, span } = draw(1);
      const project = await stage.addProject(6);
      const other = await stage.addProject(2);
      const journals = [await stage.openJournal(), await stage.openJournal()];
      const clicks = drawClicks(random, project, { ...span, count: 1200 });
      const others = drawClicks(random, other, { ...span, count: 200 });
      const opens = drawOpens(random, clicks, span.to);
      const records = [
        ...clickRecords(clicks),
        ...clickRecords(others),
        ...opens,
        ...opens.slice(20),
      ];
      for (const [index, batch] of shuffleIntoBatches(random, records).entries()) {
        await journals[index % 2]!.load(batch);
        if (index === 3) await stage.store.maintain();
      }
      for (const maintained of [false, true]) {
        if (maintained) await stage.store.maintain();
        for (const { keys, ...each } of [project, other]) {
          await compareAnswers(stage, { random, project: { ...each, keys }, keys, span });
        }
      }
    });

    test('answers for a project with very many links and a link with very many clicks', async () => {
      const stage = await useStage();
      const { random, span } = draw(2);
      const project = await stage.addProject(1010);
      const keys = project.keys.slice(0, 8);
      const journal = await stage.openJournal();
      const clicks = drawClicks(random, { ...project, keys }, { ...span, count: 1500 });
      await journal.load(clickRecords(clicks));
      await stage.store.maintain();
      await compareAnswers(stage, { random, project, keys, span });
      // Late for days that are counted.
      const late = drawClicks(random, { ...project, keys }, { ...span, count: 300 });
      await journal.load([...clickRecords(late), ...drawOpens(random, late, span.to)]);
      await compareAnswers(stage, { random, project, keys, span });
      await stage.store.maintain();
      await compareAnswers(stage, { random, project, keys, span });
    });

    test('counts a batch once: repeated, by two loaders at once, or from a restored journal', async () => {
      const stage = await useStage();
      const { random, span } = draw(3);
      const project = await stage.addProject(3);
      const clicks = drawClicks(random, project, { ...span, count: 300 });
      const records = [...clickRecords(clicks), ...drawOpens(random, clicks, span.to)];
      const journal = await stage.openJournal();
      const rival = stage.store.openTarget({ log: silentLog, keepAside: unexpected });
      const batch = batchOf(journal.id, 0, records);
      await rival.findPosition(journal.id, 0);
      const moved = await Promise.all([journal.target.load(batch), rival.load(batch)]);
      assert.deepEqual(moved.toSorted(), [false, true]);
      stage.recount.append(records);
      assert.equal(await rival.load(batch), false);
      assert.equal(await rival.findPosition(journal.id, 0), batch.to);
      const questions = { random, project, keys: project.keys, span };
      await compareAnswers(stage, questions);
      // A journal that is older than the database gets a new name, and loads everything again.
      const restored = await stage.openJournal();
      await restored.load([...records.slice(100), ...records.slice(50, 120)]);
      await restored.load(records.slice(0, 130));
      await compareAnswers(stage, questions);
    });

    test('adds up what several loaders store at the same time', async () => {
      const stage = await useStage();
      const { random, span } = draw(4);
      const project = await stage.addProject(4);
      const journals = await Promise.all(Array.from({ length: 4 }, () => stage.openJournal()));
      await Promise.all(
        journals.map(async (journal) => {
          const clicks = drawClicks(random, project, { ...span, count: 200 });
          for (const batch of shuffleIntoBatches(random, clickRecords(clicks))) {
            await journal.load(batch);
          }
        }),
      );
      await compareAnswers(stage, { random, project, keys: project.keys, span });
    });

    test('keeps bad records aside and stores their neighbours', async () => {
      const stage = await useStage();
      const project = await stage.addProject(1);
      const link = { key: project.keys[0]!, projectId: project.id };
      const journal = await stage.openJournal();
      const good = [clickOn(link), clickOn(link)];
      const bad = clickOn(link, { visitor: '9223372036854775808' });
      const [first = '', last = ''] = clickRecords(good).map(lineOf);
      const lines = [first, 'garbage', lineOf({ type: 'click', click: bad }), last];
      const batch = { ...batchOf(journal.id, 0, []), to: 4, records: lines };
      assert.equal(await journal.target.load(batch), true);
      assert.deepEqual(journal.refused, lines.slice(1, 3));
      const listed = await stage.store.listClicks(stage.db, link, { limit: 10 });
      assert.deepEqual(new Set(listed.map(({ id }) => id)), new Set(good.map(({ id }) => id)));
      assert.equal(await stage.store.findClick(bad.id), undefined);
      assert.equal(await journal.target.findPosition(journal.id, 0), 4);
    });

    test('cuts long words, and counts referrers beyond the limit of a day together', async () => {
      const stage = await useStage();
      const project = await stage.addProject(1);
      const link = { key: project.keys[0]!, projectId: project.id };
      const journal = await stage.openJournal();
      const host = (number: number) => `h${String(number).padStart(5, '0')}.example`;
      const clicks = Array.from({ length: MAX_NEW_REFERRERS + 5 }, (_, number) =>
        clickOn(link, { referrer: host(number), app: `A\u0000${'b'.repeat(200)}` }),
      );
      assert.equal(await journal.target.load(batchOf(journal.id, 0, clickRecords(clicks))), true);
      const now = new Date();
      const window = { from: new Date(startOfDay(now.getTime()) - DAY), to: now };
      const { topValues } = await stage.db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((trx) =>
          stage.store.readWindow(trx, {
            scope: { project },
            window,
            now,
            starts: [window.from],
            limit: 2,
          }),
        );
      assert.deepEqual(topValues.referrers, [
        { name: OTHER_REFERRERS, clicks: 5 },
        { name: host(0), clicks: 1 },
      ]);
      assert.deepEqual(topValues.apps, [{ name: `A${'b'.repeat(99)}`, clicks: clicks.length }]);
    });

    test('gives the same answers after a rebuild, which finds nothing to correct', async () => {
      const stage = await useStage();
      const { random, span } = draw(5);
      const project = await stage.addProject(3);
      const journal = await stage.openJournal();
      await journal.load(clickRecords(drawClicks(random, project, { ...span, count: 300 })));
      assert.equal((await stage.store.rebuild()).corrected, 0);
      await compareAnswers(stage, { random, project, keys: project.keys, span });
    });

    test('forgets the visitors of erased clicks, which still count', async () => {
      const stage = await useStage();
      const { random, span } = draw(6);
      const project = await stage.addProject(2);
      const journal = await stage.openJournal();
      const today = { from: startOfDay(span.to), to: span.to };
      const clicks = drawClicks(random, project, { ...today, count: 100 });
      await journal.load(clickRecords(clicks));
      const questions = { random, project, keys: project.keys, span: today };
      await compareAnswers(stage, questions);
      const erased = clicks.filter(({ visitor }) => visitor === '1' || visitor === '2');
      const ids = erased.map(({ id }) => id);
      await stage.db.transaction().execute((tx) => stage.store.eraseVisitors(tx, ids));
      stage.recount.eraseVisitors(ids);
      await compareAnswers(stage, questions);
    });

    test('deletes the days that are no longer kept, and no number shrinks that counts them', async () => {
      const stage = await useStage();
      const { random, span } = draw(7);
      const [project, other] = [await stage.addProject(1005), await stage.addProject(2)];
      const visited = { ...project, keys: project.keys.slice(0, 5) };
      const journal = await stage.openJournal();
      for (const each of [visited, other]) {
        const clicks = drawClicks(random, each, { ...span, count: 400 });
        await journal.load([...clickRecords(clicks), ...drawOpens(random, clicks, span.to)]);
      }
      await stage.db
        .updateTable('projects')
        .set({ click_retention_days: 20 })
        .where('id', '=', project.id)
        .execute();
      const keptFrom = startOfDay(Date.now()) - 20 * DAY;
      const questions = { random, project, keys: visited.keys, span, keptFrom };
      await stage.store.expire(PLANS);
      stage.recount.expire(new Set(project.keys), keptFrom);
      await compareAnswers(stage, questions);
      await compareAnswers(stage, { random, project: other, keys: other.keys, span });
      const later = drawClicks(random, visited, { from: keptFrom, to: span.to, count: 100 });
      await journal.load(clickRecords(later));
      await stage.store.expire(PLANS);
      assert.equal((await stage.store.rebuild()).corrected, 0);
      await compareAnswers(stage, questions);
    });

    test('deletes clicks of days that are no longer kept also if they come later', async () => {
      const stage = await useStage();
      const { random, span } = draw(9);
      const project = await stage.addProject(2);
      const journal = await stage.openJournal();
      const keptFrom = startOfDay(Date.now()) - 20 * DAY;
      const early = { from: span.from, to: keptFrom };
      await journal.load(clickRecords(drawClicks(random, project, { ...span, count: 100 })));
      await stage.db
        .updateTable('projects')
        .set({ click_retention_days: 20 })
        .where('id', '=', project.id)
        .execute();
      await stage.store.expire(PLANS);
      const late = drawClicks(random, project, { ...early, count: 100 });
      await journal.load([...clickRecords(late), ...drawOpens(random, late, keptFrom)]);
      // What is kept shorter again has been kept longer meanwhile: what is gone stays gone.
      for (const days of [25, 20]) {
        await stage.db
          .updateTable('projects')
          .set({ click_retention_days: days })
          .where('id', '=', project.id)
          .execute();
        await stage.store.expire(PLANS);
        for (const { id } of late) assert.equal(await stage.store.findClick(id), undefined);
        assert.equal((await stage.store.rebuild()).corrected, 0);
      }
      stage.recount.expire(new Set(project.keys), keptFrom);
      const kept = { from: keptFrom, to: span.to };
      await compareAnswers(stage, { random, project, keys: project.keys, span: kept, keptFrom });
    });

    test('deletes everything of a deleted project, and stores nothing more of it', async () => {
      const stage = await useStage();
      const { random, span } = draw(8);
      const [gone, kept] = [await stage.addProject(3), await stage.addProject(2)];
      const journal = await stage.openJournal();
      const clicks = drawClicks(random, gone, { ...span, count: 100 });
      await journal.load(clickRecords(clicks));
      await stage.db.transaction().execute((tx) => deleteProject(tx, gone, gone.name));
      stage.recount.deleteLinks(new Set(gone.keys));
      const late = drawClicks(random, gone, { ...span, count: 50 });
      const both = [...late, ...drawClicks(random, kept, { ...span, count: 50 })];
      await journal.load(clickRecords(both));
      await stage.store.expire(PLANS);
      for (const { id } of [...clicks, ...late]) {
        assert.equal(await stage.store.findClick(id), undefined);
      }
      for (const key of gone.keys) {
        assert.deepEqual(
          await stage.store.listClicks(stage.db, { key, projectId: gone.id }, { limit: 10 }),
          [],
        );
      }
      await compareAnswers(stage, { random, project: kept, keys: kept.keys, span });
    });

    test('finds clicks of every kind, and none that it was not given', async () => {
      const stage = await useStage();
      const project = await stage.addProject(1);
      const link = { key: project.keys[0]!, projectId: project.id };
      const journal = await stage.openJournal();
      for (const kind of Object.keys(CLICK_KIND) as (keyof typeof CLICK_KIND)[]) {
        const click = clickOn(link, {
          kind,
          os: 'iOS',
          route: 'rule Germany',
          at: Date.now() - HOUR,
        });
        await journal.load(clickRecords([click]));
        assert.deepEqual(await stage.store.findClick(click.id), {
          id: click.id,
          linkKey: link.key,
          at: new Date(click.at),
          kind,
          os: 'iOS',
          route: 'rule Germany',
        });
      }
      assert.equal(await stage.store.findClick(newId()), undefined);
    });
  });

  testEventStore(name, useStage);
  testCustomerHistory(name, useStage);
}

const PLANS = readPlans({});

function unexpected(lines: readonly string[]): Promise<void> {
  return Promise.reject(new Error(`Kept aside: ${lines.join('\n')}`));
}

/** Up to now, so that some clicks are of a day that is not over. */
function draw(test: number) {
  const to = Date.now();
  return {
    random: createRandom(SEED + test),
    span: { from: startOfDay(to) - DAYS * DAY, to },
  };
}
