import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { createClient } from '@fairlead/contract/client';
import { operations } from '@fairlead/contract';
import { RATE_LIMITS } from '@fairlead/contract/rateLimits';
import { runFairlead } from '../../../cli/test/runFairlead.ts';
import { createUser } from '#teams/accounts/users/createUser.ts';
import { newId } from '#platform/lib/uuid.ts';
import { makeEmptyDatabase, useDatabase } from '../support/database.ts';
import { member, newProject } from '../support/callers/personas.ts';
import { bodyOf, ownerOf, type Person } from '../support/callers/person.ts';
import { makeTestFolder } from '../support/startTestServer.ts';
import { until } from '../support/until.ts';
import { SECRET, startServer, useServer } from '../support/useServer.ts';
import { childEnvironment } from '../support/run/childEnvironment.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');

/** The command as the operator of the test server types it. */
async function run(argv: readonly string[], database?: string) {
  const DATABASE_URL = database ?? (await useDatabase()).connectionString;
  const env = {
    ...childEnvironment,
    DATABASE_URL,
    DATA_DIR: await makeTestFolder(),
    PUBLIC_URL: 'https://links.example.com',
    SECRET,
    ADMIN_TOKEN: 'an admin token that these commands do not need',
  };
  const { status, out, err } = await runFairlead([...argv, '--json'], env, REPOSITORY);
  const result = (out === '' ? {} : JSON.parse(out)) as Record<string, unknown>;
  return { status, err, result };
}

const newEmail = () => `u${randomBytes(6).toString('hex')}@example.com`;

async function signIn(email: string, password: string): Promise<number> {
  const { origin } = await useServer();
  const client = createClient({ baseUrl: `${origin}/api/v1` });
  const reply = await client(operations.signIn, { body: { email, password } });
  return reply.status;
}

/** One that the command has to find; it could sign in nobody. */
async function givePasskey({ user }: Person): Promise<void> {
  const { app } = await useServer();
  const id = newId();
  const none = { public_key: Buffer.alloc(1), counter: 0, transports: [], host: 'x', name: 'X' };
  await app.db
    .insertInto('passkeys')
    .values({ id, user_id: user.id, credential_id: id, ...none })
    .execute();
}

describe('fairlead user reset-password', () => {
  test('prints a password that works, and ends sessions and the old password', async () => {
    const project = await newProject();
    const { userEmail, userPassword } = project;
    assert.equal(await signIn(userEmail, userPassword), 200);
    await givePasskey(await ownerOf(project));
    const { status, err, result } = await run(['user', 'reset-password', userEmail.toUpperCase()]);
    assert.deepEqual([status, err], [0, '']);
    assert.equal(result['email'], userEmail);
    assert.equal(result['secondFactor'], false);
    assert.ok(Number(result['sessionsEnded']) >= 2);
    assert.equal(result['passkeysRemoved'], 1);
    assert.equal(await signIn(userEmail, userPassword), 401);
    assert.equal(await signIn(userEmail, String(result['password'])), 200);
  });

  test("empties the account's budget of tries in a running server", async () => {
    const server = await startServer({ RATE_LIMITS: 'on' });
    const { userEmail: email } = await newProject({}, server);
    for (let tries = 0; tries < RATE_LIMITS.account.requests; tries += 1) {
      await server.app.rateLimiter!.draw('account', email);
    }
    const { result } = await run(['user', 'reset-password', email]);
    const client = createClient({ baseUrl: `${server.origin}/api/v1` });
    const body = { email, password: String(result['password']) };
    await until(
      'signed in',
      async () => (await client(operations.signIn, { body })).status === 200,
      // Ten tries a minute are what an IP address has.
      { everyMs: 500 },
    );
  });

  test('keeps the second factor and says so, or removes it on request', async () => {
    const { app } = await useServer();
    const user = await createUser(app.accounts, {
      email: newEmail(),
      password: 'six words make a password',
    });
    const { id, email } = user;
    await app.db
      .updateTable('users')
      .set({ two_factor_enabled: true })
      .where('id', '=', id)
      .execute();
    const kept = await run(['user', 'reset-password', email]);
    assert.equal(kept.result['secondFactor'], true);
    const removed = await run(['user', 'reset-password', email, '--remove-second-factor']);
    assert.equal(removed.result['secondFactor'], false);
    assert.equal(await signIn(email, String(removed.result['password'])), 200);
  });

  test('gives a password to a user who signed up through a provider', async () => {
    const { app } = await useServer();
    const email = newEmail();
    const { id } = await createUser(app.accounts, { email, password: 'six words make a password' });
    await app.db.deleteFrom('user_accounts').where('user_id', '=', id).execute();
    const { result } = await run(['user', 'reset-password', email]);
    assert.equal(await signIn(email, String(result['password'])), 200);
  });

  test('explains what to do about an unknown email and an empty database', async () => {
    const email = newEmail();
    const unknown = await run(['user', 'reset-password', email]);
    assert.equal(unknown.status, 1);
    assert.match(unknown.err, new RegExp(`No user has the address ${email}.*user invite`));
    const none = await run(['user', 'reset-password', 'no address']);
    assert.match(none.err, /email must be/);
    const empty = await run(['user', 'reset-password', email], await makeEmptyDatabase());
    assert.equal(empty.status, 1);
    assert.match(empty.err, /start the server once/);
  });
});

describe('fairlead user invite', () => {
  test('creates an account and prints its first password', async () => {
    const email = newEmail();
    const { status, result } = await run(['user', 'invite', email]);
    assert.equal(status, 0);
    assert.equal(result['signInUrl'], 'https://links.example.com/sign-in');
    assert.equal(await signIn(email, String(result['password'])), 200);
    const again = await run(['user', 'invite', email]);
    assert.equal(again.status, 1);
    assert.match(again.err, /has an account.*reset-password.*--project ID/);
  });

  test('creates an invitation link to a project, with an audit entry', async () => {
    const project = await newProject();
    const { id } = project.project;
    const email = newEmail();
    const { result, err } = await run([
      'user',
      'invite',
      email,
      '--project',
      id,
      '--role',
      'admin',
    ]);
    assert.equal(err, '');
    const link = new URL(String(result['link']));
    assert.equal(`${link.origin}${link.pathname}`, 'https://links.example.com/invitation');
    const { origin } = await useServer();
    const token = link.searchParams.get('token') ?? '';
    const invitation = bodyOf(
      await createClient({ baseUrl: `${origin}/api/v1` })(operations.readInvitation, {
        body: { token },
      }),
      200,
    );
    assert.deepEqual([invitation.email, invitation.role], [email, 'admin']);
    const { entries } = bodyOf(
      await member(project)(operations.listAuditEntries, { params: { projectId: id } }),
      200,
    );
    assert.deepEqual(
      [entries[0]?.action, entries[0]?.actor.kind],
      ['invitation.created', 'operator'],
    );
  });

  test('refuses an unknown project or role, and a role without a project', async () => {
    const email = newEmail();
    const { project } = await newProject();
    const cases: [string[], RegExp][] = [
      [['--project', 'nonsense'], /There is no project nonsense/],
      [['--project', project.id, '--role', 'owner'], /--role must be admin or viewer/],
      [['--role', 'admin'], /name it with --project/],
    ];
    for (const [options, message] of cases) {
      const { status, err } = await run(['user', 'invite', email, ...options]);
      assert.equal(status, 1);
      assert.match(err, message);
    }
  });
});
