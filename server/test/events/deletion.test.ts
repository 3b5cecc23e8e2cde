import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { LIMITS, operations } from '@fairlead/contract';
import type { DeleteEventsRequest } from '@fairlead/contract/operations/events';
import { DAY_MS, HOUR_MS } from '#platform/lib/time.ts';
import { colleague } from '../support/callers/colleague.ts';
import {
  appKey,
  member,
  newLink,
  newProject,
  operator,
  type TestProject,
} from '../support/callers/personas.ts';
import { bodyOf } from '../support/callers/person.ts';
import { publishableKey } from '../support/callers/publishableKey.ts';
import { newSource } from '../sources/callers.ts';
import { eventsOf, installBy, newEvent, recordAll, rowsOf, timeAt } from './callers.ts';

const {
  deleteEvents,
  deleteEventsForOperator,
  listAuditEntries,
  recordSdkEvents,
  undeleteEvents,
  undeleteEventsForOperator,
} = operations;

const range = { from: timeAt(-HOUR_MS), to: timeAt(HOUR_MS) };
const euros = (amount: number) => ({ revenue: { amount, currency: 'EUR' } });

async function remove(project: TestProject, change: Partial<DeleteEventsRequest> = {}) {
  const body = { ...range, dryRun: false, ...change };
  return bodyOf(await member(project, '/v1')(deleteEvents, { body }), 200);
}

/** A flood of an app beside what a server said, all of one link. */
async function flooded() {
  const project = await newProject();
  const link = await newLink(project);
  const installationId = await installBy(project, link);
  const events = [
    newEvent({ installationId, ...euros(10 ** 12) }),
    newEvent({ installationId, ...euros(-5) }),
    newEvent({ installationId, test: true, ...euros(7) }),
  ];
  const call = await publishableKey(project);
  assert.equal((await call(recordSdkEvents, { body: { events } })).status, 202);
  await recordAll(project, [newEvent({ installationId, name: 'sale', ...euros(100) })]);
  const names = async () => (await eventsOf(project, link.id)).map(({ name }) => name);
  return { project, link, installationId, events, names };
}

describe('deleteEvents 200', () => {
  test('a dry run counts and deletes nothing; the deletion can be undone for a day', async () => {
    const { project, names } = await flooded();
    const preview = await remove(project, { saidBy: 'app', dryRun: true });
    const counts = {
      events: 2,
      tests: 1,
      saidBy: [{ saidBy: 'app', events: 3 }],
      revenue: [{ currency: 'EUR', amount: 10 ** 12 - 5 }],
    };
    assert.deepEqual(preview, { ...counts, deletionId: null, undoUntil: null });
    assert.deepEqual(await names(), ['purchase', 'sale']);
    const { deletionId, undoUntil, ...deleted } = await remove(project, { saidBy: 'app' });
    assert.deepEqual(deleted, counts);
    assert.ok(deletionId !== null && Date.parse(undoUntil!) > Date.now() + 23 * HOUR_MS);
    assert.deepEqual(await names(), ['sale']);
    assert.equal((await remove(project, { saidBy: 'app', dryRun: true })).events, 0);
    const undo = { body: { deletionId } };
    assert.deepEqual(bodyOf(await member(project, '/v1')(undeleteEvents, undo), 200), {
      success: true,
    });
    assert.deepEqual(await names(), ['purchase', 'sale']);
    assert.equal((await member(project, '/v1')(undeleteEvents, undo)).status, 404);
    const params = { projectId: project.project.id };
    const { entries } = bodyOf(await member(project)(listAuditEntries, { params }), 200);
    const [undone, done] = entries.filter(({ target }) => target.kind === 'events');
    assert.deepEqual([undone?.action, done?.action], ['events.undeleted', 'events.deleted']);
    assert.deepEqual([done?.target.id, done?.details['saidBy']], [deletionId, counts.saidBy]);
  });

  test('by name, source and time; what comes later stays, and what is sent again stays deleted', async () => {
    const { project, installationId, events, names } = await flooded();
    assert.equal((await remove(project, { name: 'none' })).events, 0);
    assert.equal((await remove(project, { to: timeAt(-HOUR_MS / 2) })).events, 0);
    const { source } = await newSource('stripe', { secret: `whsec_${'x'.repeat(32)}` }, project);
    assert.equal((await remove(project, { source: source.id })).events, 0);
    assert.deepEqual(await names(), ['purchase', 'sale']);
    await remove(project, { name: 'purchase' });
    const call = await publishableKey(project);
    assert.equal((await call(recordSdkEvents, { body: { events } })).status, 202);
    assert.deepEqual(await names(), ['sale']);
    await recordAll(project, [
      newEvent({ installationId, name: 'later' }),
      // What a server says of one of them is another event.
      { ...events[0]!, name: 'purchase' },
    ]);
    assert.deepEqual((await names()).toSorted(), ['later', 'purchase', 'sale']);
  });

  test('after a day the nightly job deletes them for good, and nothing else', async () => {
    const { project, names } = await flooded();
    const { deletionId } = await remove(project, { saidBy: 'app' });
    const { numbers, plans } = project.server.app;
    const storedAt = async (days: number) => {
      await numbers.expire(plans, { now: new Date(Date.now() + days * DAY_MS) });
      return (await rowsOf(project)).length;
    };
    assert.equal(await storedAt(1), 4);
    assert.equal(await storedAt(2), 1);
    assert.deepEqual(await names(), ['sale']);
    const undo = { body: { deletionId: deletionId! } };
    assert.equal((await member(project, '/v1')(undeleteEvents, undo)).status, 404);
  });

  test('a deletion of yesterday cannot be undone, even if it is not final yet', async () => {
    const { project } = await flooded();
    const { deletionId } = await remove(project);
    await project.server.app.db
      .updateTable('event_deletions')
      .set({ deleted_at: new Date(Date.now() - DAY_MS) })
      .where('id', '=', deletionId)
      .execute();
    const undo = { body: { deletionId: deletionId! } };
    const reply = await member(project, '/v1')(undeleteEvents, undo);
    assert.equal(reply.status, 404);
  });
});

describe('deleteEvents', () => {
  test('is for owners, admins and the operator', async () => {
    const { project, names } = await flooded();
    const params = { projectId: project.project.id };
    const body = { ...range, dryRun: false };
    const [viewer, admin] = [await colleague(project, 'viewer'), await colleague(project, 'admin')];
    assert.equal((await viewer(deleteEvents, { body })).status, 403);
    assert.equal((await appKey(project)(deleteEvents, { body })).status, 401);
    const foreign = await newProject();
    const stranger = member(foreign, '/v1');
    assert.equal((await stranger(deleteEvents, { query: params, body })).status, 404);
    assert.deepEqual(await names(), ['purchase', 'sale']);
    const { deletionId } = bodyOf(await admin(deleteEvents, { body }), 200);
    const undo = { body: { deletionId: deletionId! } };
    assert.equal((await viewer(undeleteEvents, undo)).status, 403);
    assert.equal((await appKey(project)(undeleteEvents, undo)).status, 401);
    assert.equal((await stranger(undeleteEvents, undo)).status, 404);
    assert.deepEqual(await names(), []);
    assert.equal((await admin(undeleteEvents, undo)).status, 200);
    const call = await operator();
    const second = bodyOf(await call(deleteEventsForOperator, { params, body }), 200);
    assert.deepEqual(await names(), []);
    const again = { params, body: { deletionId: second.deletionId! } };
    assert.equal((await call(undeleteEventsForOperator, again)).status, 200);
    assert.equal((await call(undeleteEventsForOperator, again)).status, 404);
    assert.deepEqual(await names(), ['purchase', 'sale']);
    const unknown = { params: { projectId: randomUUID() }, body };
    assert.equal((await call(deleteEventsForOperator, unknown)).status, 404);
  });

  for (const [change, field, message] of [
    [{ to: range.from }, 'to', /to must be after from/],
    [{ source: randomUUID() }, 'source', /source is no event source of the project/],
    [{ saidBy: 'nobody' }, 'saidBy', /one of: app, server, revenuecat/],
    [{ name: 'a\ud800' }, 'name', /well-formed Unicode/],
    [{ dryRun: undefined }, 'dryRun', /required/],
  ] as const) {
    test(`400: ${field} ${String(message)}`, async () => {
      const project = await newProject();
      const body = { ...range, dryRun: false, ...change } as DeleteEventsRequest;
      const reply = await member(project, '/v1')(deleteEvents, { body });
      assert.equal(reply.status, 400);
      assert.match(JSON.stringify(reply.body), message);
      const call = await operator();
      const params = { projectId: project.project.id };
      assert.equal((await call(deleteEventsForOperator, { params, body })).status, 400);
    });
  }

  test(`409 where ${LIMITS.eventDeletions} deletions are not final yet`, async () => {
    const project = await newProject();
    const deletion = {
      project_id: project.project.id,
      from_at: new Date(range.from),
      to_at: new Date(range.to),
      deleted_at: new Date(),
    };
    const rows = Array.from({ length: LIMITS.eventDeletions }, () => ({
      ...deletion,
      id: randomUUID(),
    }));
    await project.server.app.db.insertInto('event_deletions').values(rows).execute();
    const body = { ...range, dryRun: false };
    assert.equal((await member(project, '/v1')(deleteEvents, { body })).status, 409);
    const params = { projectId: project.project.id };
    assert.equal((await (await operator())(deleteEventsForOperator, { params, body })).status, 409);
  });

  test('400 of an undo without an id of a deletion', async () => {
    const project = await newProject();
    const body = { deletionId: 'none' };
    assert.equal((await member(project, '/v1')(undeleteEvents, { body })).status, 400);
    const params = { projectId: project.project.id };
    const reply = await (await operator())(undeleteEventsForOperator, { params, body });
    assert.equal(reply.status, 400);
  });
});
