import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client } from 'pg';
import type { Page } from 'playwright-core';
import { runFairlead } from '../../../../cli/test/runFairlead.ts';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { settle } from '../../support/browser/examine.ts';
import {
  type Product,
  PRODUCT_ADMIN_TOKEN,
  PRODUCT_SECRET,
  startProduct,
} from '../../support/product.ts';
import { keepScreen, keepsScreens } from '../../support/browser/screens.ts';
import { takeSession } from '../takeSession.ts';
import { childEnvironment } from '../../support/run/childEnvironment.ts';

const REPOSITORY = join(import.meta.dirname, '../../../..');
/** As the README shows them. */
const WIDE = { width: 1440, height: 900 };

/** A server with what `fairlead demo` makes. */
async function startDemo(): Promise<{ product: Product; projectId: string }> {
  const product = await startProduct();
  const env = {
    ...childEnvironment,
    DATABASE_URL: product.connectionString,
    DATA_DIR: product.dataDir,
    SECRET: PRODUCT_SECRET,
    ADMIN_TOKEN: PRODUCT_ADMIN_TOKEN,
    PUBLIC_URL: product.origin,
  };
  const { out, err } = await runFairlead(['demo', '--json'], env, REPOSITORY);
  assert.equal(err, '');
  return { product, projectId: (JSON.parse(out) as { projectId: string }).projectId };
}

suiteInBrowser('the dashboard with demo data', () => {
  test('shows analytics, events, links, a link, its flow and a receipt, which are pictures of the guides', async () => {
    const { product, projectId } = await startDemo();
    await using opened = await product.openPage({ viewport: WIDE });
    const { page } = opened;
    await takeSession(opened.context, product, product);
    await keep(page, `${product.origin}/p/${projectId}/analytics?period=90d`, 'analytics');
    const events = `${product.origin}/p/${projectId}/events?period=90d`;
    await keep(page, `${events}&by=link&credit=install`, 'events');
    await page.getByRole('group', { name: 'Revenue, USD', exact: true }).waitFor();
    await keep(page, `${events}&tab=cohorts`, 'cohorts');
    await page.getByRole('table', { name: 'Cohorts' }).waitFor();
    const steps = ['sign_up', 'view_product', 'add_to_cart', 'purchase'];
    await keep(page, `${events}&tab=funnel&steps=${JSON.stringify(steps)}`, 'funnel');
    await page.getByRole('listitem').filter({ hasText: '4. purchase' }).waitFor();
    await keep(
      page,
      `${product.origin}/p/${projectId}/links?sortBy=clickCount&sortOrder=desc`,
      'links',
    );
    await page.getByRole('link', { name: 'Invite a friend' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Invite a friend' }).waitFor();
    const link = new URL(page.url());
    await keep(page, link.href, 'link');
    link.searchParams.set('tab', 'flow');
    await keep(page, link.href, 'flow');
    const installation = await findMatched(product, projectId);
    const receipt = `${product.origin}/p/${projectId}/installations?id=${installation}`;
    await keep(page, receipt, 'receipt');
    await page
      .getByText(/agrees/i)
      .first()
      .waitFor();
  });
});

/** The latest installation that was matched by its signals. */
async function findMatched(product: Product, projectId: string): Promise<string> {
  const client = new Client({ connectionString: product.connectionString });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    `select installation_id as id from attribution_receipts
     where project_id = $1 and match_type = 'fingerprint' order by created_at desc limit 1`,
    [projectId],
  );
  await client.end();
  assert.ok(rows[0]);
  return rows[0].id;
}

async function keep(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url);
  // Dark is for pictures alone.
  for (const colorScheme of keepsScreens ? (['light', 'dark'] as const) : (['light'] as const)) {
    await page.emulateMedia({ colorScheme });
    await settle(page);
    await keepScreen(page, `demo-${name}-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
