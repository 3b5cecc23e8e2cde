import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIMITS, operations } from '@fairlead/contract';
import { newId } from '#platform/lib/uuid.ts';
import { newProject, operator } from '../../support/callers/personas.ts';
import { bodyOf, ownerOf } from '../../support/callers/person.ts';
import { send, visit } from '../../support/callers/request.ts';
import { ADMIN_TOKEN } from '../../support/useServer.ts';

const { createLinksForOperator, listAuditEntries } = operations;
const ROW = { type: 'unified', fallbackUrl: 'https://example.com/' } as const;

describe('createLinksForOperator', () => {
  test('200: creates live links in any project, with an entry in its audit log', async () => {
    const project = await newProject();
    const params = { projectId: project.project.id };
    const call = await operator();
    const reply = bodyOf(
      await call(createLinksForOperator, { params, body: [{ ...ROW, slug: 'moved' }] }),
      200,
    );
    const lines = await Array.fromAsync(reply);
    assert.deepEqual(
      lines.map(({ status }) => status),
      [201],
    );
    assert.equal((await visit(project.host, '/moved')).headers.location, ROW.fallbackUrl);
    const owner = await ownerOf(project);
    const { entries } = bodyOf(await owner.call(listAuditEntries, { params }), 200);
    assert.equal(entries[0]?.action, 'links.created');
    assert.equal(entries[0].actor.kind, 'operator');
  });

  test('400: an empty body or invalid id; 404: an unknown project or no verified domain', async () => {
    const call = await operator();
    const project = await newProject();
    const { id: projectId } = project.project;
    const empty = await send({
      method: 'POST',
      path: `/api/v1/admin/projects/${projectId}/links/bulk`,
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: ' ',
    });
    assert.equal(empty.status, 400);
    const bare = await newProject({ noDomain: true });
    for (const [id, expected] of [
      [newId(), 404],
      [bare.project.id, 404],
      ['shop', 400],
    ] as const) {
      const { status } = await call(createLinksForOperator, {
        params: { projectId: id },
        body: [ROW],
      });
      assert.equal(status, expected, id);
    }
  });

  test('401: without the admin token', async () => {
    const project = await newProject();
    const params = { projectId: project.project.id };
    const owner = await ownerOf(project);
    assert.equal((await owner.call(createLinksForOperator, { params, body: [ROW] })).status, 401);
  });

  test('413: more than 64 MB', async () => {
    const project = await newProject();
    const { status } = await send({
      method: 'POST',
      path: `/api/v1/admin/projects/${project.project.id}/links/bulk`,
      headers: {
        authorization: `Bearer ${ADMIN_TOKEN}`,
        'content-type': 'application/json',
      },
      body: ' '.repeat(LIMITS.bulkBytes + 1),
    });
    assert.equal(status, 413);
  });
});
