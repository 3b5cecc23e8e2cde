import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Response } from 'playwright-core';
import { suiteInBrowser } from '../support/browser/browser.ts';
import { newOwner, useProduct } from '../support/product.ts';
import { until } from '../support/until.ts';
import { heading } from './byName.ts';
import { signIn } from './signIn.ts';

/** Bytes of scripts, as they are transferred, before a person can type. */
const SCRIPT_BUDGET = 60_000;
const EN = { locale: 'en-US' };

suiteInBrowser('the sign-in page', () => {
  test('loads little before a person can type, and then what the dashboard begins with', async () => {
    const { origin, openPage } = await useProduct();
    await using opened = await openPage(EN);
    const { page, requests } = opened;
    const replies: Response[] = [];
    let first: Response[] = [];
    page.on('response', (reply) => replies.push(reply));
    // The dashboard's own page names what it needs.
    page.on('request', (request) => {
      if (request.url() === `${origin}/`) first = [...replies];
    });
    const preloads = page.waitForRequest(`${origin}/`);
    await page.goto(`${origin}/sign-in`);
    await preloads;
    assert.equal(await page.evaluate('document.activeElement?.labels?.[0]?.textContent'), 'Email');
    const scripts = first.filter((reply) => reply.request().resourceType() === 'script');
    const sizes = await Promise.all(scripts.map((reply) => reply.request().sizes()));
    const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
    assert.ok(bytes > 0 && bytes < SCRIPT_BUDGET, `${bytes} bytes in ${scripts.length} scripts`);

    const shell = await (await fetch(origin, { headers: { accept: 'text/html' } })).text();
    const needed = shell.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? [];
    assert.ok(needed.length > 5);
    await until('the dashboard is loaded', () =>
      needed.every((file) => requests.includes(`GET ${origin}${file}`)),
    );
  });

  test('goes on to pages of this site alone', async () => {
    const product = await useProduct();
    const owner = await newOwner(product);
    for (const [next, path] of [
      ['/account?a=b', '/account?a=b'],
      ['//elsewhere.test/account', undefined],
      // Browsers leave the tab out.
      ['/\t/elsewhere.test/account', undefined],
    ] as const) {
      await using opened = await product.openPage(EN);
      const { page } = opened;
      await page.goto(`${product.origin}/sign-in?next=${encodeURIComponent(next)}`);
      await signIn(page, owner);
      await page.getByRole('button', { name: 'Your account' }).waitFor();
      const { origin, pathname, search } = new URL(page.url());
      assert.equal(origin, product.origin);
      assert.ok(path === undefined || pathname + search === path, page.url());
    }
  });

  test('has the colours that the person has chosen', async () => {
    const { origin, openPage } = await useProduct();
    await using opened = await openPage({ ...EN, colorScheme: 'light' });
    const { page } = opened;
    const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    await page.goto(`${origin}/sign-in`);
    await heading(page, 'Sign in').waitFor();
    const light = await ground();
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await ground();
    assert.notEqual(light, dark);
    await page.evaluate(`localStorage.setItem('mantine-color-scheme-value', 'light')`);
    await page.reload();
    await until('light again', async () => (await ground()) === light);
  });
});
