import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { button } from '../byName.ts';
import { chooseFile, newMover, previewAndImport, savedBy, setFile } from './importSteps.ts';
import { until } from '../../support/until.ts';

const tooMany = (retryAfter: number) => ({
  status: 429,
  headers: { 'retry-after': String(retryAfter) },
  json: { statusCode: 429, message: 'Too many requests', error: 'RATE_LIMITED' },
});
const REFUSED = {
  status: 403,
  json: { statusCode: 403, message: 'The plan has no room', error: 'FORBIDDEN' },
};

/** Holds the calls that create links until they are let go. */
async function holdCalls(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const calls: Route[] = [];
  await page.route('**/links/bulk', async (route) => {
    calls.push(route);
    await promise;
    await route.continue().catch(() => {});
  });
  return {
    release: resolve,
    arrived: (count: number) => until(`${count} calls have arrived`, () => calls.length >= count),
  };
}

const numbered = (count: number, name: string) => [
  'Type,External Id,Fallback URL',
  ...Array.from({ length: count }, (_, place) => `unified,${name}-${place},https://example.com/`),
];

suiteInBrowser('an interrupted import', () => {
  test('can be stopped and continued', async () => {
    const mover = await newMover();
    await using opened = await mover.open('/links');
    const { page } = opened;
    const held = await holdCalls(page);
    await chooseFile(page, numbered(5000, 'stopped'));
    await previewAndImport(page, '5,000 rows', '5,000 links');
    // So many are under way at a time.
    await held.arrived(3);
    await button(page, 'Stop import').click();
    held.release();
    await page.getByText('3,000 links created, 2,000 rows not sent.').waitFor();
    assert.equal((await savedBy(page, 'Download 2,000 rows to fix')).length, 2001);
    await button(page, 'Continue import').click();
    await page.getByText('5,000 links created.').waitFor();
    const report = await savedBy(page, 'Download report');
    assert.equal(new Set(report.map(([row]) => row)).size, 5001);
    assert.equal(report.length, 5001);
    assert.equal((await mover.linksMatching('stopped-')).total, 5000);
  });

  test('can be restarted with the same file after closing the page, without duplicates or losses', async () => {
    const mover = await newMover();
    await using opened = await mover.open('/links');
    const { page, context } = opened;
    let calls = 0;
    // Refused and not held: a page that is closed lets what was held for it go.
    await page.route('**/links/bulk', (route) => {
      calls += 1;
      return calls <= 3 ? route.continue() : route.fulfill(tooMany(600));
    });
    const lines = numbered(6000, 'closed');
    await chooseFile(page, lines);
    await previewAndImport(page, '6,000 rows', '6,000 links');
    await page.getByText(/[123],000 links created \(/).waitFor();
    const address = page.url();
    await page.close();
    assert.ok((await mover.linksMatching('closed-')).total < 6000);

    const again = await context.newPage();
    await again.goto(address);
    await setFile(again, lines);
    await button(again, 'Preview 6,000 rows').click();
    await again.getByRole('button', { name: /^Import [\d,]+ links$/ }).click();
    // A call that its page left may have made a part of its links.
    await again.getByText(/^[\d,]+ links created, [\d,]+ already existed\.$/).waitFor();
    const report = (await savedBy(again, 'Download report')).slice(1);
    assert.equal(report.length, 6000);
    assert.ok(report.every(([, , status]) => status === 'created' || status === 'existing'));
    assert.equal((await mover.linksMatching('closed-')).total, 6000);
  });

  test('retries by itself when the server is unreachable or busy', async () => {
    await using opened = await (await newMover()).open('/links');
    const { page } = opened;
    let calls = 0;
    await page.route('**/links/bulk', async (route) => {
      calls += 1;
      if (calls === 1) await route.abort();
      else if (calls === 2) await route.fulfill(tooMany(1));
      else await route.continue();
    });
    await chooseFile(page, ['Type,Name,Fallback URL', 'unified,Made once,https://example.com/']);
    await previewAndImport(page, '1 row', '1 link');
    await page.getByText('1 link created.').waitFor();
    assert.equal(calls, 3);
  });

  test('shows the reason of a refusal and can be continued after it is resolved', async () => {
    await using opened = await (await newMover()).open('/links');
    const { page } = opened;
    let refuse = true;
    await page.route('**/links/bulk', (route) =>
      refuse ? route.fulfill(REFUSED) : route.continue(),
    );
    await chooseFile(page, [
      'Type,Name,Fallback URL',
      'unified,Refused at first,https://example.com/',
    ]);
    await previewAndImport(page, '1 row', '1 link');
    await page.getByText('0 links created, 1 row not sent.').waitFor();
    await page.getByText('The plan has no room').waitFor();
    refuse = false;
    await button(page, 'Continue import').click();
    await page.getByText('1 link created.').waitFor();
  });

  test('asks for confirmation before its page is left', async () => {
    await using opened = await (await newMover()).open('/links');
    const { page } = opened;
    const held = await holdCalls(page);
    await chooseFile(page, ['Type,Name,Fallback URL', 'unified,Left alone,https://example.com/']);
    await previewAndImport(page, '1 row', '1 link');
    await button(page, 'Stop import').waitFor();
    await page.getByRole('link', { name: 'Analytics' }).first().click();
    const question = page.getByRole('dialog', { name: 'Stop the import?' });
    await question.getByRole('button', { name: 'Stay here' }).click();
    held.release();
    await page.getByText('1 link created.').waitFor();
  });
});
