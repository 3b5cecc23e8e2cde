import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { createClient } from '@fairlead/contract/client';
import { sql } from 'kysely';
import { findProject } from '#teams/projects/findProject.ts';
import { createInvitation } from '#teams/projects/members/createInvitation.ts';
import { markMailed } from '#teams/projects/members/invitations.ts';
import { bodyOf, openedBy } from '../support/callers/person.ts';
import { ADMIN_TOKEN, startServer, type TestServer, useServer } from '../support/useServer.ts';
import { quickHashes } from '../support/quickHashes.ts';
import { until } from '../support/until.ts';

const PASSWORD = 'several good words';

let server: TestServer;
let hashes = 0;

/** The transactions that wait for their client at this moment. */
async function findWaiting(): Promise<string[]> {
  const { app } = await useServer();
  const { rows } = await sql<{ name: string }>`
    select pid || ' ' || xact_start as name from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`.execute(app.db);
  return rows.map(({ name }) => name);
}

/** Those that there are end while a password is hashed: none of them waits for the hash. */
async function assertNoneWaits(): Promise<void> {
  const waiting = new Set(await findWaiting());
  const haveEnded = async () => (await findWaiting()).every((name) => !waiting.has(name));
  await until('all transactions end while a password is hashed', haveEnded, { maxMs: 10_000 });
}

before(async () => {
  server = await startServer({}, undefined, {
    passwords: {
      hash: async (password) => {
        hashes += 1;
        await assertNoneWaits();
        return quickHashes.hash(password);
      },
      verify: async (input) => (await assertNoneWaits(), quickHashes.verify(input)),
    },
  });
});

function call(authorization?: string) {
  const headers = authorization === undefined ? {} : { authorization: `Bearer ${authorization}` };
  return createClient({ baseUrl: `${server.origin}/api/v1`, headers });
}

async function provision() {
  const body = { name: 'Test', domain: `${randomUUID()}.test` };
  return bodyOf(await call(ADMIN_TOKEN)(operations.provision, { body }), 201);
}

/** As somebody who has got the mail. */
async function invite() {
  const { projectId } = await provision();
  const { app } = server;
  const project = await findProject(app.db, projectId);
  const email = `${randomUUID()}@example.com`;
  const input = { email, role: 'viewer' } as const;
  const { token } = await createInvitation(app, project!, { kind: 'operator' }, input);
  await markMailed(app.db, token);
  return { email, token };
}

describe('passwords are hashed while no transaction is open', () => {
  test('of the owner of a project that the operator makes', async () => {
    hashes = 0;
    await provision();
    assert.equal(hashes, 1);
  });

  test('of somebody who accepts an invitation, signs in and changes it', async () => {
    const { email, token } = await invite();
    hashes = 0;
    const body = { token, password: PASSWORD };
    const joined = await call()(operations.acceptInvitation, { body });
    assert.equal(bodyOf(joined, 200).accountCreated, true);
    assert.equal(hashes, 1);
    const reply = await call()(operations.signIn, { body: { email, password: PASSWORD } });
    const change = { currentPassword: PASSWORD, newPassword: `${PASSWORD} more` };
    const changed = await call(openedBy(reply).token)(operations.changePassword, { body: change });
    assert.equal(changed.status, 200);
    assert.equal(hashes, 2);
  });

  test('of a shared page', async () => {
    const { projectId, sessionToken } = await provision();
    hashes = 0;
    const body = { name: 'Page', password: PASSWORD };
    const params = { projectId };
    const made = await call(sessionToken)(operations.createNumberShare, { params, body });
    assert.equal(made.status, 201);
    assert.equal(hashes, 1);
  });

  test('none for a token that nobody was given, or without a password', async () => {
    const { token } = await invite();
    hashes = 0;
    const stranger = { token: randomUUID(), password: PASSWORD };
    assert.equal((await call()(operations.acceptInvitation, { body: stranger })).status, 404);
    assert.equal((await call()(operations.acceptInvitation, { body: { token } })).status, 400);
    assert.equal(hashes, 0);
  });
});
