import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { withPlayReferrer } from '../../src/visits/playReferrer.ts';

const PLAY = 'https://play.google.com/store/apps/details';

suite('the click in the Play install referrer', () => {
  const ROWS: readonly (readonly [string, string, string])[] = [
    ['is appended', `${PLAY}?id=a.b`, `${PLAY}?id=a.b&referrer=click_id%3DC1`],
    [
      'keeps the other parameters',
      `${PLAY}?id=a.b&hl=de&gl=DE`,
      `${PLAY}?id=a.b&hl=de&gl=DE&referrer=click_id%3DC1`,
    ],
    ['stands before a fragment', `${PLAY}?id=a.b#x`, `${PLAY}?id=a.b&referrer=click_id%3DC1#x`],
    ['works without a query', PLAY, `${PLAY}?referrer=click_id%3DC1`],
    ['works with a slash at the end', `${PLAY}/?id=a.b`, `${PLAY}/?id=a.b&referrer=click_id%3DC1`],
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
      'joins a referrer that is there',
      `${PLAY}?id=a.b&referrer=utm_source%3Dmail`,
      `${PLAY}?id=a.b&referrer=utm_source%3Dmail%26click_id%3DC1`,
    ],
    [
      'joins it in its place',
      `${PLAY}?referrer=utm_source%3Dmail%26utm_medium%3Dx&id=a.b`,
      `${PLAY}?referrer=utm_source%3Dmail%26utm_medium%3Dx%26click_id%3DC1&id=a.b`,
    ],
    [
      'joins a referrer that nobody encoded',
      `${PLAY}?id=a.b&referrer=utm_source=mail`,
      `${PLAY}?id=a.b&referrer=utm_source=mail%26click_id%3DC1`,
    ],
    [
      'fills an empty referrer',
      `${PLAY}?id=a.b&referrer=`,
      `${PLAY}?id=a.b&referrer=click_id%3DC1`,
    ],
    [
      'replaces a click of another visit',
      `${PLAY}?id=a.b&referrer=click_id%3Dold%26utm_source%3Dmail`,
      `${PLAY}?id=a.b&referrer=utm_source%3Dmail%26click_id%3DC1`,
    ],
    [
      'leaves other pages of the store alone',
      'https://play.google.com/store/apps/dev?id=1',
      'https://play.google.com/store/apps/dev?id=1',
    ],
    ['leaves longer paths alone', `${PLAY}x?id=a.b`, `${PLAY}x?id=a.b`],
    [
      'leaves other hosts alone',
      'https://play.google.com.evil.example/store/apps/details?id=a',
      'https://play.google.com.evil.example/store/apps/details?id=a',
    ],
    [
      'leaves the App Store alone',
      'https://apps.apple.com/app/id1',
      'https://apps.apple.com/app/id1',
    ],
  ];
  for (const [rule, url, expected] of ROWS) {
    test(rule, () => assert.equal(withPlayReferrer(url, 'C1'), expected));
  }

  test('reads back as the click once the store has decoded it', () => {
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
