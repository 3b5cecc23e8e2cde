import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { examineAsItIs } from '../../support/browser/examine.ts';
import { openSignedIn } from '../openSignedIn.ts';

suiteInBrowser('the dashboard of a self-hosted server without plans', () => {
  test('shows usage without prices, offers or limits', async () => {
    await using opened = await openSignedIn('/links');
    const { page } = opened;
    await page.getByRole('link', { name: 'Usage', exact: true }).click();
    await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
    await page.getByRole('region', { name: 'Domains' }).waitFor();
    const text = await page.getByRole('main').innerText();
    assert.doesNotMatch(text, /\$|€|Plans|operator|limit|upgrade/i);
    assert.equal(await page.getByRole('progressbar').count(), 0);
    assert.deepEqual(await examineAsItIs(page, 'usage-self-hosted'), []);
    await page.getByRole('link', { name: 'Exports' }).click();
    await page
      .getByRole('button', { name: /export/i })
      .first()
      .waitFor();
    assert.equal(await page.getByText('paid plans').count(), 0);
  });
});
