import { test } from 'node:test';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { settle } from '../../support/browser/examine.ts';
import { openProductSession } from '../../support/callers/productSession.ts';
import { newOwner, useProduct } from '../../support/product.ts';
import { heading } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';

/** More than a phone shows at once. */
const SESSIONS = 12;

suiteInBrowser('the account of somebody with many sessions', () => {
  test('leaves an open choice where it is when the lists of the page are there', async () => {
    const product = await useProduct();
    const owner = await newOwner(product);
    const viewport = { width: 390, height: 860 };
    await using opened = await openSignedIn('/analytics', { viewport }, owner);
    const { page } = opened;
    for (let session = 1; session < SESSIONS; session += 1) {
      await openProductSession(product, owner.email);
    }
    const { promise: chosen, resolve: goOn } = Promise.withResolvers<void>();
    await page.route(/\/api\/v1\/(sessions|account\/passkeys)$/, async (route) => {
      await chosen;
      await route.continue();
    });
    await page.goto(`${product.origin}/account`);
    await page.getByRole('combobox', { name: 'Language' }).click();
    const german = page.getByRole('option', { name: 'Deutsch' });
    await german.waitFor();
    goOn();
    await settle(page);
    await german.click();
    await heading(page, 'Konto').waitFor();
  });
});
