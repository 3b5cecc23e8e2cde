import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createClient } from '@fairlead/contract/client';
import { operations } from '@fairlead/contract';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { examineAsItIs } from '../../support/browser/examine.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { send, USER_AGENTS } from '../../support/callers/request.ts';
import { useProduct } from '../../support/product.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { newLinks } from '../qr/newLinks.ts';

/** An install on an iPhone from whose address one like it had tapped two links, one of which is deleted since. */
async function newTie() {
  const { origin } = await useProduct();
  const type = 'unified';
  const { links, call, params, owner } = await newLinks([
    { type, slug: 'kept', fallbackUrl: 'https://example.com/kept' },
    { type, slug: 'gone', fallbackUrl: 'https://example.com/gone' },
  ]);
  for (const { shortUrl } of links) {
    const { host, pathname } = new URL(shortUrl);
    const headers = { host, 'user-agent': USER_AGENTS.iphone };
    await send({ path: pathname, headers, port: Number(new URL(origin).port) });
  }
  const body = { name: 'The app', class: 'publishable' } as const;
  const { text: key } = bodyOf(await call(operations.createAppKey, { params, body }), 201);
  const app = createClient({ baseUrl: `${origin}/v1`, headers: { 'x-app-key': key } });
  const installationId = randomUUID();
  await app(operations.bootstrap, { body: { installationId, osName: 'iOS', osVersion: '18.5' } });
  const fingerprint = { os: 'ios', model: 'iPhone16,2', systemVersion: '18.5' };
  bodyOf(await app(operations.matchDeferred, { body: { installationId, fingerprint } }), 200);
  const linkId = links[1]!.id;
  bodyOf(await call(operations.deleteProjectLink, { params: { ...params, linkId } }), 200);
  return { owner, installationId };
}

suiteInBrowser('the receipt of a tie', () => {
  test('names the links that fit equally well, and leads to those that still exist', async () => {
    const { owner, installationId } = await newTie();
    await using opened = await openSignedIn(`/installations?id=${installationId}`, {}, owner);
    const { page } = opened;
    const first = page.getByRole('region', { name: 'First open' });
    await first.getByRole('link', { name: 'kept' }).waitFor();
    await first
      .getByText(/because taps on the links "gone" and "kept" .* fit equally well/)
      .waitFor();
    await first.getByText(/^Comparing phones cannot tell apart two people /).waitFor();
    const considered = page.getByRole('region', { name: 'Clicks considered' }).first();
    await considered.getByText(/^Clicks in the 60 minutes before the first open\. /).waitFor();
    assert.equal(await considered.getByText('Equally likely').count(), 2);
    assert.equal(await considered.getByText('Runner-up').count(), 0);
    assert.deepEqual(await examineAsItIs(page, 'receipt-tie'), []);
    assert.equal(await page.getByRole('link', { name: 'gone' }).count(), 0);
    await considered.getByRole('link', { name: 'kept' }).click();
    await page.getByRole('heading', { level: 1, name: 'kept' }).waitFor();
  });
});
