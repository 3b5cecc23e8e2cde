import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { sendWeeklyMails } from '#faces/jobs/mailWeeks.ts';
import { mailsTo } from '../support/outside/mails.ts';
import { bodyOf, ownerOf } from '../support/callers/person.ts';
import { newProject, type TestProject } from '../support/callers/personas.ts';
import { clickOn } from '../support/callers/population.ts';
import { sow } from './recount.ts';

const { getWeeklyMail, setWeeklyMail, updateProject } = operations;

/** A Monday far from now: other projects of this server want no mail. */
const MONDAY = Date.UTC(2027, 2, 1);
const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;

async function newSubscriber(timeZone = 'UTC') {
  const project = await newProject({ name: 'Shop' });
  const params = { projectId: project.project.id };
  const owner = await ownerOf(project);
  bodyOf(await owner.call(updateProject, { params, body: { timeZone } }), 200);
  assert.deepEqual(bodyOf(await owner.call(getWeeklyMail, { params }), 200), { on: false });
  bodyOf(await owner.call(setWeeklyMail, { params, body: { on: true } }), 200);
  assert.deepEqual(bodyOf(await owner.call(getWeeklyMail, { params }), 200), { on: true });
  const received = () => mailsTo(project.server, project.userEmail, 0);
  const sendAt = (at: number) => sendWeeklyMails(project.server.app, new Date(at));
  return { project, params, owner, sendAt, received };
}

async function sowWeeks(project: TestProject): Promise<void> {
  const [link] = await sow(project, 1);
  const { ledger } = project.server.app;
  const at = [MONDAY - DAY, MONDAY - 2 * DAY, MONDAY - 7 * DAY, MONDAY - 8 * DAY, MONDAY];
  for (const each of at) await ledger.record(clickOn(link!, { at: each, country: 'DE' }));
  await ledger.loaded();
}

describe('the weekly mail', () => {
  test('has the week that is over beside the one before, once, from eight on Monday', async () => {
    const { project, params, owner, sendAt, received } = await newSubscriber();
    await sowWeeks(project);
    // What was due for the week that the subscription began in is not.
    await sendAt(Date.now());
    assert.deepEqual(await received(), []);
    await sendAt(MONDAY + 8 * HOUR - 1);
    const before = (await received()).length;
    await Promise.all([sendAt(MONDAY + 8 * HOUR), sendAt(MONDAY + 8 * HOUR)]);
    await sendAt(MONDAY + 3 * DAY);
    const mails = await received();
    assert.equal(mails.length, before + 1);
    const mail = mails.at(-1) ?? '';
    assert.match(mail, /Subject: Shop: 3 clicks last week/);
    assert.match(mail, /Shop, February 22 to February 28/);
    assert.match(mail, /Clicks: 3 \(\+200% from 1\)/);
    assert.match(mail, /Links\r?\n {2}\S+: 3/);
    assert.match(mail, /Countries\r?\n {2}DE: 3/);
    bodyOf(await owner.call(setWeeklyMail, { params, body: { on: false } }), 200);
    await sendAt(MONDAY + 8 * DAY);
    assert.equal((await received()).length, before + 1);
  });

  test('goes by the clock of the project', async () => {
    const { sendAt, received } = await newSubscriber('Pacific/Kiritimati');
    await sendAt(MONDAY - 7 * DAY);
    const before = (await received()).length;
    // Fourteen hours ahead: eight on Monday is six on Sunday evening, UTC.
    await sendAt(MONDAY - 6 * HOUR - 1);
    assert.equal((await received()).length, before);
    await sendAt(MONDAY - 6 * HOUR);
    assert.equal((await received()).length, before + 1);
  });
});
