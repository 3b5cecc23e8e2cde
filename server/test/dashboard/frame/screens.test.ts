import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import {
  examineAsItIs,
  findOverhang,
  findOverhangs,
  settle,
} from '../../support/browser/examine.ts';
import { addressIn, mailsIn } from '../../support/outside/mails.ts';
import { type Product, useProduct } from '../../support/product.ts';
import { keepScreen } from '../../support/browser/screens.ts';
import { button, heading } from '../byName.ts';
import { INVITED, newCareful, seedProduct, type Seeded } from '../seed.ts';
import { signIn } from '../signIn.ts';
import { takeSession } from '../takeSession.ts';

/** An address, and what is done there until the screen shows what it is looked at for. */
type Screen = string | readonly [path: string, reach: (page: Page) => Promise<unknown>];

/** Every screen of someone who is not signed in. */
async function publicScreens(product: Product): Promise<Record<string, Screen>> {
  const invited = addressIn((await mailsIn(product.dataDir, INVITED))[0], '/invitation');
  const careful = await newCareful(product);
  return {
    'sign-in': '/sign-in',
    'signed-in': '/signed-in',
    'sign-in-refused': '/sign-in?error=access_denied',
    'sign-in-code': ['/sign-in', (page) => askForCode(page, careful)],
    'forgot-password': '/forgot-password',
    'forgot-password-sent': ['/forgot-password', askForMail],
    'reset-password': '/reset-password?token=none',
    'reset-password-refused': ['/reset-password?token=none', tryToken],
    'verify-email': '/verify-email?token=none',
    invitation: new URL(invited).pathname + new URL(invited).search,
    'invitation-ended': '/invitation?token=none',
  };
}

async function askForCode(page: Page, careful: Pick<Product, 'email' | 'password'>) {
  await signIn(page, careful);
  await page.getByRole('textbox', { name: 'Code' }).waitFor();
}

async function askForMail(page: Page) {
  await page.getByLabel('Email').fill('nobody@example.com');
  await button(page, 'Send email').click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
}

async function tryToken(page: Page) {
  await page.getByRole('textbox', { name: 'New password' }).fill('a wholly new password');
  await button(page, 'Set password').click();
  await page.getByRole('alert').waitFor();
}

/** Kept in pictures dark and narrow too; the others are only looked at. */
const FACES = new Set([
  'sign-in',
  'sign-in-code',
  'get-started',
  'links',
  'link',
  'analytics',
  'domains',
  'invitation',
  'invitation-other-account',
  'account',
  'account-second-factor',
]);

/** Every screen behind the sign-in, by its address. */
function screensOf(
  { projectId, linkId, installationId }: Seeded,
  { password }: Product,
  invitation: Screen,
): Record<string, Screen> {
  const project = `/p/${projectId}`;
  const link = `${project}/links/${linkId}`;
  return {
    'get-started': `${project}/start`,
    links: `${project}/links`,
    'links-nothing-found': `${project}/links?search=nothing-has-this-name`,
    'links-deleted': `${project}/links?show=deleted`,
    'links-of-a-tag': `${project}/links?show=all&tag=print`,
    'new-link': `${project}/links/new`,
    'link-created': `${link}?created=true`,
    'import-links': `${project}/links/import`,
    link,
    'link-clicks': `${link}?tab=clicks`,
    'link-receipts': `${link}?tab=receipts`,
    'link-flow': `${link}?tab=flow`,
    'link-details': `${link}?tab=details`,
    'link-history': `${link}?tab=history`,
    'edit-link': `${link}/edit`,
    analytics: `${project}/analytics`,
    events: `${project}/events`,
    'events-cohorts': `${project}/events?tab=cohorts`,
    'events-funnel': `${project}/events?tab=funnel`,
    installations: `${project}/installations`,
    'new-test-code': [`${project}/installations`, makeTestCode],
    receipt: `${project}/installations?id=${installationId}`,
    exports: `${project}/exports`,
    domains: `${project}/domains`,
    apps: `${project}/apps`,
    keys: `${project}/keys`,
    members: `${project}/members`,
    plan: `${project}/plan`,
    audit: `${project}/audit`,
    settings: `${project}/settings`,
    brand: `${project}/brand`,
    account: '/account',
    'account-second-factor': ['/account', (page) => setUpFactor(page, password)],
    'invitation-other-account': invitation,
    'new-project': '/new-project',
    'not-found': '/nothing-is-here',
  };
}

async function setUpFactor(page: Page, password: string) {
  await page.getByLabel('Your password').fill(password);
  await button(page, 'Set it up').click();
  await page.getByRole('img', { name: 'QR code of the key' }).waitFor();
}

async function makeTestCode(page: Page) {
  await button(page, 'Test an install').click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Link' }).click();
  await page.getByRole('option').first().click();
  await button(page, 'Make test code').click();
  await page.getByRole('img', { name: 'QR code of the test code' }).waitFor();
}

suiteInBrowser("the dashboard's screens", () => {
  test('are accessible and fit the window, light, dark and on a phone', async () => {
    const product = await useProduct();
    const { origin } = product;
    const seeded = await seedProduct();
    const strangers = await publicScreens(product);
    const screens = screensOf(seeded, product, strangers['invitation'] ?? '');
    await using opened = await product.openPage({ locale: 'en-US' });
    const { page } = opened;
    const findings: string[] = [];
    const look = async ([name, screen]: readonly [string, Screen]) => {
      const [path, reach] = typeof screen === 'string' ? [screen] : screen;
      await page.goto(origin + path);
      await reach?.(page);
      await settle(page).catch((error: unknown) => {
        throw new Error(`${name} does not come to rest`, { cause: error });
      });
      findings.push(...(await examineAsItIs(page, name, FACES.has(name) ? undefined : 'light')));
      findings.push(...(await findOverhangs(page, name, [320, 1024])));
    };
    for (const screen of Object.entries(strangers)) await look(screen);
    await takeSession(opened.context, product, product);
    for (const screen of Object.entries(screens)) await look(screen);
    assert.deepEqual(findings, []);
    assert.deepEqual(
      opened.said.filter((line) => line.startsWith('error')),
      [],
    );
  });

  test('are in the language that the browser asks for, in which they fit the window too, until another is chosen', async () => {
    const product = await useProduct();
    const screens = screensOf(await seedProduct(), product, '/invitation?token=none');
    await using opened = await product.openPage({ locale: 'de-AT' });
    const { page } = opened;
    await page.goto(`${product.origin}/sign-in`);
    await page.getByLabel('E-Mail').fill(product.email);
    await page.getByRole('textbox', { name: 'Passwort' }).fill(product.password);
    await button(page, 'Anmelden').click();
    await button(page, 'Ihr Konto').waitFor();
    const findings: string[] = [];
    for (const [name, path] of Object.entries(screens)) {
      if (typeof path !== 'string') continue;
      await page.goto(product.origin + path);
      // German words are long.
      for (const width of [1280, 1024, 390]) {
        await page.setViewportSize({ width, height: 860 });
        await settle(page);
        if (width !== 1024) await keepScreen(page, `dashboard-${name}-german-${width}`);
        const over = await findOverhang(page);
        if (over > 0) findings.push(`${name}, ${width} px: wider than the window by ${over} px`);
      }
    }
    assert.deepEqual(findings, []);
    await page.goto(`${product.origin}/account`);
    await page.getByRole('combobox', { name: 'Sprache' }).click();
    await page.getByRole('option', { name: 'English' }).click();
    await heading(page, 'Account').waitFor();
    await page.goto(`${product.origin}/new-project`);
    await heading(page, 'New project').waitFor();
  });
});
