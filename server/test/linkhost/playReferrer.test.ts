import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { withPlayReferrer } from '#visits/decision/playReferrer.ts';

const PLAY = 'https://play.google.com/store/apps/details';

suite('click id in the Play install referrer', () => {
  const ROWS: readonly (readonly [string, string, string])[] = [
    ['is appended', `${PLAY}?id=a.b`, `${PLAY}?id=a.b&referrer=click_id%3DC1`],
    [
      'keeps the other parameters',
      `${PLAY}?id=a.b&hl=de&gl=DE`,
      `${PLAY}?id=a.b&hl=de&gl=DE&referrer=click_id%3DC1`,
    ],
    ['is put before a fragment', `${PLAY}?id=a.b#x`, `${PLAY}?id=a.b&referrer=click_id%3DC1#x`],
    ['works without a query', PLAY, `${PLAY}?referrer=click_id%3DC1`],
    ['works with a trailing slash', `${PLAY}/?id=a.b`, `${PLAY}/?id=a.b&referrer=click_id%3DC1`],
    [
      'works for http and any case of the host',
      'HTTP://Play.Google.com/store/apps/details?id=a.b',
      'HTTP://Play.Google.com/store/apps/details?id=a.b&referrer=click_id%3DC1',
    ],
    [
      'works for the market scheme',
      'market://details?id=a.b',
      'market://details?id=a.b&referrer=click_id%3DC1',
    ],
    [
      'is added to an existing referrer',
      `${PLAY}?id=a.b&referrer=utm_source%3Dmail`,
      `${PLAY}?id=a.b&referrer=utm_source%3Dmail%26click_id%3DC1`,
    ],
    [
      'is added without moving the referrer',
      `${PLAY}?referrer=utm_source%3Dmail%26utm_medium%3Dx&id=a.b`,
      `${PLAY}?referrer=utm_source%3Dmail%26utm_medium%3Dx%26click_id%3DC1&id=a.b`,
    ],
    [
      'is added to a referrer that is not encoded',
      `${PLAY}?id=a.b&referrer=utm_source=mail`,
      `${PLAY}?id=a.b&referrer=utm_source=mail%26click_id%3DC1`,
    ],
    [
      'fills an empty referrer',
      `${PLAY}?id=a.b&referrer=`,
      `${PLAY}?id=a.b&referrer=click_id%3DC1`,
    ],
    [
      'replaces the click id of another visit',
      `${PLAY}?id=a.b&referrer=click_id%3Dold%26utm_source%3Dmail`,
      `${PLAY}?id=a.b&referrer=utm_source%3Dmail%26click_id%3DC1`,
    ],
    [
      'is not added to other pages of the store',
      'https://play.google.com/store/apps/dev?id=1',
      'https://play.google.com/store/apps/dev?id=1',
    ],
    ['is not added to longer paths', `${PLAY}x?id=a.b`, `${PLAY}x?id=a.b`],
    [
      'is not added on other hosts',
      'https://play.google.com.evil.example/store/apps/details?id=a',
      'https://play.google.com.evil.example/store/apps/details?id=a',
    ],
    [
      'is not added on the App Store',
      'https://apps.apple.com/app/id1',
      'https://apps.apple.com/app/id1',
    ],
  ];
  for (const [rule, url, expected] of ROWS) {
    test(rule, () => assert.equal(withPlayReferrer(url, 'C1'), expected));
  }

  test('is read back after the store has decoded the referrer', () => {
    const url = new URL(
      withPlayReferrer(`${PLAY}?id=a.b&referrer=utm_source%3Dmail`, '0199-ab&c=d'),
    );
    const referrer = new URLSearchParams(url.searchParams.get('referrer') ?? '');
    assert.deepEqual(
      [...referrer],
      [
        ['utm_source', 'mail'],
        ['click_id', '0199-ab&c=d'],
      ],
    );
  });
});
