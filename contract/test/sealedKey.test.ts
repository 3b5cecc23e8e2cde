import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createSealReader, sealFor } from '@fairlead/contract/sealedKey';

suite('sealFor', () => {
  test('makes texts that only the recipient can open, different each time', async () => {
    const reader = await createSealReader();
    const [first, second] = [
      await sealFor(reader.publicKey, 'fl_live_x – ü', 'state'),
      await sealFor(reader.publicKey, 'fl_live_x – ü', 'state'),
    ];
    assert.notEqual(first, second);
    assert.match(first, /^[A-Za-z0-9_-]+$/);
    assert.equal(await reader.open(first, 'state'), 'fl_live_x – ü');
    assert.equal(await reader.open(second, 'state'), 'fl_live_x – ü');
  });

  test('makes texts that no other key, other context or altered copy can open', async () => {
    const [reader, other] = [await createSealReader(), await createSealReader()];
    const sealed = await sealFor(reader.publicKey, 'secret', 'state');
    await assert.rejects(other.open(sealed, 'state'));
    await assert.rejects(reader.open(sealed, 'another state'));
    const changed = sealed.slice(0, -4) + (sealed.endsWith('AAAA') ? 'BBBB' : 'AAAA');
    await assert.rejects(reader.open(changed, 'state'));
    for (const broken of ['', 'AAAA', 'no base64!'])
      await assert.rejects(reader.open(broken, 'state'));
  });

  test('refuses an invalid public key', async () => {
    await assert.rejects(sealFor('AAAA', 'secret', 'state'));
  });
});
