import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { bodyOf } from '../../server/test/support/callers/person.ts';
import {
  appKey,
  newLink,
  newProject,
  type TestProject,
} from '../../server/test/support/callers/personas.ts';
import { runFairlead } from './runFairlead.ts';
import { signIn } from './signedIn.ts';

function publisher(project: TestProject) {
  const env = { FAIRLEAD_SERVER: project.server.origin, FAIRLEAD_APP_KEY: project.appKey };
  return (build: string, routes: readonly string[], ...more: string[]) => {
    const argv = ['apps', 'publish', '--platform', 'ios', '--build', build, '--routes', '-'];
    return runFairlead([...argv, ...more], env, '/nowhere', JSON.stringify(routes));
  };
}

async function buildsOf(project: TestProject): Promise<(string | null)[]> {
  const params = { projectId: project.project.id };
  const reply = await appKey(project, {}, '/api/v1')(operations.listBuilds, { params });
  return bodyOf(reply, 200).builds.map(({ build }) => build);
}

suite('app publish', () => {
  test('publishes a build with a secret key, as a build machine does', async () => {
    const project = await newProject();
    const { status, out } = await publisher(project)('41', ['/sale', '/product/:id']);
    assert.deepEqual([status, out], [0, 'Build 41 of the iOS app is published: 2 routes.\n']);
    assert.deepEqual(await buildsOf(project), ['41']);
  });

  test('fails, names the links and publishes nothing if it drops what live links need', async () => {
    const project = await newProject();
    const publish = publisher(project);
    await publish('41', ['/sale', '/product/:id']);
    const { shortUrl } = await newLink(project, { parameters: { screen: 'product/7' } });
    const { status, out } = await publish('42', ['/sale']);
    assert.equal(status, 1);
    assert.match(out, /^Build 42 of the iOS app is NOT published: 1 route\./);
    assert.match(out, /no longer opens 1 live link that build 41 opens/);
    assert.match(out, /\/product\/:id +\(1 link\)/);
    assert.ok(out.includes(shortUrl) && out.includes('/product/7'));
    assert.match(out, /--allow-dropped/);
    assert.deepEqual(await buildsOf(project), ['41']);
    const json = JSON.parse((await publish('42', ['/sale'], '--json')).out) as object;
    assert.deepEqual(
      { ...json, build: undefined, dropped: undefined },
      { build: undefined, before: '41', dropped: undefined, published: false, refused: true },
    );
    const allowed = await publish('42', ['/sale'], '--allow-dropped');
    assert.equal(allowed.status, 0);
    assert.match(allowed.out, /^Build 42 of the iOS app is published/);
    assert.deepEqual(await buildsOf(project), ['42', '41']);
  });

  test('--check compares and publishes nothing; whoever is signed in may publish too', async () => {
    const project = await newProject();
    const { status, out } = await publisher(project)('41', ['/sale'], '--check');
    assert.deepEqual([status, out], [0, 'Build 41 of the iOS app is not published: 1 route.\n']);
    await using owner = await signIn(project);
    const argv = ['app', 'publish', '--platform', 'ios', '--build', '41', '--routes', '-'];
    const published = await runFairlead(argv, owner.env, '/nowhere', '["/sale"]');
    assert.equal(published.status, 0, published.err);
    assert.deepEqual(await buildsOf(project), ['41']);
  });

  test('from the folder of an Expo app, as the guide has it', async () => {
    const project = await newProject();
    const env = { FAIRLEAD_SERVER: project.server.origin, FAIRLEAD_APP_KEY: project.appKey };
    const folder = join(import.meta.dirname, '../../examples/expo/app');
    const argv = ['apps', 'publish', '--platform', 'ios', '--build', '42', '--expo', folder];
    const { status, out } = await runFairlead(argv, env);
    assert.deepEqual([status, out], [0, 'Build 42 of the iOS app is published: 2 routes.\n']);
  });

  test('an unknown platform and a route that is none are errors that say so', async () => {
    const project = await newProject();
    const { status, err } = await publisher(project)('1', ['sale']);
    assert.equal(status, 1);
    assert.match(err, /routes\.0 must be a path such as/);
    const argv = ['app', 'publish', '--platform', 'web', '--build', '1', '--routes', '-'];
    const web = await runFairlead(argv, {}, '/nowhere', '[]');
    assert.deepEqual([web.status, web.err], [2, '--platform is ios or android\n']);
  });
});
