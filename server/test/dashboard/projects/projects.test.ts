import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { newId } from '#platform/lib/uuid.ts';
import { MAX_OWNED_PROJECTS } from '#teams/projects/createOwnProject.ts';
import { appKey, newLink, newProject } from '../../support/callers/personas.ts';
import { bodyOf, newPerson, ownerOf } from '../../support/callers/person.ts';
import { visit } from '../../support/callers/request.ts';

const { createProject, listProjects, getProject, updateProject, deleteProject } = operations;
const { transferOwnership, getLink, listAuditEntries, listMembers } = operations;

describe('projects', () => {
  test('are created, listed by name and owned by their creator', async () => {
    const person = await newPerson();
    const made = bodyOf(
      await person.call(createProject, {
        body: { name: 'Zebra', defaultUrl: 'https://example.com/' },
      }),
      201,
    );
    assert.equal(made.role, 'owner');
    assert.equal(made.plan, 'self-hosted');
    bodyOf(await person.call(createProject, { body: { name: 'Ant' } }), 201);
    const { projects } = bodyOf(await person.call(listProjects, {}), 200);
    assert.deepEqual(
      projects.map(({ name, role }) => [name, role]),
      [
        ['Ant', 'owner'],
        ['Zebra', 'owner'],
      ],
    );
    const params = { projectId: made.id };
    assert.deepEqual(bodyOf(await person.call(getProject, { params }), 200), made);
    const { entries } = bodyOf(await person.call(listAuditEntries, { params }), 200);
    assert.deepEqual(
      entries.map(({ action, actor }) => [action, actor.userId]),
      [['project.created', person.user.id]],
    );
  });

  test('400: a destination with a script URL or a NUL', async () => {
    const person = await newPerson();
    for (const defaultUrl of ['javascript:alert(1)', 'https://example.com/\u0000']) {
      const reply = await person.call(createProject, { body: { name: 'X', defaultUrl } });
      assert.equal(reply.status, 400);
      assert.match(JSON.stringify(reply.body), /defaultUrl/);
    }
  });

  test('403: the limit of owned projects is reached', async () => {
    const person = await newPerson();
    const project = await newProject({ noDomain: true });
    const { db } = project.server.app;
    const ids = Array.from({ length: MAX_OWNED_PROJECTS }, () => newId());
    await db
      .insertInto('projects')
      .values(ids.map((id) => ({ id, name: 'Many', plan: 'free' })))
      .execute();
    await db
      .insertInto('project_members')
      .values(
        ids.map((id) => ({ project_id: id, user_id: person.user.id, role: 'owner' as const })),
      )
      .execute();
    const reply = await person.call(createProject, { body: { name: 'One more' } });
    assert.equal(reply.status, 403);
  });

  test('settings are updated field by field, and null clears them', async () => {
    const project = await newProject();
    const owner = await ownerOf(project);
    const params = { projectId: project.project.id };
    const changed = bodyOf(
      await owner.call(updateProject, {
        params,
        body: {
          name: 'Renamed',
          requireInstallation: true,
          matchingWindowMinutes: 30,
          defaultUrl: 'https://example.com/default',
          ios: { teamId: 'ABCDE12345', bundleId: 'com.example.app', scheme: 'example' },
          android: { packageName: 'com.example.app', sha256Fingerprints: ['ab'.repeat(32)] },
        },
      }),
      200,
    );
    for (const teamId of ['bad', 'abcde12345', 'ABCDE123456', 'ABCDE-2345']) {
      const body = { ios: { teamId } };
      const reply = await owner.call(updateProject, { params, body });
      assert.equal(reply.status, 400, teamId);
      assert.match(JSON.stringify(reply.body), /ios\.teamId must be a team ID: 10 capital/);
    }
    assert.equal(changed.ios.complete, true);
    assert.equal(changed.android.complete, true);
    assert.equal(changed.android.sha256Fingerprints[0], Array(32).fill('AB').join(':'));
    const emptied = bodyOf(
      await owner.call(updateProject, {
        params,
        body: { defaultUrl: null, ios: { teamId: null } },
      }),
      200,
    );
    assert.equal(emptied.defaultUrl, null);
    assert.equal(emptied.ios.complete, false);
    assert.equal(emptied.ios.bundleId, 'com.example.app');
    assert.equal(emptied.name, 'Renamed');
    assert.deepEqual(bodyOf(await owner.call(getProject, { params }), 200), emptied);
  });

  test('400: a reserved scheme, a matching window out of bounds', async () => {
    const owner = await ownerOf(await newProject());
    const [project] = bodyOf(await owner.call(listProjects, {}), 200).projects;
    const params = { projectId: project?.id ?? '' };
    for (const body of [
      { ios: { scheme: 'https' } },
      { matchingWindowMinutes: 4 },
      { defaultUrl: 'data:text/html,x' },
    ]) {
      assert.equal((await owner.call(updateProject, { params, body })).status, 400);
    }
  });

  test("deletion needs the project's name and stops its links and keys", async () => {
    const project = await newProject({ name: 'Short-lived' });
    const owner = await ownerOf(project);
    const { slug } = await newLink(project);
    assert.equal((await visit(project.host, `/${slug}`)).status, 302);
    const params = { projectId: project.project.id };
    const wrong = { confirmName: 'Another' };
    assert.equal((await owner.call(deleteProject, { params, body: wrong })).status, 400);
    const body = { confirmName: 'Short-lived' };
    assert.equal((await owner.call(deleteProject, { params, body })).status, 200);
    assert.equal((await owner.call(getProject, { params })).status, 404);
    assert.equal((await appKey(project)(getLink, { params: { slug } })).status, 401);
    assert.equal((await visit(project.host, `/${slug}`)).status, 404);
  });

  test('transferring ownership makes the former owner an admin', async () => {
    const project = await newProject();
    const [owner, next] = await Promise.all([
      ownerOf(project),
      newPerson({ project, role: 'viewer' }),
    ]);
    const params = { projectId: project.project.id };
    const give = (userId: string) => owner.call(transferOwnership, { params, body: { userId } });
    assert.equal((await give(newId())).status, 404);
    assert.equal((await give(owner.user.id)).status, 400);
    assert.equal((await give(next.user.id)).status, 200);
    const { members } = bodyOf(await next.call(listMembers, { params }), 200);
    assert.deepEqual(
      members.map(({ userId, role }) => [userId, role]),
      [
        [next.user.id, 'owner'],
        [owner.user.id, 'admin'],
      ],
    );
    assert.equal((await give(owner.user.id)).status, 403);
  });
});
