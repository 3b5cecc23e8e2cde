import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { signIn } from './signedIn.ts';

suite('identity in the command line', () => {
  test('a secret is made and rotated, and proofs are required once there is one', async () => {
    await using me = await signIn();
    const none = await me.json('identity', 'show');
    assert.deepEqual(none, {
      identify: 'apps',
      lastCharacters: null,
      madeAt: null,
      previousUntil: null,
    });
    const early = await me.run('identity', 'require', 'signed');
    assert.equal(early.status, 1);
    assert.match(early.err, /there is an identity secret/);
    const { out } = await me.run('identity', 'rotate');
    const [secret = ''] = out.split('\n');
    assert.match(secret, /^fl_identity_[\w-]{43}$/);
    const required = await me.run('identity', 'require', 'signed');
    assert.match(required.out, /Apps need a proof/);
    const again = await me.run('identity', 'rotate', '--grace-hours', '2');
    assert.match(again.out, /Proofs made with the one before count until 20/);
    const { identify, lastCharacters } = await me.json('identity', 'show');
    assert.equal(identify, 'signed');
    assert.equal(lastCharacters, again.out.split('\n')[0]?.slice(-4));
    for (const [argv, said] of [
      [['identity', 'require', 'nobody'], /apps or signed, not "nobody"/],
      [['identity', 'rotate', '--grace-hours', 'x'], /whole number from 0 to 720/],
    ] as const) {
      const refused = await me.run(...argv);
      assert.equal(refused.status, 2);
      assert.match(refused.err, said);
    }
    assert.match((await me.run('identity', 'require', 'apps')).out, /Apps need no proof/);
  });
});
