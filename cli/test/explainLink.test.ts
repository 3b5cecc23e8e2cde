import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  DESTINATIONS,
  newLinkTo,
  newPhoneProject,
} from '../../server/test/linkhost/phoneProject.ts';
import { ADMIN_TOKEN } from '../../server/test/support/useServer.ts';
import { runFairlead } from './runFairlead.ts';
import { signIn } from './signedIn.ts';

async function explain(...argv: string[]) {
  const project = await newPhoneProject();
  const link = await newLinkTo(project, DESTINATIONS);
  const env = { FAIRLEAD_SERVER: project.server.origin, ADMIN_TOKEN };
  return { link, ...(await runFairlead(['link', 'explain', link.shortUrl, ...argv], env)) };
}

suite('link explain', () => {
  test('describes one kind of visitor with --as', async () => {
    const { link, status, out } = await explain('--as', 'ios-instagram');
    assert.equal(status, 0);
    assert.ok(out.startsWith(`${link.shortUrl} (dynamic)\n`), out);
    assert.match(out, /Instagram on iPhone \(ios-instagram\)/);
    assert.match(out, /gets +launch \(302\)/);
    assert.match(out, /because +Gets a page with an “Open app” button/);
    assert.match(out, /opens +http.*\?ulhop=1&_lc=CLICK-ID/);
    assert.match(out, /store +https:\/\/apps\.apple\.com/);
    assert.doesNotMatch(out, /Desktop browser/);
  });

  test('explains links of their project to a member and to a secret key', async () => {
    const project = await newPhoneProject();
    const link = await newLinkTo(project, DESTINATIONS);
    await using me = await signIn(project);
    const key = { FAIRLEAD_SERVER: project.server.origin, FAIRLEAD_APP_KEY: project.appKey };
    for (const env of [me.env, key]) {
      const words = ['link', 'explain', `${link.shortUrl}?_nodl=1`, '--as', 'ios-instagram'];
      const { status, out, err } = await runFairlead(words, env);
      assert.equal(status, 0, err);
      assert.match(out, /Instagram on iPhone \(ios-instagram\)/);
      assert.match(out, /_nodl/);
    }
  });

  test('describes every kind without --as, and prints one object with --json', async () => {
    const { out } = await explain();
    assert.match(out, /Safari on iPhone[^]*Chrome on Android[^]*Desktop browser[^]*Google search/);
    const { out: json } = await explain('--json');
    const { visits, findings } = JSON.parse(json) as { visits: unknown[]; findings: unknown[] };
    assert.ok(visits.length > 20);
    assert.ok(findings.length > 0);
  });

  test('exits with status 2 for a URL, and for an unknown visitor, naming the nearest', async () => {
    const unknown = await explain('--as', 'ios-instagrm');
    assert.equal(unknown.status, 2);
    assert.match(unknown.err, /no visitor "ios-instagrm"\. Did you mean "ios-instagram"\?/);
    assert.equal((await runFairlead(['link', 'explain'])).status, 2);
  });

  test('exits with status 1 for an unknown link', async () => {
    const project = await newPhoneProject();
    const env = { FAIRLEAD_SERVER: project.server.origin, ADMIN_TOKEN };
    const { status, err } = await runFairlead(['link', 'explain', 'https://nobody.test/x'], env);
    assert.equal(status, 1);
    assert.match(err, /Link not found/);
  });
});
