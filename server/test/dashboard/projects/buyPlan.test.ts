import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { createClient } from '@fairlead/contract/client';
import type { Page } from 'playwright-core';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { examineAsItIs } from '../../support/browser/examine.ts';
import { endings } from '../../support/run/endings.ts';
import { openStripeServer } from '../../support/outside/openStripeServer.ts';
import { type Product, PRODUCT_ADMIN_TOKEN, startProduct } from '../../support/product.ts';
import { keepScreen } from '../../support/browser/screens.ts';
import { sellingEnvironment } from '../../support/callers/sellingServer.ts';
import { takeSession } from '../takeSession.ts';

/** To the page with the plans, signed in. */
async function openPlans(page: Page, product: Product): Promise<void> {
  await takeSession(page.context(), product, product);
  await page.goto(product.origin);
  await page.getByRole('link', { name: 'Plan and usage' }).click();
  await page.getByRole('heading', { name: 'Plans', exact: true }).waitFor();
}

/** The demo project is on a plan of the operator's; this one is to be bought. */
async function putOnFree(page: Page, { origin }: Product): Promise<void> {
  const projectId = new URL(page.url()).pathname.split('/')[2] ?? '';
  const call = createClient({
    baseUrl: `${origin}/api/v1`,
    headers: { authorization: `Bearer ${PRODUCT_ADMIN_TOKEN}` },
  });
  const { status } = await call(operations.changePlan, {
    params: { projectId },
    body: { plan: 'free' },
  });
  assert.equal(status, 200);
  await page.reload();
  await page.getByRole('heading', { name: 'Plans', exact: true }).waitFor();
}

/** Which plan the page says is one's own. */
async function currentPlan(page: Page): Promise<string> {
  const card = page.locator('section[aria-label^="Plan "]', { hasText: 'Your plan' });
  return (await card.getAttribute('aria-label')) ?? '';
}

suiteInBrowser('buying a plan in the dashboard', () => {
  test('a canceled checkout changes nothing, and a payment shows once Stripe reports it', async () => {
    const stripe = endings.use(await openStripeServer());
    const product = await startProduct(await sellingEnvironment(stripe.origin));
    stripe.state.webhookUrl = `${product.origin}/api/v1/webhooks/stripe`;
    await using opened = await product.openPage({
      locale: 'en-US',
      viewport: { width: 1280, height: 860 },
    });
    const { page } = opened;
    // The browser's hosts all lead to the product; this one leads on to the loopback Stripe.
    await page.route(`${stripe.origin}/**`, async (route) => {
      await route.fulfill({ response: await route.fetch({ maxRedirects: 0 }) });
    });
    await openPlans(page, product);
    await putOnFree(page, product);
    assert.equal(await currentPlan(page), 'Plan Free');
    const first = 'Plan Free';
    const buy = page.getByRole('button', { name: 'Change to Business' });
    await buy.click();
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByText('Nothing was changed').waitFor();
    assert.equal(await currentPlan(page), first);
    await page.getByRole('button', { name: 'Close' }).click();

    stripe.state.holds = true;
    await page.getByRole('button', { name: 'Change to Business' }).click();
    await page.getByRole('button', { name: 'Pay now' }).waitFor();
    const session = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await page.getByRole('button', { name: 'Pay now' }).click();
    await page.getByText('Waiting for Stripe').waitFor();
    await keepScreen(page, 'dashboard-plan-waiting-light');
    assert.equal(await currentPlan(page), first);

    await stripe.complete(session);
    await page.getByText('The project is on Business now').waitFor();
    assert.equal(await currentPlan(page), 'Plan Business');
    await page.getByRole('button', { name: 'Cancel Business' }).waitFor();
    assert.deepEqual(await examineAsItIs(page, 'plan-sold'), []);
    await page.getByRole('button', { name: 'Manage billing' }).click();
    await page.waitForURL(/\/portal\//);
    assert.deepEqual(
      opened.said.filter((line) => line.startsWith('error') && !line.includes('/portal/')),
      [],
    );
  });
});
