import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readCampaign } from '#visits/clicks/readCampaign.ts';

const link = { fallbackUrl: null, iosUrl: null, androidUrl: null, allowQueryPassthrough: true };

describe('the campaign of a visit', () => {
  test('has no blanks or line ends around it, and is none if that is all', () => {
    const query = 'utm_source=%20%0D%0A%3D1%2B1%09&utm_medium=%0A&utm_campaign=spring%20sale';
    const fallbackUrl = 'https://example.com/?utm_medium=%20mail%0A';
    assert.deepEqual(readCampaign({ ...link, fallbackUrl }, query), {
      utmSource: '=1+1',
      utmMedium: 'mail',
      utmCampaign: 'spring sale',
      utmTerm: null,
      utmContent: null,
    });
  });
});
