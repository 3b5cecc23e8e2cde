import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { sendWeeklyMails } from '#faces/jobs/mailWeeks.ts';
import { findTimeZone } from '#visits/numbers/findTimeZone.ts';
import { installBy, newEvent, recordAll } from '../events/callers.ts';
import { cohortsOf, iso, midnight, MINUTE, moveInstall } from '../events/fixtures/plant.ts';
import { numbersOf } from '../events/fixtures/plant.ts';
import { mailsTo } from '../support/outside/mails.ts';
import { bodyOf, ownerOf } from '../support/callers/person.ts';
import { member, newLink, newProject } from '../support/callers/personas.ts';
import { useServer } from '../support/useServer.ts';

const { getFunnel, getLinkAnalytics, getProjectAnalytics, setWeeklyMail, updateProject } =
  operations;

/** The name that ICU and browsers stay with, and the one that tzdata has put in its place: databases know one or both. */
const NAMES = [
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['US/Pacific', 'America/Los_Angeles'],
  ['CET', 'Europe/Brussels'],
] as const;
const HOUR = 3600 * 1000;
/** By the calendar alone: a Monday far from now, since other projects of this server want no mail. */
const MONDAY = Date.UTC(2027, 5, 7);

/** `2027-06-07 08:00:00`, by the clock of a place. */
function clockIn(timeZone: string, at: number | string): string {
  const format = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const;
  return new Intl.DateTimeFormat('sv-SE', format).format(new Date(at));
}

const dayIn = (timeZone: string, at: number) => clockIn(timeZone, at).slice(0, 10);

function assertMidnight(timeZone: string, at: string): void {
  assert.match(clockIn(timeZone, at), / 00:00:00$/, timeZone);
}

/** Somebody who came by a link, close to midnight in UTC, and bought at once. */
async function plantPurchase() {
  const project = await newProject();
  const link = await newLink(project);
  const installed = midnight(3) - MINUTE;
  const installationId = await installBy(project, link);
  await moveInstall(project, installationId, installed);
  const at = iso(installed + 2 * MINUTE);
  await recordAll(project, [
    newEvent({ installationId, name: 'sign_up', at: iso(installed + MINUTE) }),
    newEvent({ installationId, name: 'purchase', at }),
  ]);
  return { project, link, installed };
}

/** A project whose owner wants the mail of each week, by the clock of that place. */
async function newSubscriber() {
  const project = await newProject();
  const owner = await ownerOf(project);
  const params = { projectId: project.project.id };
  async function subscribe(): Promise<void> {
    bodyOf(await owner.call(setWeeklyMail, { params, body: { on: true } }), 200);
  }
  const move = (timeZone: string) => owner.call(updateProject, { params, body: { timeZone } });
  /** How many mails the owner gets at these times. */
  async function countAt(...times: number[]): Promise<number[]> {
    const counts = [];
    for (const at of times) {
      const before = (await mailsTo(project.server, project.userEmail, 0)).length;
      await sendWeeklyMails(project.server.app, new Date(at));
      counts.push((await mailsTo(project.server, project.userEmail, 0)).length - before);
    }
    return counts;
  }
  return { project, subscribe, move, countAt };
}

describe('both names of a time zone', () => {
  test('lead to one that the database knows, in any case', async () => {
    const { db, pool } = (await useServer()).app;
    const { rows } = await pool.query<{ name: string }>('select name from pg_timezone_names');
    const known = new Set(rows.map(({ name }) => name));
    for (const asked of NAMES.flat().flatMap((name) => [name, name.toLowerCase()])) {
      const found = await findTimeZone(db, asked);
      assert.ok(found !== undefined && known.has(found), `${asked}: ${found}`);
      const at = Date.UTC(2027, 6, 1, 12);
      assert.equal(clockIn(found, at), clockIn(asked, at), asked);
    }
    for (const none of ['Mars/Olympus', '+01:00', 'posix/Asia/Kolkata', 'Factory', '']) {
      assert.equal(await findTimeZone(db, none), undefined, none);
    }
  });

  test('begin the same days of clicks, events, cohorts and funnels', async () => {
    const { project, link, installed } = await plantPurchase();
    const call = member(project);
    const params = { projectId: project.project.id };
    for (const timeZone of NAMES.flat()) {
      const query = { timeZone, period: '7d', interval: 'day' } as const;
      const all = bodyOf(await call(getProjectAnalytics, { params, query }), 200);
      const ofLink = { ...params, linkId: link.id };
      const one = bodyOf(await call(getLinkAnalytics, { params: ofLink, query }), 200);
      for (const { from, series } of [all, one]) {
        assertMidnight(timeZone, from);
        for (const { at } of series) assertMidnight(timeZone, at);
      }
      const { groups } = await numbersOf(project, { by: 'day', timeZone, period: '7d' });
      const days = [0, 1, 2].map((minutes) => dayIn(timeZone, installed + minutes * MINUTE));
      assert.deepEqual(new Set(groups.map(({ value }) => value)), new Set(days));
      const { cohorts } = await cohortsOf(project, { timeZone, period: '7d' });
      assert.deepEqual(
        cohorts.map(({ start }) => start),
        [dayIn(timeZone, installed)],
      );
      const body = { steps: ['sign_up', 'purchase'], timeZone, period: '7d' } as const;
      const funnel = bodyOf(
        await call(getFunnel, { params, body: { ...body, steps: [...body.steps] } }),
        200,
      );
      assertMidnight(timeZone, funnel.from);
      assert.deepEqual(
        funnel.steps.map(({ people }) => people),
        [1, 1],
      );
    }
  });

  test('are kept as the setting of a project, whose weekly mail goes by its clock', async () => {
    const { subscribe, move, countAt } = await newSubscriber();
    for (const timeZone of NAMES.flat()) {
      assert.equal(bodyOf(await move(timeZone), 200).timeZone, timeZone);
      await subscribe();
      const ahead = Date.parse(`${clockIn(timeZone, MONDAY)}Z`) - MONDAY;
      const eight = MONDAY + 8 * HOUR - ahead;
      assert.match(clockIn(timeZone, eight), / 08:00:00$/);
      // What was due for the weeks until then is sent.
      await countAt(eight - 24 * HOUR);
      assert.deepEqual(await countAt(eight - 1, eight, eight), [0, 1, 0], timeZone);
    }
  });

  test('that nobody knows any more keep no other project from its weekly mail', async () => {
    const lost = await newSubscriber();
    const other = await newSubscriber();
    await lost.subscribe();
    await other.subscribe();
    await lost.project.server.app.db
      .updateTable('projects')
      .set({ time_zone: 'Mars/Olympus' })
      .where('id', '=', lost.project.project.id)
      .execute();
    // The owner can still say when to get it.
    await lost.subscribe();
    const eight = MONDAY + 8 * HOUR;
    await other.countAt(eight - 24 * HOUR);
    assert.deepEqual(await lost.countAt(eight - 1), [0]);
    assert.deepEqual(await other.countAt(eight), [1]);
    assert.ok((await mailsTo(lost.project.server, lost.project.userEmail, 0)).length > 0);
  });
});
