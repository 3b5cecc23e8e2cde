import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIMITS, operations } from '@fairlead/contract';
import { newId } from '#platform/lib/uuid.ts';
import { bodyOf, newPerson, ownerOf, type Person } from '../support/callers/person.ts';
import { newLink, newProject } from '../support/callers/personas.ts';

const { createLinkComment, deleteLinkComment, listLinkComments, updateLinkComment } = operations;
const { deleteProjectLink, listAuditEntries, restoreProjectLinks } = operations;

async function newTeam() {
  const project = await newProject();
  const link = await newLink(project);
  const params = { projectId: project.project.id, linkId: link.id };
  const owner = await ownerOf(project);
  const admin = await newPerson({ project, role: 'admin' });
  const viewer = await newPerson({ project, role: 'viewer' });
  const comment = async (who: Person, text: string) =>
    bodyOf(await who.call(createLinkComment, { params, body: { text } }), 201);
  const list = async () => bodyOf(await viewer.call(listLinkComments, { params }), 200).comments;
  return { project, link, params, people: { owner, admin, viewer }, comment, list };
}

describe('comments on a link', () => {
  test('are listed with the newest last, and told to the audit log', async () => {
    const { params, people, comment, list } = await newTeam();
    await comment(people.viewer, ' Is this\nthe right one? ');
    await comment(people.owner, '<b>Yes</b> & no');
    assert.deepEqual(
      (await list()).map(({ text, author, editedAt }) => [text, author?.userId, editedAt]),
      [
        ['Is this\nthe right one?', people.viewer.user.id, null],
        ['<b>Yes</b> & no', people.owner.user.id, null],
      ],
    );
    const query = { targetKind: 'link', targetId: params.linkId };
    const log = await people.owner.call(listAuditEntries, { params, query });
    const actions = bodyOf(log, 200).entries.map(({ action }) => action);
    assert.deepEqual(actions.slice(0, 2), ['comment.created', 'comment.created']);
  });

  const cases = [
    { who: 'owner', of: 'owner', edit: 200, remove: 200 },
    { who: 'owner', of: 'viewer', edit: 403, remove: 200 },
    { who: 'admin', of: 'owner', edit: 403, remove: 200 },
    { who: 'viewer', of: 'viewer', edit: 200, remove: 200 },
    { who: 'viewer', of: 'admin', edit: 403, remove: 403 },
  ] as const;
  for (const { who, of, edit, remove } of cases) {
    test(`${who} edits one of ${of}: ${edit}, deletes it: ${remove}`, async () => {
      const { params, people, comment, list } = await newTeam();
      const { id } = await comment(people[of], 'First');
      const named = { params: { ...params, commentId: id } };
      const edited = await people[who].call(updateLinkComment, {
        ...named,
        body: { text: 'Second' },
      });
      assert.equal(edited.status, edit);
      const [now] = await list();
      assert.equal(now?.text, edit === 200 ? 'Second' : 'First');
      assert.equal(now.editedAt !== null, edit === 200);
      assert.equal((await people[who].call(deleteLinkComment, named)).status, remove);
      assert.equal((await list()).length, remove === 200 ? 0 : 1);
    });
  }

  test('400: nothing visible, too long, control characters; 409: too many', async () => {
    const { project, params, people, comment } = await newTeam();
    const call = (text: string) =>
      people.viewer.call(createLinkComment, { params, body: { text } });
    const wrong = { commentId: (await comment(people.viewer, 'Mine')).id, ...params };
    for (const text of ['', ' \n ', 'x'.repeat(LIMITS.commentLength + 1), 'a\u0007b']) {
      assert.match(JSON.stringify(bodyOf(await call(text), 400).message), /text/);
      const edited = await people.viewer.call(updateLinkComment, { params: wrong, body: { text } });
      assert.equal(edited.status, 400);
    }
    const many = Array.from({ length: LIMITS.commentsPerLink - 1 }, () => ({
      id: newId(),
      project_id: params.projectId,
      link_id: params.linkId,
      text: 'Old',
    }));
    await project.server.app.db.insertInto('link_comments').values(many).execute();
    assert.match(String(bodyOf(await call('One more'), 409).message), /delete one/);
  });

  test('404: an unknown comment, and one of another link', async () => {
    const { project, params, people, comment } = await newTeam();
    const { id } = await comment(people.owner, 'Here');
    const other = await newLink(project);
    for (const named of [
      { ...params, commentId: newId() },
      { ...params, linkId: other.id, commentId: id },
    ]) {
      const body = { text: 'There' };
      assert.equal(
        (await people.owner.call(updateLinkComment, { params: named, body })).status,
        404,
      );
      assert.equal((await people.owner.call(deleteLinkComment, { params: named })).status, 404);
    }
  });

  test('go and come back with the link, and stay without a name after the account', async () => {
    const { project, params, people, comment, list } = await newTeam();
    await comment(people.admin, 'I was here');
    bodyOf(await people.owner.call(deleteProjectLink, { params }), 200);
    assert.equal((await people.owner.call(listLinkComments, { params })).status, 404);
    const body = { ids: [params.linkId] };
    bodyOf(await people.owner.call(restoreProjectLinks, { params, body }), 200);
    const { db } = project.server.app;
    await db.deleteFrom('users').where('id', '=', people.admin.user.id).execute();
    const [left] = await list();
    assert.deepEqual([left?.text, left?.author], ['I was here', null]);
  });
});
