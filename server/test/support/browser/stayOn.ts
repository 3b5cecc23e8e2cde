import type { Page } from 'playwright-core';

/**
 * Other hosts than that of `url` have nothing to show, so the browser stays: what a page without scripts
 * shows for a few seconds can be looked at for as long as a busy machine needs.
 */
export async function stayOn(page: Page, url: string): Promise<void> {
  const { host } = new URL(url);
  await page.route(
    (asked) => asked.host !== host,
    (route) => route.fulfill({ status: 204 }),
  );
}
