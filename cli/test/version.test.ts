import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { suite, test } from 'node:test';
import { ADMIN_TOKEN, useServer } from '../../server/test/support/useServer.ts';
import { newProject } from '../../server/test/support/callers/personas.ts';
import { runFairlead } from './runFairlead.ts';
import { signIn } from './signedIn.ts';

suite('version', () => {
  test('prints the versions of the command line and of the server', async () => {
    const file = new URL('../../package.json', import.meta.url);
    const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string };
    const { origin } = await useServer();
    const env = { FAIRLEAD_SERVER: origin, ADMIN_TOKEN };
    const { status, out } = await runFairlead(['version', '--json'], env);
    assert.equal(status, 0);
    assert.deepEqual(JSON.parse(out), { version, server: version });
  });

  test('says that a server answers to those to whom its release is not told', async () => {
    // The oldest account owns the server.
    await newProject();
    const project = await newProject();
    const { origin } = project.server;
    const key = await runFairlead(['version'], {
      FAIRLEAD_SERVER: origin,
      FAIRLEAD_APP_KEY: project.appKey,
    });
    assert.match(key.out, /\nThe server answers; only its owner/);
    await using me = await signIn(project);
    const signedIn = await me.json('version');
    assert.equal(signedIn['server'] ?? signedIn['answers'], true);
    const nobody = await runFairlead(['version', '--json'], { FAIRLEAD_SERVER: origin });
    assert.partialDeepStrictEqual(JSON.parse(nobody.out), { server: null, answers: true });
  });

  test('prints only its own version without a server or token', async () => {
    const { status, out } = await runFairlead(['version']);
    assert.equal(status, 0);
    assert.match(out, /^fairlead \d+\.\d+\.\d+\S*\nNo server answered\.\n$/);
  });

  test('the changelog starts with Unreleased and has an entry for the version', async () => {
    const { out } = await runFairlead(['version', '--json']);
    const { version } = JSON.parse(out) as { version: string };
    const text = await readFile(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    assert.equal(headings[0], 'Unreleased');
    assert.ok(headings.some((heading) => heading?.startsWith(version)));
  });
});
