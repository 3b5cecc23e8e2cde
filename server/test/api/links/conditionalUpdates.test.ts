import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { PROBLEM_JSON } from '@fairlead/contract/ApiError';
import { compileSchema } from '@fairlead/contract/findings';
import type { OperationDeclaration } from '@fairlead/contract/operation';
import { colleague } from '../../support/callers/colleague.ts';
import {
  appKey,
  member,
  newLink,
  newProject,
  type TestProject,
} from '../../support/callers/personas.ts';

// Rule: operations 8.

const { getLink, getLinkById, updateLink, deleteLink } = operations;
const { getProjectLink, createProjectLink, updateProjectLink, deleteProjectLink } = operations;

async function etagOf(project: TestProject, id: string): Promise<string> {
  const { headers } = await appKey(project)(getLinkById, { params: { id } });
  return headers.get('etag') ?? assert.fail('no ETag');
}

/** The status of a change under `If-Match`. */
async function changeIf(project: TestProject, id: string, ifMatch: string, name = 'Autumn') {
  const input = { params: { id }, body: { name }, headers: { 'if-match': ifMatch } };
  return (await appKey(project)(updateLink, input)).status;
}

describe('the version of a link', () => {
  test('is the same wherever the link is read, and another after each change', async () => {
    const project = await newProject();
    const made = await member(project)(createProjectLink, {
      params: { projectId: project.project.id },
      body: { type: 'unified', metadata: { b: 1, a: [1.5] }, expiresAt: '2090-01-01T00:00:00Z' },
    });
    assert.ok(made.status === 201);
    const { id, slug } = made.body;
    const ofProject = { projectId: project.project.id, linkId: id };
    const read = async () => {
      const replies = [
        await appKey(project)(getLinkById, { params: { id } }),
        await appKey(project)(getLink, { params: { slug } }),
        await member(project)(getProjectLink, { params: ofProject }),
      ];
      return new Set(replies.map(({ headers }) => headers.get('etag')));
    };
    assert.deepEqual(await read(), new Set([made.headers.get('etag')]));
    const seen = [made.headers.get('etag')];
    for (const body of [{ name: 'b' }, { tags: ['x'] }, { archived: true }, { name: 'b' }]) {
      const reply = await appKey(project)(updateLink, { params: { id }, body });
      assert.deepEqual(await read(), new Set([reply.headers.get('etag')]));
      seen.push(reply.headers.get('etag'));
    }
    assert.equal(new Set(seen).size, seen.length);
    for (const etag of seen) assert.match(etag ?? '', /^"[\w-]+"$/);
  });
});

describe('a change with If-Match', () => {
  test('is made to the version named, alone, in a list or by *', async () => {
    const project = await newProject();
    const { id } = await newLink(project);
    const alone = await etagOf(project, id);
    assert.equal(await changeIf(project, id, alone), 200);
    const listed = await etagOf(project, id);
    assert.equal(await changeIf(project, id, `"other", ${listed} ,W/"a,b"`), 200);
    assert.equal(await changeIf(project, id, '*'), 200);
    for (const stale of [alone, listed, `"other"`, `W/${await etagOf(project, id)}`]) {
      assert.equal(await changeIf(project, id, stale), 412, stale);
    }
  });

  test('400: neither * nor a list of tags', async () => {
    const project = await newProject();
    const { id } = await newLink(project);
    for (const wrong of ['', 'abc', '"a" "b"', '*, "a"', '"a"; x', 'w/"a"']) {
      assert.equal(await changeIf(project, id, wrong), 400, wrong);
    }
  });

  test('404: an unknown link, even for *', async () => {
    assert.equal(await changeIf(await newProject(), crypto.randomUUID(), '*'), 404);
  });

  test('412 changes nothing and carries the link as it is now', async () => {
    const project = await newProject();
    const { id } = await newLink(project, { name: 'Summer' });
    const stale = await etagOf(project, id);
    const now = await appKey(project)(updateLink, { params: { id }, body: { name: 'Winter' } });
    const headers = { 'if-match': stale };
    const change = { params: { id }, body: { name: 'Autumn' }, headers };
    const reply = await appKey(project)(updateLink, change);
    assert.ok(reply.status === 412);
    assert.deepEqual(reply.body.link, now.body);
    assert.equal(reply.body.error, 'PRECONDITION_FAILED');
    assert.equal(reply.headers.get('etag'), now.headers.get('etag'));
    assertDeclared(updateLink, reply.body);
    const deletion = await appKey(project)(deleteLink, { params: { id }, headers });
    assert.ok(deletion.status === 412);
    assert.deepEqual(deletion.body.link, now.body);
    const after = await appKey(project)(getLinkById, { params: { id } });
    assert.deepEqual(after.body, now.body);
    const again = { 'if-match': after.headers.get('etag') ?? '' };
    assert.equal(
      (await appKey(project)(deleteLink, { params: { id }, headers: again })).status,
      200,
    );
  });

  test('412 tells a person who changed which fields and when, and says nothing of it to a key', async () => {
    const project = await newProject();
    const { id } = await newLink(project);
    const params = { projectId: project.project.id, linkId: id };
    const headers = { 'if-match': await etagOf(project, id) };
    const admin = await colleague(project, 'admin');
    const theirs = await admin(updateLink, { params: { id }, body: { name: 'b', tags: ['x'] } });
    assert.ok(theirs.status === 200);
    const change = { params, body: { name: 'mine' }, headers };
    const reply = await member(project)(updateProjectLink, change);
    assert.ok(reply.status === 412);
    assert.deepEqual(reply.body.changedFields, ['name', 'tags']);
    assert.equal(reply.body.changedAt, theirs.body.updatedAt);
    assert.ok(reply.body.changedBy);
    assert.equal(reply.body.link.name, 'b');
    assertDeclared(updateProjectLink, reply.body);
    const deletion = await member(project)(deleteProjectLink, { params, headers });
    assert.ok(deletion.status === 412 && deletion.body.changedBy === reply.body.changedBy);
    const keyed = await appKey(project)(updateLink, { params: { id }, body: {}, headers });
    assert.ok(keyed.status === 412 && !('changedBy' in keyed.body) && !('changedAt' in keyed.body));
    // Not the person whose change was before.
    const byKey = await appKey(project)(updateLink, { params: { id }, body: { name: 'key' } });
    const later = await member(project)(updateProjectLink, change);
    assert.ok(byKey.status === 200 && later.status === 412);
    assert.equal(later.body.changedAt, byKey.body.updatedAt);
    assert.match(later.body.changedBy ?? '', / \(fl_\w+…\)$/);
    assert.deepEqual(later.body.changedFields, ['name']);
  });

  test('412 as a problem document has the same members', async () => {
    const project = await newProject();
    const { id } = await newLink(project);
    const headers = { 'if-match': '"stale"', accept: PROBLEM_JSON };
    const reply = await appKey(project)(updateLink, { params: { id }, body: {}, headers });
    const body = reply.body as unknown as Record<string, unknown>;
    assert.deepEqual([body['code'], body['status']], ['PRECONDITION_FAILED', 412]);
    assert.equal((body['link'] as { id?: string }).id, id);
  });

  test('of many at the same moment and version, one is made, by key and by session', async () => {
    const project = await newProject();
    const { id } = await newLink(project);
    for (const call of [appKey(project), member(project, '/v1')]) {
      const headers = { 'if-match': await etagOf(project, id) };
      const replies = await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          call(updateLink, { params: { id }, body: { name: `n${n}` }, headers }),
        ),
      );
      const made = replies.filter(({ status }) => status === 200);
      assert.equal(made.length, 1);
      assert.equal(replies.filter(({ status }) => status === 412).length, 11);
      const after = await appKey(project)(getLinkById, { params: { id } });
      assert.deepEqual(after.body, made[0]?.body);
    }
  });
});

describe('PATCH', () => {
  test('changes a link as PUT does, on both surfaces', async () => {
    const project = await newProject();
    const { id } = await newLink(project, { name: 'Summer' });
    const params = { projectId: project.project.id, linkId: id };
    const patch = <O extends OperationDeclaration>(operation: O) => ({
      ...operation,
      method: 'PATCH',
    });
    const one = await appKey(project)(patch(updateLink) as typeof updateLink, {
      params: { id },
      body: { fallbackUrl: 'https://example.com/one' },
    });
    assert.ok(one.status === 200 && one.body.name === 'Summer');
    const two = await member(project)(patch(updateProjectLink) as typeof updateProjectLink, {
      params,
      body: { name: 'Winter' },
      headers: { 'if-match': one.headers.get('etag') ?? '' },
    });
    assert.ok(two.status === 200);
    assert.deepEqual([two.body.name, two.body.fallbackUrl], ['Winter', 'https://example.com/one']);
  });
});

/** Whether a refusal is what the document says of it. */
function assertDeclared(operation: typeof updateLink | typeof updateProjectLink, body: object) {
  const {
    statusCode: _status,
    message: _message,
    error: _error,
    ...members
  } = body as {
    statusCode: number;
    message: string;
    error: string;
  };
  const schema = compileSchema(operation.errorMembers.PRECONDITION_FAILED);
  assert.deepEqual(schema.findings(members, 'members'), []);
}
