import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIMITS, operations } from '@fairlead/contract';
import { spendAppEvents } from '#apps/events/spendAppEvents.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { DAY_MS } from '#platform/lib/time.ts';
import { member, newProject, type TestProject } from '../support/callers/personas.ts';
import { bodyOf } from '../support/callers/person.ts';
import { publishableKey } from '../support/callers/publishableKey.ts';
import { newEvent, recordAll, rowsOf } from './callers.ts';

const { recordSdkEvents, updateProject } = operations;
const MOST = LIMITS.sdkEventsPerCall;

async function limited(dailyAppEvents: number | null = MOST) {
  const project = await newProject();
  await limit(project, dailyAppEvents);
  const call = await publishableKey(project);
  const send = (events: number) =>
    call(recordSdkEvents, { body: { events: Array.from({ length: events }, () => newEvent()) } });
  return { project, call, send };
}

async function limit(project: TestProject, dailyAppEvents: number | null) {
  const request = { params: { projectId: project.project.id }, body: { dailyAppEvents } };
  const reply = bodyOf(await member(project)(updateProject, request), 200);
  assert.equal(reply.dailyAppEvents, dailyAppEvents);
}

describe('a project that limits the events of its apps on a day', () => {
  test('refuses a call of more than what is left, which stores nothing, and tells when it is taken', async () => {
    const { project, send } = await limited();
    assert.equal((await send(MOST - 10)).status, 202);
    const refused = await send(11);
    assert.equal(refused.status, 429);
    assert.match(
      JSON.stringify(refused.body),
      /events a day.*send it again after 20.*dailyAppEvents/,
    );
    const seconds = Number(refused.headers.get('retry-after'));
    assert.ok(seconds > 0 && seconds <= 24 * 3600);
    assert.equal((await rowsOf(project)).length, MOST - 10);
    assert.equal((await send(10)).status, 202);
    assert.equal((await send(1)).status, 429);
    await limit(project, null);
    assert.equal((await send(1)).status, 202);
  });

  test('takes what its servers send, and counts nothing twice or of other projects', async () => {
    const { project, call, send } = await limited();
    const event = newEvent();
    const body = { events: [event] };
    assert.equal((await call(recordSdkEvents, { body })).status, 202);
    for (let again = 0; again < 2; again += 1) {
      assert.equal(bodyOf(await call(recordSdkEvents, { body }), 202).duplicates, 1);
    }
    assert.equal((await send(MOST - 1)).status, 202);
    assert.equal((await send(1)).status, 429);
    await recordAll(project, [newEvent(), newEvent()]);
    const other = await limited();
    assert.equal((await other.send(MOST)).status, 202);
  });

  test('begins anew each day', async () => {
    const { project } = await limited();
    const { db } = project.server.app;
    const settings = { id: project.project.id, dailyAppEvents: MOST };
    const now = Date.now();
    await spendAppEvents(db, settings, MOST, now);
    const refuses = (error: unknown) => error instanceof Problem && error.code === 'RATE_LIMITED';
    await assert.rejects(spendAppEvents(db, settings, 1, now), refuses);
    await spendAppEvents(db, settings, MOST, now + DAY_MS);
    await assert.rejects(spendAppEvents(db, settings, 1, now + DAY_MS), refuses);
    const rows = await db
      .selectFrom('app_event_days')
      .select('events')
      .where('project_id', '=', settings.id)
      .execute();
    assert.deepEqual(rows, [{ events: MOST }]);
  });

  test(`takes a number of at least ${MOST}, which a call can have`, async () => {
    const project = await newProject();
    const request = {
      params: { projectId: project.project.id },
      body: { dailyAppEvents: MOST - 1 },
    };
    const reply = await member(project)(updateProject, request);
    assert.equal(reply.status, 400);
    assert.match(JSON.stringify(reply.body), new RegExp(`dailyAppEvents must be ${MOST} or more`));
  });
});
