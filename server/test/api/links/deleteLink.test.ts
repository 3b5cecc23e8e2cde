import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { colleague } from '../../support/callers/colleague.ts';
import {
  anonymous,
  anyProject,
  appKey,
  member,
  newLink,
  newProject,
} from '../../support/callers/personas.ts';
import { publishableKey } from '../../support/callers/publishableKey.ts';
import { visit } from '../../support/callers/request.ts';

const { deleteLink, getLink, updateLink } = operations;

describe('deleteLink 200', () => {
  test('visitors and apps get 404 at once, and slug and externalId become free', async () => {
    const project = await newProject();
    const call = appKey(project);
    const link = await newLink(project, { slug: 'summer', externalId: 'x' });
    assert.equal((await visit(project.host, '/summer')).status, 302);
    const reply = await call(deleteLink, { params: { id: link.id } });
    assert.equal(reply.status, 200);
    assert.deepEqual(reply.body, { success: true });
    assert.equal((await visit(project.host, '/summer')).status, 404);
    assert.equal((await call(getLink, { params: { slug: 'summer' } })).status, 404);
    const again = await newLink(project, { slug: 'summer', externalId: 'x' });
    assert.notEqual(again.id, link.id);
    assert.equal((await visit(project.host, '/summer')).status, 302);
  });

  test("an admin's session may delete and is named in the audit log, as a key is", async () => {
    const project = await newProject();
    const [{ id }, other] = [await newLink(project, { slug: 'mine' }), await newLink(project)];
    const call = await colleague(project, 'admin');
    const update = { params: { id }, body: { name: 'Mine', iosBrowserAutoOpen: true } };
    assert.equal((await call(updateLink, update)).status, 200);
    assert.equal(
      (await call(updateLink, { params: { id }, body: { slug: 'x' } as object })).status,
      400,
    );
    assert.equal((await call(deleteLink, { params: { id } })).status, 200);
    assert.equal((await call(deleteLink, { params: { id } })).status, 404);
    await appKey(project)(deleteLink, { params: { id: other.id } });
    const params = { projectId: project.project.id };
    const log = await member(project)(operations.listAuditEntries, { params });
    assert.ok(log.status === 200);
    assert.deepEqual(
      log.body.entries.map(({ action, target, actor }) => [action, target.name, actor.kind]),
      [
        ['link.deleted', other.slug, 'key'],
        ['link.deleted', 'Mine', 'user'],
        ['link.updated', 'Mine', 'user'],
      ],
    );
    assert.deepEqual(log.body.entries[2]?.details, { fields: ['name', 'iosBrowserAutoOpen'] });
  });
});

describe('deleteLink errors', () => {
  test('400: an id that is not a UUID', async () => {
    const call = appKey(await anyProject());
    assert.equal((await call(deleteLink, { params: { id: 'x' } })).status, 400);
  });

  test('401: without credentials; 403: with a publishable key or as a viewer', async () => {
    const project = await newProject();
    const params = { id: (await newLink(project)).id };
    assert.equal((await (await anonymous())(deleteLink, { params })).status, 401);
    assert.equal((await (await publishableKey(project))(deleteLink, { params })).status, 403);
    const viewer = await colleague(project, 'viewer');
    assert.equal((await viewer(deleteLink, { params })).status, 403);
  });

  test('404: deleted links, unknown ids and links of other projects', async () => {
    const [one, two] = [await newProject(), await newProject()];
    const { id } = await newLink(one);
    assert.equal((await appKey(two)(deleteLink, { params: { id } })).status, 404);
    const call = appKey(one);
    assert.equal((await call(deleteLink, { params: { id } })).status, 200);
    assert.equal((await call(deleteLink, { params: { id } })).status, 404);
    assert.equal((await call(updateLink, { params: { id }, body: {} })).status, 404);
  });
});
