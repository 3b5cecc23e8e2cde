import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { expireClicks } from '#visits/postgres/expireClicks.ts';
import { rollUpDays } from '#visits/postgres/rollUpDays.ts';
import { projectNumber } from '#visits/clicks/facts/projectNumber.ts';
import { newProject, statsOf, type TestProject } from '../../support/callers/personas.ts';
import { bodyOf, ownerOf } from '../../support/callers/person.ts';
import { clickOn, sowLinks } from '../../support/callers/population.ts';

const { updateProject, getProject, listAuditEntries, deleteProject } = operations;
const DAY = 24 * 3600 * 1000;

/** A link with clicks of so many days ago. */
async function sowClicks(project: TestProject, daysAgo: readonly number[]) {
  const createdAt = new Date(Date.now() - 400 * DAY);
  const bare = { name: null, externalId: null, fallbackUrl: null, type: 'unified' as const };
  const [link] = await sowLinks(project, [{ ...bare, slug: 'sown', createdAt }]);
  assert.ok(link);
  const { ledger, db } = project.server.app;
  await Promise.all(
    daysAgo.map((days) => ledger.record(clickOn(link, { at: Date.now() - days * DAY }))),
  );
  await ledger.loaded();
  await rollUpDays(db);
  return link;
}

/** Ages of the rows that are there, in days, the youngest first. */
async function agesOf({ server }: TestProject, link: { readonly key: number }): Promise<number[]> {
  const rows = await server.app.db
    .selectFrom('clicks')
    .select('clicked_at')
    .where('link_key', '=', link.key)
    .orderBy('clicked_at', 'desc')
    .execute();
  return rows.map((row) => Math.round((Date.now() - row.clicked_at.getTime()) / DAY));
}

/** Gives each click of the link something that it forwarded, and opens it; their ids, the youngest first. */
async function forward(
  { server, project }: TestProject,
  link: { readonly key: number },
): Promise<string[]> {
  const { db } = server.app;
  const rows = await db
    .selectFrom('clicks')
    .select('id')
    .where('link_key', '=', link.key)
    .orderBy('id', 'desc')
    .execute();
  for (const { id } of rows) {
    await db.insertInto('click_queries').values({ click_id: id, query: 'ref=ann' }).execute();
    const open = {
      click_id: id,
      opened_at: new Date(),
      link_key: link.key,
      project_number: projectNumber(project.id),
    };
    await db
      .insertInto('opens')
      .values(open)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return rows.map(({ id }) => id);
}

async function forwardedOf({ server }: TestProject, ids: readonly string[]): Promise<string[]> {
  const rows = await server.app.db
    .selectFrom('click_queries')
    .select('click_id')
    .where('click_id', 'in', ids)
    .execute();
  return rows.map((row) => row.click_id);
}

describe('click retention', () => {
  test("a project may choose a shorter time than its plan's; totals stay, deleted clicks do not return", async () => {
    const project = await newProject({ plan: 'pro' });
    const owner = await ownerOf(project);
    const params = { projectId: project.project.id };
    const link = await sowClicks(project, [1, 20, 100]);
    const before = await statsOf(project, link.id);
    assert.equal(before.clicks, 3);
    const { db, plans } = project.server.app;
    await expireClicks(db, plans);
    assert.deepEqual(await agesOf(project, link), [1, 20, 100]);
    const put = async (clickRetentionDays: number | null) =>
      bodyOf(await owner.call(updateProject, { params, body: { clickRetentionDays } }), 200)
        .clickRetentionDays;
    assert.equal(await put(30), 30);
    await expireClicks(db, plans);
    assert.deepEqual(await agesOf(project, link), [1, 20]);
    assert.deepEqual(await statsOf(project, link.id), before);
    assert.equal(await put(7), 7);
    await expireClicks(db, plans);
    assert.deepEqual(await agesOf(project, link), [1]);
    assert.equal(await put(null), null);
    await expireClicks(db, plans);
    assert.deepEqual(await agesOf(project, link), [1]);
    assert.deepEqual(await statsOf(project, link.id), before);
    const { entries } = bodyOf(await owner.call(listAuditEntries, { params }), 200);
    assert.deepEqual(
      entries.map((entry) => entry.details['changes']),
      [{ clickRetentionDays: null }, { clickRetentionDays: 7 }, { clickRetentionDays: 30 }],
    );
  });

  test("never exceeds the plan's, even after a downgrade", async () => {
    const project = await newProject({ plan: 'pro' });
    const owner = await ownerOf(project);
    const params = { projectId: project.project.id };
    const link = await sowClicks(project, [1, 100]);
    const body = { clickRetentionDays: 200 };
    assert.equal((await owner.call(updateProject, { params, body })).status, 200);
    const { db, plans } = project.server.app;
    const { id } = project.project;
    await db.updateTable('projects').set({ plan: 'free' }).where('id', '=', id).execute();
    await expireClicks(db, plans);
    assert.deepEqual(await agesOf(project, link), [1]);
    assert.equal(bodyOf(await owner.call(getProject, { params }), 200).clickRetentionDays, 200);
    // It may stay as it was chosen, and be no other that is too long.
    project.server.app.lookups.apply({ kind: 'project', projectId: id });
    assert.equal((await owner.call(updateProject, { params, body })).status, 200);
    const longer = { clickRetentionDays: 199 };
    assert.equal((await owner.call(updateProject, { params, body: longer })).status, 400);
  });

  test('clicks of a plan missing from the catalogue are kept without stopping the others', async () => {
    const lost = await newProject({ plan: 'free' });
    const other = await newProject({ plan: 'free' });
    const [ofLost, ofOther] = [await sowClicks(lost, [1, 200]), await sowClicks(other, [1, 200])];
    const { db, plans } = lost.server.app;
    const setPlan = (plan: string) =>
      db.updateTable('projects').set({ plan }).where('id', '=', lost.project.id).execute();
    await setPlan('of-last-year');
    await expireClicks(db, plans);
    assert.deepEqual(await agesOf(lost, ofLost), [1, 200]);
    assert.deepEqual(await agesOf(other, ofOther), [1]);
    await setPlan('free');
  });

  test('applies to forwarded parameters too', async () => {
    const project = await newProject({ plan: 'pro' });
    const { db, plans } = project.server.app;
    const link = await sowClicks(project, [1, 20]);
    const ids = await forward(project, link);
    const owner = await ownerOf(project);
    const params = { projectId: project.project.id };
    const body = { clickRetentionDays: 7 };
    assert.equal((await owner.call(updateProject, { params, body })).status, 200);
    await expireClicks(db, plans);
    assert.deepEqual(await forwardedOf(project, ids), ids.slice(0, 1));
  });

  test('deleting a project deletes its clicks at the next run', async () => {
    const [project, other] = [await newProject({ plan: 'pro' }), await newProject()];
    const { db, plans } = project.server.app;
    const [link, kept] = [await sowClicks(project, [1, 20]), await sowClicks(other, [1])];
    const ids = await forward(project, link);
    const owner = await ownerOf(project);
    const params = { projectId: project.project.id };
    const body = { confirmName: project.project.name };
    assert.equal((await owner.call(deleteProject, { params, body })).status, 200);
    await expireClicks(db, plans);
    assert.deepEqual(await agesOf(project, link), []);
    assert.deepEqual(await forwardedOf(project, ids), []);
    const opens = db.selectFrom('opens').select('click_id').where('link_key', '=', link.key);
    assert.deepEqual(await opens.execute(), []);
    assert.deepEqual(await agesOf(other, kept), [1]);
    const gone = db.selectFrom('gone_links').select('link_key').where('link_key', '=', link.key);
    assert.equal((await gone.execute()).length, 1);
    await expireClicks(db, plans, { now: new Date(Date.now() + 2 * 3600 * 1000) });
    assert.deepEqual(await gone.execute(), []);
  });

  test("400: longer than the plan's, zero, negative or a fraction", async () => {
    const project = await newProject({ plan: 'free' });
    const owner = await ownerOf(project);
    const params = { projectId: project.project.id };
    for (const clickRetentionDays of [31, 0, -1, 1.5]) {
      const reply = await owner.call(updateProject, { params, body: { clickRetentionDays } });
      assert.equal(reply.status, 400, String(clickRetentionDays));
      assert.match(JSON.stringify(reply.body), /clickRetentionDays/);
    }
  });
});
