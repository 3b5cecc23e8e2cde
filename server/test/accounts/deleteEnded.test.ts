import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { createDashboardSession } from '#teams/accounts/sessions/createDashboardSession.ts';
import { newId } from '#platform/lib/uuid.ts';
import { deleteEndedAccess } from '#faces/jobs/deleteExpiredAccess.ts';
import { newProject } from '../support/callers/personas.ts';
import { bodyOf, newPerson, ownerOf } from '../support/callers/person.ts';
import { useServer } from '../support/useServer.ts';

test('ended sessions are deleted with their IP addresses, active ones stay', async () => {
  const { app } = await useServer();
  const { user, call } = await newPerson();
  const ended = await createDashboardSession(app.accounts, user, { lifetimeSeconds: -1 });
  const idsOf = async () =>
    (
      await app.db
        .selectFrom('dashboard_sessions')
        .select('id')
        .where('user_id', '=', user.id)
        .execute()
    ).map((row) => row.id);
  assert.ok((await idsOf()).includes(ended.id));
  await deleteEndedAccess(app, new Date());
  assert.equal((await idsOf()).length, 1);
  assert.equal((await call(operations.getCurrentUser, {})).status, 200);
});

test('expired email secrets and invitations are deleted too', async () => {
  const project = await newProject();
  const { app } = project.server;
  const owner = await ownerOf(project);
  const params = { projectId: project.project.id };
  const invite = async (email: string) =>
    bodyOf(
      await owner.call(operations.createInvitation, { params, body: { email, role: 'viewer' } }),
      201,
    );
  const [open, over] = [await invite('open@invited.test'), await invite('over@invited.test')];
  const past = new Date(Date.now() - 1000);
  await app.db
    .updateTable('invitations')
    .set({ expires_at: past })
    .where('id', '=', over.id)
    .execute();
  const secrets = [
    { id: newId(), identifier: newId(), value: 'x', expires_at: past },
    { id: newId(), identifier: newId(), value: 'x', expires_at: new Date(Date.now() + 60_000) },
  ] as const;
  await app.db.insertInto('verifications').values(secrets).execute();
  await deleteEndedAccess(app, new Date());
  const left = await app.db
    .selectFrom('verifications')
    .select('id')
    .where(
      'id',
      'in',
      secrets.map(({ id }) => id),
    )
    .execute();
  assert.deepEqual(left, [{ id: secrets[1].id }]);
  const invitations = await app.db
    .selectFrom('invitations')
    .select('id')
    .where('project_id', '=', params.projectId)
    .execute();
  assert.deepEqual(invitations, [{ id: open.id }]);
});
