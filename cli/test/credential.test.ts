import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { newProject } from '../../server/test/support/callers/personas.ts';
import { startFakeServer } from './fakeServer.ts';
import { runFairlead } from './runFairlead.ts';

suite('a credential goes to the server that was named, and to no other', () => {
  for (const status of [301, 302, 307, 308]) {
    test(`a redirect (${status}) is not followed, by no kind of call`, async () => {
      await using other = await startFakeServer(200, '{"links":[]}');
      await using server = await startFakeServer(status, '', { location: `${other.url}/v1/links` });
      const env = { FAIRLEAD_SERVER: server.url, FAIRLEAD_APP_KEY: 'fl_live_x' };
      const file = 'slug,url\na,https://acme.example/\n';
      for (const words of [
        ['api', 'GET', '/v1/links'],
        ['link', 'list'],
        ['link', 'show', 'x'],
      ]) {
        const { status: exit, err } = await runFairlead(words, env, '/nowhere', file);
        assert.equal(exit, 1, words.join(' '));
        assert.match(err, /answered with a redirect, which is not followed/, words.join(' '));
      }
      assert.deepEqual(other.seen, []);
    });
  }

  test('--key - takes the key from standard input', async () => {
    const project = await newProject();
    const env = { FAIRLEAD_SERVER: project.server.origin };
    const words = ['link', 'list', '--key', '-', '--json'];
    const { status, out, err } = await runFairlead(words, env, '/nowhere', `${project.appKey}\n`);
    assert.equal(status, 0, err);
    assert.deepEqual(JSON.parse(out), { links: [], more: false });
  });

  test('a server elsewhere that is not HTTPS is warned of, one on this machine is not', async () => {
    const warning = /Warning: http:\/\/links\.invalid is not HTTPS/;
    const env = { FAIRLEAD_APP_KEY: 'fl_live_x' };
    const plain = await runFairlead(['link', 'list', '--server', 'http://links.invalid'], env);
    assert.match(plain.err, warning);
    await using server = await startFakeServer(200, '{"links":[]}');
    const here = await runFairlead(['link', 'list', '--server', server.url], env);
    assert.doesNotMatch(here.err, /Warning/);
  });
});

suite('an error with --json', () => {
  for (const [what, words, exitStatus] of [
    ['of the command line', ['link', 'list', '--limit', 'x', '--json'], 2],
    ['of its words', ['link', 'lst', '--json'], 2],
    ['of the credential', ['link', 'list', '--json'], 4],
  ] as const) {
    test(`${what} is one object on standard output, and the words on standard error`, async () => {
      const { status, out, err } = await runFairlead([...words], {
        ...(exitStatus === 2 && { FAIRLEAD_APP_KEY: 'fl_live_x' }),
      });
      assert.equal(status, exitStatus);
      assert.deepEqual(JSON.parse(out), { error: err.trimEnd(), exitStatus });
    });
  }
});
