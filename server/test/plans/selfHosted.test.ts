import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { runFairlead } from '../../../cli/test/runFairlead.ts';
import { leaveUnsoldPlans } from '#teams/plans/leaveUnsoldPlans.ts';
import { newId } from '#platform/lib/uuid.ts';
import { anonymous, newProject, operator } from '../support/callers/personas.ts';
import { bodyOf, newPerson, ownerOf, type Person } from '../support/callers/person.ts';
import { useSmallPlans } from '../support/callers/smallPlans.ts';
import { ADMIN_TOKEN, useServer } from '../support/useServer.ts';

const { addDomain, createProject, getPlanUsage, getProject, listPlans, startExport } = operations;

async function newSelfHosted(): Promise<{ owner: Person; params: { projectId: string } }> {
  const owner = await newPerson();
  const { id } = bodyOf(await owner.call(createProject, { body: { name: 'Mine' } }), 201);
  return { owner, params: { projectId: id } };
}

async function runPlan(projectId: string, plan: string, ...more: string[]) {
  const { origin } = await useServer();
  const env = { FAIRLEAD_SERVER: origin, ADMIN_TOKEN };
  return runFairlead(['plan', projectId, plan, ...more], env);
}

describe('a server without plans', () => {
  test('gives dashboard projects exports without limits or prices', async () => {
    const { owner, params } = await newSelfHosted();
    const { plan, usage, sold, checkout, plans } = bodyOf(
      await owner.call(getPlanUsage, { params }),
      200,
    );
    assert.deepEqual(
      [plan.id, plan.exports, plan.clickRetentionDays, sold, checkout, plans],
      ['self-hosted', true, null, false, false, []],
    );
    for (const [name, { limit, warning }] of Object.entries(usage)) {
      assert.deepEqual([name, limit, warning], [name, null, 'none']);
    }
    for (const host of [`${newId()}.test`, `${newId()}.test`]) {
      bodyOf(await owner.call(addDomain, { params, body: { host } }), 201);
    }
    assert.equal((await owner.call(startExport, { params, body: {} })).status, 202);
  });

  test('still lists the catalogue', async () => {
    const call = await anonymous();
    const { plans } = bodyOf(await call(listPlans, {}), 200);
    assert.deepEqual(
      plans.map(({ name }) => name),
      ['Free', 'Pro', 'Business'],
    );
  });

  test('keeps the limits of a plan set by the operator', async () => {
    const project = await newProject({ plan: 'free' });
    const owner = await ownerOf(project);
    const params = { projectId: project.project.id };
    const { plan, usage } = bodyOf(await owner.call(getPlanUsage, { params }), 200);
    assert.deepEqual([plan.id, plan.exports, usage.domains.limit], ['free', false, 1]);
    const second = await owner.call(addDomain, { params, body: { host: `${newId()}.test` } });
    assert.equal(second.status, 403);
    assert.equal((await owner.call(startExport, { params, body: {} })).status, 402);
  });

  test('lifts limits set by an earlier release, but not those set by the operator', async () => {
    const { app } = await useServer();
    const [made, limited] = [await newSelfHosted(), await newSelfHosted()];
    const provisioned = await newProject({ plan: 'free' });
    const provision = { name: 'Provisioned', plan: 'free' };
    const audited = bodyOf(
      await (
        await operator()
      )(operations.provision, { body: provision }),
      201,
    );
    const planOf = async ({ owner, params }: typeof made) =>
      bodyOf(await owner.call(getProject, { params }), 200).plan;
    await app.db
      .updateTable('projects')
      .set({ plan: 'free' })
      .where('id', '=', made.params.projectId)
      .execute();
    assert.equal((await runPlan(limited.params.projectId, 'free')).status, 0);
    assert.equal(await leaveUnsoldPlans(app.db, { ...app.plans, sold: true }), 0);
    assert.ok((await leaveUnsoldPlans(app.db, app.plans)) >= 1);
    assert.equal(await planOf(made), 'self-hosted');
    assert.equal(await planOf(limited), 'free');
    const owner = await ownerOf(provisioned);
    assert.equal(await planOf({ owner, params: { projectId: provisioned.project.id } }), 'free');
    const kept = await app.db
      .selectFrom('projects')
      .select('plan')
      .where('id', '=', audited.projectId)
      .executeTakeFirstOrThrow();
    assert.equal(kept.plan, 'free');
  });
});

test('a server with PLANS_FILE starts projects on the first plan of its catalogue', async () => {
  const person = await newPerson(undefined, await useSmallPlans());
  const made = bodyOf(await person.call(createProject, { body: { name: 'Sold' } }), 201);
  assert.equal(made.plan, 'small');
  const { sold, plans } = bodyOf(
    await person.call(getPlanUsage, { params: { projectId: made.id } }),
    200,
  );
  assert.equal(sold, true);
  assert.equal(plans[0]?.id, 'small');
});

describe('fairlead plan', () => {
  test("changes a project's plan and prints one object with --json", async () => {
    const { owner, params } = await newSelfHosted();
    const { status, out } = await runPlan(params.projectId, 'pro', '--json');
    assert.equal(status, 0);
    assert.deepEqual(JSON.parse(out), { ...params, plan: 'pro' });
    assert.equal(bodyOf(await owner.call(getProject, { params }), 200).plan, 'pro');
    const back = await runPlan(params.projectId, 'self-hosted');
    assert.equal(back.out, `Project ${params.projectId} is on the plan self-hosted.\n`);
  });

  test('exits with status 1 and lists the plans for an unknown one, with 2 without a plan', async () => {
    const { params } = await newSelfHosted();
    const { status, err } = await runPlan(params.projectId, 'gold');
    assert.equal(status, 1);
    assert.match(err, /plan must be one of: free, pro, business, self-hosted/);
    assert.equal((await runFairlead(['plan', params.projectId])).status, 2);
  });
});
