import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { newLink, newProject } from '../../server/test/support/callers/personas.ts';
import { hasTerminal, runInTerminal } from './inTerminal.ts';
import { runFairlead } from './runFairlead.ts';
import { signIn } from './signedIn.ts';

const ESCAPE = '\u001B[';

async function withLink() {
  const project = await newProject();
  const link = await newLink(project, { slug: 'term', name: 'A name' });
  const env = { FAIRLEAD_SERVER: project.server.origin, FAIRLEAD_APP_KEY: project.appKey };
  return { project, link, env };
}

suite('output to a terminal', { skip: !hasTerminal && 'needs script of util-linux' }, () => {
  test('tables are coloured and cut to width; NO_COLOR and pipes turn colours off', async () => {
    const { env } = await withLink();
    const coloured = await runInTerminal(['link', 'list'], env);
    assert.equal(coloured.status, 0, coloured.shown);
    assert.ok(coloured.shown.includes(`${ESCAPE}1m`));
    for (const line of coloured.shown.split('\r\n')) {
      // oxlint-disable-next-line no-control-regex -- what is counted is what is seen
      assert.ok(line.replaceAll(/\u001B\[[0-9;]*[mK]|\r/g, '').length <= 80, line);
    }
    const plain = await runInTerminal(['link', 'list'], { ...env, NO_COLOR: '1' });
    assert.ok(!plain.shown.includes(`${ESCAPE}1m`));
    assert.ok(!(await runFairlead(['link', 'list'], env)).out.includes(ESCAPE));
  });

  test('deleting asks for confirmation, and only yes deletes', async () => {
    const { env } = await withLink();
    const no = await runInTerminal(['link', 'delete', 'term'], env, [['[y/N]', 'n']]);
    assert.equal(no.status, 1);
    assert.match(no.shown, /Nothing was changed/);
    const yes = await runInTerminal(['link', 'delete', 'term'], env, [['[y/N]', 'y']]);
    assert.equal(yes.status, 0, yes.shown);
    assert.match(yes.shown, /Deleted http/);
  });

  test('login prompts for email and password without echoing the password', async () => {
    await using me = await signIn();
    const { userEmail, userPassword, server } = me.project;
    const argv = ['login', '--profile', 'typed', '--server', server.origin];
    const { status, shown } = await runInTerminal(argv, { ...me.env, HOME: '/nowhere' }, [
      ['E-mail:', userEmail],
      ['Password of', userPassword],
    ]);
    assert.equal(status, 0, shown);
    assert.match(shown, /Signed in at .* as profile "typed"/);
    assert.ok(!shown.includes(userPassword));
  });

  test("QR codes are dark on light whatever the terminal's colours", async () => {
    const { env } = await withLink();
    const { shown } = await runInTerminal(['link', 'qr', 'term'], env);
    assert.ok(shown.includes(`${ESCAPE}97m${ESCAPE}40m`));
  });

  test('exit status 4 reaches the shell', async () => {
    const nobody = { XDG_CONFIG_HOME: '/nowhere' };
    assert.equal((await runInTerminal(['whoami'], nobody)).status, 4);
  });
});
