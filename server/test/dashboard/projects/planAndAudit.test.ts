import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { recordAudit } from '#teams/audit/recordAudit.ts';
import { newId } from '#platform/lib/uuid.ts';
import { newLink, newProject, operator } from '../../support/callers/personas.ts';
import { bodyOf, ownerOf } from '../../support/callers/person.ts';

const { getPlanUsage, changePlan, listAuditEntries, listInstallations } = operations;

async function newOwner(input: Parameters<typeof newProject>[0] = {}) {
  const project = await newProject(input);
  return { project, owner: await ownerOf(project), params: { projectId: project.project.id } };
}

describe('plan and usage', () => {
  test('counts what the plan limits and warns from 80%', async () => {
    const { project, owner, params } = await newOwner({ plan: 'free' });
    await newLink(project);
    const { plan, usage, periodStart, checkout } = bodyOf(
      await owner.call(getPlanUsage, { params }),
      200,
    );
    assert.equal(plan.id, 'free');
    assert.equal(plan.exports, false);
    assert.deepEqual(usage.links, { used: 1, limit: 10_000, warning: 'none' });
    assert.deepEqual(usage.domains, { used: 1, limit: 1, warning: 'none' });
    assert.deepEqual(usage.members, { used: 1, limit: 2, warning: 'none' });
    assert.deepEqual(usage.apiKeys, { used: 1, limit: 2, warning: 'none' });
    assert.match(periodStart, /^\d{4}-\d{2}-01T00:00:00.000Z$/);
    assert.equal(checkout, false);
  });

  test('a plan changed by the operator applies at once and is in the audit log', async () => {
    const { owner, params } = await newOwner({ plan: 'free' });
    const call = await operator();
    const changed = bodyOf(await call(changePlan, { params, body: { plan: 'pro' } }), 200);
    assert.deepEqual(changed, { ...params, plan: 'pro' });
    assert.equal(bodyOf(await owner.call(getPlanUsage, { params }), 200).plan.id, 'pro');
    const { entries } = bodyOf(await owner.call(listAuditEntries, { params }), 200);
    assert.equal(entries[0]?.action, 'plan.changed');
    assert.equal(entries[0].actor.kind, 'operator');
    assert.deepEqual(entries[0].details, { from: 'free', to: 'pro' });
  });

  test('400: an unknown plan; 404: an unknown project', async () => {
    const { params } = await newOwner();
    const call = await operator();
    const unknown = await call(changePlan, { params, body: { plan: 'gold' } });
    assert.equal(unknown.status, 400);
    assert.match(JSON.stringify(unknown.body), /free, pro, business/);
    const nobodys = { projectId: newId() };
    assert.equal((await call(changePlan, { params: nobodys, body: { plan: 'pro' } })).status, 404);
  });
});

describe('audit log', () => {
  test('pages from newest to oldest', async () => {
    const { project, owner, params } = await newOwner();
    const { db } = project.server.app;
    for (let index = 0; index < 5; index += 1) {
      await recordAudit(
        db,
        project.project,
        { kind: 'system' },
        { action: `test.${index}`, target: { kind: 'project', id: null, name: 'Test' } },
      );
    }
    const actions: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { entries: { action: string }[]; nextCursor: string | null } = bodyOf(
        await owner.call(listAuditEntries, {
          params,
          query: { limit: 2, ...(cursor !== null && { cursor }) },
        }),
        200,
      );
      actions.push(...page.entries.map((entry) => entry.action));
      cursor = page.nextCursor;
    } while (cursor !== null);
    assert.deepEqual(actions, ['test.4', 'test.3', 'test.2', 'test.1', 'test.0']);
    const bad = { params, query: { cursor: 'x' } };
    assert.equal((await owner.call(listAuditEntries, bad)).status, 400);
  });

  test('has the history of one object, page by page, and nothing of others', async () => {
    const { project, owner, params } = await newOwner();
    const { db } = project.server.app;
    const write = (action: string, kind: string, id: string) =>
      recordAudit(
        db,
        project.project,
        { kind: 'system' },
        { action, target: { kind, id, name: 'Test' } },
      );
    await write('folder.created', 'folder', 'a');
    await write('folder.created', 'folder', 'b');
    await write('template.created', 'template', 'a');
    await write('folder.renamed', 'folder', 'a');
    const page = async (cursor?: string) =>
      bodyOf(
        await owner.call(listAuditEntries, {
          params,
          query: { targetKind: 'folder', targetId: 'a', limit: 1, ...(cursor && { cursor }) },
        }),
        200,
      );
    const first = await page();
    assert.deepEqual(
      first.entries.map(({ action }) => action),
      ['folder.renamed'],
    );
    const second = await page(first.nextCursor ?? '');
    assert.deepEqual(
      second.entries.map(({ action, target }) => [action, target.id]),
      [['folder.created', 'a']],
    );
    assert.equal(second.nextCursor, null);
    for (const query of [{ targetKind: 'folder' }, { targetId: 'a' }]) {
      const half = bodyOf(await owner.call(listAuditEntries, { params, query }), 400);
      assert.match(String(half.message), /together/);
    }
  });

  test('has no entry for a change that was rolled back', async () => {
    const { project, owner, params } = await newOwner();
    const { app } = project.server;
    const failed = app.db.transaction().execute(async (tx) => {
      await recordAudit(
        tx,
        project.project,
        { kind: 'system' },
        { action: 'test.undone', target: { kind: 'project', id: null, name: 'Test' } },
      );
      throw new Error('undone');
    });
    await assert.rejects(failed, /undone/);
    const { entries } = bodyOf(await owner.call(listAuditEntries, { params }), 200);
    assert.deepEqual(entries, []);
  });
});

describe('installations', () => {
  test('are paged from newest to oldest and found by any of their ids', async () => {
    const { project, owner, params } = await newOwner();
    const { db } = project.server.app;
    const now = new Date();
    const rows = [0, 1, 2].map((index) => ({
      id: newId(now.getTime() + index),
      project_id: params.projectId,
      client_id: `client-${index}`,
      device_id: index === 2 ? 'device-two' : 'device-one',
      persistent_device_id: `persistent-${index}`,
      customer_id: `customer-${index}`,
      metadata: { userId: `user-${index}` },
      first_seen_at: now,
      last_seen_at: now,
    }));
    await db.insertInto('installations').values(rows).execute();
    const list = async (query: { search?: string; limit?: number; cursor?: string }) =>
      bodyOf(await owner.call(listInstallations, { params, query }), 200);
    const found = async (search: string) =>
      (await list({ search })).installations.map((each) => each.installationId);
    assert.deepEqual(await found('device-one'), ['client-1', 'client-0']);
    assert.deepEqual(await found('client-2'), ['client-2']);
    assert.deepEqual(await found('persistent-0'), ['client-0']);
    assert.deepEqual(await found('user-1'), ['client-1']);
    assert.deepEqual(await found('customer-0'), ['client-0']);
    assert.deepEqual(await found(rows[2]?.id ?? ''), ['client-2']);
    assert.deepEqual(await found('client'), []);
    const first = await list({ limit: 2 });
    assert.deepEqual(
      first.installations.map((each) => each.installationId),
      ['client-2', 'client-1'],
    );
    const second = await list({ limit: 2, cursor: first.nextCursor ?? '' });
    assert.deepEqual(
      second.installations.map((each) => each.installationId),
      ['client-0'],
    );
    assert.equal(second.nextCursor, null);
    const bad = { params, query: { cursor: 'x' } };
    assert.equal((await owner.call(listInstallations, bad)).status, 400);
  });
});
