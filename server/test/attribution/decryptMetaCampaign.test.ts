import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  decryptMetaCampaign,
  findMetaCampaign,
} from '#apps/attribution/referrers/decryptMetaCampaign.ts';
import { META_SAMPLE, metaReferrerOf } from './metaSample.ts';

const { data, nonce, key } = META_SAMPLE;

function decrypt(text: string, nonceText: string = nonce, keyText: string = key) {
  const sealed = { data: Buffer.from(text, 'hex'), nonce: Buffer.from(nonceText, 'hex') };
  return decryptMetaCampaign(sealed, keyText);
}

/** The same with one bit changed. */
function flip(hex: string, at: number): string {
  const bytes = Buffer.from(hex, 'hex');
  bytes[at]! ^= 1;
  return bytes.toString('hex');
}

suite("Meta's part of a referrer", () => {
  test("its published sample is decrypted with its published key, and named as in Meta's ads", () => {
    assert.deepEqual(decrypt(data), {
      campaign: { id: '654321', name: 'Adams Test Campaign Group' },
      adSet: { id: '987654', name: 'Adams Test Campaign' },
      ad: { id: '12345', name: 'Adams Test Ad Group' },
      accountId: '444444',
      objective: 'APP_INSTALLS',
    });
  });

  test('is null with any one byte changed, of text, tag, nonce or key, and for text that is cut', () => {
    const bytes = data.length / 2;
    for (let at = 0; at < bytes; at += 1) assert.equal(decrypt(flip(data, at)), null, String(at));
    for (let at = 0; at < 12; at += 1) assert.equal(decrypt(data, flip(nonce, at)), null);
    for (let at = 0; at < 32; at += 1) assert.equal(decrypt(data, nonce, flip(key, at)), null);
    for (const text of ['', 'ab', data.slice(0, 32), data.slice(0, -2), data.slice(2)]) {
      assert.equal(decrypt(text), null, text.slice(0, 40));
    }
    assert.equal(decrypt(data, ''), null);
  });

  for (const [how, text] of [
    ['plain', metaReferrerOf(data, (content) => content)],
    ['encoded', metaReferrerOf(data, encodeURIComponent)],
    [
      'encoded twice',
      metaReferrerOf(data, (content) => encodeURIComponent(encodeURIComponent(content))),
    ],
    ['escaped', JSON.stringify(metaReferrerOf(data, (content) => content))],
  ] as const) {
    test(`is found in a referrer that is ${how}`, () => {
      const sealed = findMetaCampaign(text);
      assert.ok(sealed);
      assert.equal(decryptMetaCampaign(sealed, key)?.ad.id, '12345');
    });
  }

  test('is not looked for where there is none', () => {
    for (const text of [
      'gclid=x',
      'utm_content=%7B%22source%22%3A1%7D',
      '%',
      'utm_source=apps.facebook.com',
    ]) {
      assert.equal(findMetaCampaign(text), undefined, text);
    }
  });
});
