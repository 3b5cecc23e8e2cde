import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { closeAbandonedSessions } from '#apps/sessions/closeAbandonedSessions.ts';
import {
  appKey,
  newInstallation,
  newProject,
  type TestProject,
} from '../support/callers/personas.ts';

const HOUR = 3600 * 1000;

async function begin(project: TestProject, clientId: string): Promise<string> {
  const body = { installationId: clientId };
  const reply = await appKey(project)(operations.startSession, { body });
  return reply.status === 201 ? reply.body.sessionId : assert.fail(`${reply.status}`);
}

async function sessionOf(project: TestProject, id: string) {
  return project.server.app.db
    .selectFrom('sessions')
    .select(['state', 'started_at', 'ended_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

describe('abandoned sessions (Rule: sessions)', () => {
  test('are closed after 24 hours, without an end time', async () => {
    const project = await newProject();
    const { db } = project.server.app;
    const sessionId = await begin(project, (await newInstallation(project)).clientId);
    const { started_at: startedAt } = await sessionOf(project, sessionId);
    const at = (ms: number) => new Date(startedAt.getTime() + ms);
    assert.equal(await closeAbandonedSessions(db, at(24 * HOUR - 1), project.project), 0);
    assert.equal((await sessionOf(project, sessionId)).state, 'active');
    assert.equal(await closeAbandonedSessions(db, at(24 * HOUR), project.project), 1);
    const { state, ended_at: endedAt } = await sessionOf(project, sessionId);
    assert.deepEqual([state, endedAt], ['abandoned', null]);
    assert.equal(await closeAbandonedSessions(db, at(48 * HOUR), project.project), 0);
  });

  test('may be ended later, which succeeds and changes nothing', async () => {
    const project = await newProject();
    const { db } = project.server.app;
    const { clientId } = await newInstallation(project);
    const sessionId = await begin(project, clientId);
    await closeAbandonedSessions(db, new Date(Date.now() + 25 * HOUR), project.project);
    const reply = await appKey(project)(operations.endSession, { params: { sessionId } });
    assert.deepEqual([reply.status, reply.body], [200, { success: true }]);
    assert.equal((await sessionOf(project, sessionId)).state, 'abandoned');
    await begin(project, clientId);
  });

  test('are closed once even by simultaneous processes', async () => {
    const project = await newProject();
    const { db } = project.server.app;
    for (let made = 0; made < 5; made += 1) {
      await begin(project, (await newInstallation(project)).clientId);
    }
    const later = new Date(Date.now() + 25 * HOUR);
    const [one, two] = await Promise.all([
      closeAbandonedSessions(db, later, project.project),
      closeAbandonedSessions(db, later, project.project),
    ]);
    assert.equal(one + two, 5);
  });
});
