import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { addMember } from '../../src/projects/addMember.ts';
import { anonymous, anyProject, appKey, member, newLink } from '../support/personas.ts';
import { newProject, statsOf, type TestProject } from '../support/personas.ts';
import { askMatch, install, iphone, tap } from '../support/phones.ts';

const { eraseInstallation } = operations;

function erase(project: TestProject, installationId: string, by = project) {
  const params = { projectId: project.project.id, installationId };
  return member(by)(eraseInstallation, { params });
}

describe('eraseInstallation 200', () => {
  test('takes the record and all that names it; totals of links stay', async () => {
    const project = await newProject();
    const { app } = project.server;
    const link = await newLink(project, { allowQueryPassthrough: true });
    const phone = iphone();
    const clickId = await tap(phone, project, link, '?invite=ann');
    const { clientId, id, token } = await install(project, { deviceModel: 'iPhone16,2' });
    const { data } = await askMatch(phone, project, { installationId: clientId });
    const context = { 'x-installation-token': token ?? '' };
    await appKey(project, context)(operations.resolveLink, {
      query: { url: data?.deepLink ?? '' },
    });
    assert.equal((await erase(project, clientId)).status, 200);

    for (const [table, column] of [
      ['installations', 'id'],
      ['sessions', 'installation_id'],
      ['attribution_receipts', 'installation_id'],
      ['attribution_facts', 'installation_id'],
      ['opens', 'installation_id'],
    ] as const) {
      const left = await app.db.selectFrom(table).selectAll().where(column, '=', id).execute();
      assert.deepEqual(left, [], table);
    }
    for (const table of ['click_signals', 'click_queries'] as const) {
      const left = await app.db
        .selectFrom(table)
        .selectAll()
        .where('click_id', '=', clickId)
        .execute();
      assert.deepEqual(left, [], table);
    }
    const click = await app.db
      .selectFrom('clicks')
      .select('visitor')
      .where('id', '=', clickId)
      .executeTakeFirst();
    assert.deepEqual(click, { visitor: null });
    const entries = await app.db
      .selectFrom('audit_entries')
      .select(['action', 'target_id'])
      .where('project_id', '=', project.project.id)
      .execute();
    assert.deepEqual(entries, [{ action: 'installation.erased', target_id: id }]);
    const stats = await statsOf(project, link.id);
    assert.deepEqual([stats.clicks, stats.installs, stats.attributedClicks], [1, 1, 1]);
    const after = await appKey(project, context)(operations.matchDeferred, {
      body: { fingerprint: {} },
    });
    assert.equal(after.status, 401);
  });
});

describe('eraseInstallation 4xx', () => {
  test('400 for an id that no installation can have', async () => {
    assert.equal((await erase(await anyProject(), 'x'.repeat(256))).status, 400);
  });

  test('401 without a session', async () => {
    const project = await anyProject();
    const params = { projectId: project.project.id, installationId: 'x' };
    assert.equal((await (await anonymous('/api/v1'))(eraseInstallation, { params })).status, 401);
  });

  test('403 for a viewer', async () => {
    const [project, viewer] = [await newProject(), await newProject()];
    const { db } = project.server.app;
    const user = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', viewer.userEmail)
      .executeTakeFirstOrThrow();
    await addMember(db, project.project, user, 'viewer');
    const { clientId } = await install(project);
    assert.equal((await erase(project, clientId, viewer)).status, 403);
    assert.equal((await erase(project, clientId)).status, 200);
  });

  test('404 for an unknown one, and for one of another project', async () => {
    const [project, other] = [await newProject(), await newProject()];
    const { clientId, id } = await install(other);
    for (const name of [randomUUID(), clientId, id]) {
      assert.equal((await erase(project, name)).status, 404);
    }
    assert.equal((await erase(other, id)).status, 200);
    assert.equal((await erase(other, id)).status, 404);
  });
});
