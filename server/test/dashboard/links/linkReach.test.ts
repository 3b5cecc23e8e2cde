import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '@fairlead/contract/client';
import { operations } from '@fairlead/contract';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { examineAsItIs } from '../../support/browser/examine.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { operatorOf, useProduct } from '../../support/product.ts';
import { button } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';

const WARNING = 'Too few phones can open it';

/** A project whose app has three builds on five phones, one of which has said nothing. */
async function projectWithBuilds(host: string) {
  const product = await useProduct();
  const provisioned = await operatorOf(product)(operations.provision, {
    body: { name: 'Reach', plan: 'business', domain: host },
  });
  const { appKey, projectId, userEmail, userPassword } = bodyOf(provisioned, 201);
  const phoneOf = (platform: 'ios' | 'android', build: string) =>
    createClient({
      baseUrl: `${product.origin}/v1`,
      headers: {
        'x-app-key': appKey,
        'x-svc-client': `sdk-${platform}`,
        'x-svc-client-platform': platform,
        'x-svc-app-build': build,
      },
    });
  const secret = createClient({
    baseUrl: `${product.origin}/v1`,
    headers: { 'x-app-key': appKey },
  });
  const phones = [
    ['ios', '41', 3, ['/product/:id', '/sale']],
    ['ios', '40', 2, ['/product/:id']],
    ['android', '400', 5, ['/product/:id']],
    ['android', '399', 1, undefined],
  ] as const;
  for (const [platform, build, count, routes] of phones) {
    const call = phoneOf(platform, build);
    for (let phone = 0; phone < count; phone += 1) {
      const body = { installationId: `${platform}-${build}-${phone}` };
      bodyOf(await call(operations.bootstrap, { body }), 201);
    }
    if (routes === undefined) continue;
    const body = { routes: [...routes] };
    bodyOf(await call(operations.publishBuild, { params: { platform, build }, body }), 200);
  }
  for (const [name, path] of [
    ['Sale', 'sale'],
    ['Product', 'product/7'],
  ] as const) {
    const body = { type: 'dynamic', name, fallbackUrl: `https://shop.example/${path}` } as const;
    bodyOf(await secret(operations.createManagedLink, { body }), 201);
  }
  return { projectId, email: userEmail, password: userPassword };
}

suiteInBrowser('the phones that can open a link', () => {
  test('a new link that too few can open is warned of, saved all the same, and listed', async () => {
    const owner = await projectWithBuilds('reach.localhost');
    await using opened = await openSignedIn('/links/new', {}, owner);
    const { page } = opened;
    const findings: string[] = [];
    await page.getByLabel('Destination', { exact: true }).fill('shop.example/product/7');
    await page.getByLabel('Slug').fill('seven');
    await page.getByText('/seven is available').waitFor();
    assert.equal(await page.getByText(WARNING).count(), 0);
    await page.getByLabel('Destination', { exact: true }).fill('shop.example/sale');
    await page.getByText(WARNING).waitFor();
    findings.push(...(await examineAsItIs(page, 'new-link-reach')));
    await button(page, 'Create link').click();
    await page.getByText('Your link is ready').waitFor();
    await button(page, 'Go on to the numbers').click();
    await page.getByText(WARNING).waitFor();
    const words = await page.getByRole('alert').innerText();
    assert.match(
      words,
      /^Too few phones can open it\n30% of the phones that used the app in the last 30 days can open this link\. Builds before 41 on iOS cannot\. No published build on Android can\. Not counted: 1 phone whose build has not said what it can open\.$/,
    );
    findings.push(...(await examineAsItIs(page, 'link-reach-low')));
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Destination', { exact: true }).fill('https://shop.example/product/7');
    await button(page, 'Save changes').click();
    await page.getByText('100% of the phones').waitFor();
    assert.equal(await page.getByText(WARNING).count(), 0);
    findings.push(...(await examineAsItIs(page, 'link-reach')));
    assert.deepEqual(findings, []);
  });

  test('the Apps screen has the builds with their phones, and the links that too few can open', async () => {
    const owner = await projectWithBuilds('builds.localhost');
    await using opened = await openSignedIn('/apps', {}, owner);
    const { page } = opened;
    const builds = page.getByRole('region', { name: 'Builds' });
    await builds.getByText('iOS 41').waitFor();
    const rows = await builds.locator('.row').allInnerTexts();
    assert.deepEqual(
      rows.map((row) => row.replaceAll(/\s+/g, ' ').replace(/, published .*? (?=\d+ phone)/, ' ')),
      [
        'iOS 41 2 routes 3 phones',
        'iOS 40 1 route 2 phones',
        'Android 400 1 route 5 phones',
        'Other builds on Android have not said what they can open 1 phone',
      ],
    );
    const few = page.getByRole('region', { name: 'Links that too few phones can open' });
    await few.getByRole('link', { name: 'Sale', exact: true }).waitFor();
    assert.match(await few.innerText(), /7 phones cannot open it\s+30%/);
    assert.doesNotMatch(await few.innerText(), /Product/);
    assert.deepEqual(await examineAsItIs(page, 'apps-builds'), []);
  });
});
