import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { suite, test } from 'node:test';
import { newProject } from '../../server/test/support/callers/personas.ts';
import { runFairlead } from './runFairlead.ts';
import { signIn } from './signedIn.ts';

interface WhoAmI {
  readonly kind: string;
  readonly profile: string | null;
  readonly user: { readonly email: string } | null;
  readonly projects: readonly { readonly id: string }[];
}

suite('login', () => {
  test('with email and password, whoami shows the user and their projects', async () => {
    await using me = await signIn();
    const who = await me.json<WhoAmI>('whoami');
    assert.equal(who.kind, 'session');
    assert.equal(who.profile, 'default');
    assert.equal(who.user?.email, me.project.userEmail);
    assert.deepEqual(
      who.projects.map(({ id }) => id),
      [me.project.project.id],
    );
    const { out } = await me.run('whoami');
    assert.match(out, new RegExp(`E-mail +${me.project.userEmail}`));
  });

  test('the credential file is readable by its owner only, and the password is not stored', async () => {
    await using me = await signIn();
    assert.equal((await stat(me.file)).mode & 0o777, 0o600);
    assert.ok(!(await me.profiles()).includes(me.project.userPassword));
  });

  test('an expired session is refreshed and its new cookie stored', async () => {
    await using me = await signIn();
    const before = JSON.parse(await me.profiles()) as Profiles;
    const { session } = before.profiles['default']!;
    const ended = { ...session, token: 'ended', expiresAt: '2020-01-01T00:00:00.000Z' };
    before.profiles['default']!.session = ended;
    await writeFile(me.file, JSON.stringify(before));
    await me.json('whoami');
    const after = JSON.parse(await me.profiles()) as Profiles;
    assert.notEqual(after.profiles['default']!.session.cookie, session.cookie);
    assert.notEqual(after.profiles['default']!.session.token, 'ended');
    await me.json('whoami');
  });

  test('with a key, whoami says so, and commands for members say how to sign in', async () => {
    const project = await newProject();
    await using me = await signIn(project);
    const login = ['login', '--profile', 'key', '--server', project.server.origin, '--key'];
    assert.equal((await me.run(...login, project.appKey)).status, 0);
    assert.equal((await me.json<WhoAmI>('whoami')).kind, 'key');
    assert.equal((await me.run('domain', 'list')).status, 0);
    const refused = await me.run('member', 'list');
    assert.equal(refused.status, 4);
    assert.match(refused.err, /A key cannot do this.*fairlead login/);
  });

  test('--key - reads the key from standard input', async () => {
    const project = await newProject();
    await using me = await signIn(project);
    const argv = ['login', '--server', project.server.origin, '--key', '-'];
    const { status } = await runFairlead(argv, me.env, '/nowhere', `${project.appKey}\n`);
    assert.equal(status, 0);
    assert.equal((await me.json<WhoAmI>('whoami')).kind, 'key');
  });

  test('a wrong key or password exits with status 4 and is not stored', async () => {
    const { server, userEmail } = await newProject();
    const at = ['--server', server.origin];
    const key = await runFairlead(['login', ...at, '--key', 'fl_live_wrong']);
    assert.equal(key.status, 4);
    assert.match(key.err, /Invalid API key/);
    const argv = ['login', ...at, '--email', userEmail, '--password-stdin'];
    const password = await runFairlead(argv, {}, '/nowhere', 'wrong');
    assert.equal(password.status, 4);
  });

  test('without a credential exits with status 4', async () => {
    const { status, err } = await runFairlead(['link', 'list']);
    assert.equal(status, 4);
    assert.match(err, /Nobody is signed in\. Sign in with "fairlead login"/);
  });
});

suite('profiles', () => {
  test('hold credentials of several servers, one of them current', async () => {
    await using me = await signIn();
    const { server, appKey } = me.project;
    await me.run('login', '--profile', 'ci', '--server', server.origin, '--key', appKey);
    const { current, profiles } = await me.json<{ current: string; profiles: { name: string }[] }>(
      'profile',
      'list',
    );
    assert.equal(current, 'ci');
    assert.deepEqual(profiles.map(({ name }) => name).toSorted(), ['ci', 'default']);
    await me.run('profile', 'use', 'default');
    assert.equal((await me.json<WhoAmI>('whoami')).kind, 'session');
    assert.equal((await me.json<WhoAmI>('whoami', '--profile', 'ci')).kind, 'key');
    assert.equal((await me.run('profile', 'use', 'nobody')).status, 2);
  });

  test('a credential is not sent to another server', async () => {
    await using me = await signIn();
    const { status, err } = await me.run('whoami', '--server', 'http://127.0.0.1:9');
    assert.equal(status, 4);
    assert.match(err, /Nobody is signed in/);
  });

  test('logout ends the session and deletes the profile', async () => {
    await using me = await signIn();
    const { profiles } = JSON.parse(await me.profiles()) as Profiles;
    const { token } = profiles['default']!.session;
    assert.equal((await me.json<{ ended: boolean }>('logout')).ended, true);
    assert.equal((await me.run('whoami')).status, 4);
    const { status } = await fetch(`${me.project.server.origin}/api/v1/session`, {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(status, 401);
  });

  test('an invalid profiles file is reported by name and left as it is', async () => {
    await using me = await signIn();
    await writeFile(me.file, 'not json');
    const { status, err } = await me.run('whoami');
    assert.equal(status, 1);
    assert.match(err, /profiles\.json is not valid/);
    assert.equal(await readFile(me.file, 'utf8'), 'not json');
  });
});

interface Profiles {
  readonly profiles: Record<
    string,
    { session: { token: string; cookie: string; expiresAt: string; email: string } }
  >;
}
