import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suiteInBrowser } from '../support/browser.ts';
import { useProduct } from '../support/product.ts';
import { examine, MODES, settle } from '../support/examine.ts';
import { keepScreen } from '../support/screens.ts';
import { seedProduct, type Seeded } from './seed.ts';
import { signIn } from './signIn.ts';

const PUBLIC = {
  'sign-in': '/sign-in',
  'forgot-password': '/forgot-password',
  'reset-password': '/reset-password?token=none',
  'verify-email': '/verify-email?token=none',
  invitation: '/invitation?token=none',
};

/** Kept in pictures dark and narrow too; the others are only looked at. */
const FACES = new Set(['sign-in', 'get-started', 'links', 'link', 'analytics', 'domains']);

/** Every screen behind the sign-in, by its address. */
function screensOf({ projectId, linkId, installationId }: Seeded): Record<string, string> {
  const project = `/p/${projectId}`;
  const link = `${project}/links/${linkId}`;
  return {
    'get-started': `${project}/start`,
    links: `${project}/links`,
    'links-nothing-found': `${project}/links?search=nothing-has-this-name`,
    'new-link': `${project}/links/new`,
    link,
    'link-clicks': `${link}?tab=clicks`,
    'link-receipts': `${link}?tab=receipts`,
    'link-flow': `${link}?tab=flow`,
    'link-details': `${link}?tab=details`,
    'edit-link': `${link}/edit`,
    analytics: `${project}/analytics`,
    installations: `${project}/installations`,
    receipt: `${project}/installations?id=${installationId}`,
    exports: `${project}/exports`,
    domains: `${project}/domains`,
    apps: `${project}/apps`,
    keys: `${project}/keys`,
    members: `${project}/members`,
    plan: `${project}/plan`,
    audit: `${project}/audit`,
    settings: `${project}/settings`,
    account: '/account',
    'new-project': '/new-project',
    'not-found': '/nothing-is-here',
  };
}

suiteInBrowser('the screens of the dashboard', () => {
  test('break no rule of accessibility and fit the window, light, dark and on a phone', async () => {
    const product = await useProduct();
    const { origin } = product;
    const screens = screensOf(await seedProduct());
    await using opened = await product.openPage({ locale: 'en-US' });
    const { page } = opened;
    const findings: string[] = [];
    const look = async ([name, path]: readonly [string, string]) => {
      await page.goto(origin + path);
      for (const { mode, colorScheme, viewport, rules } of MODES) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(viewport);
        await settle(page).catch((error: unknown) => {
          throw new Error(`${name} does not come to rest`, { cause: error });
        });
        if (mode === 'light' || FACES.has(name))
          await keepScreen(page, `dashboard-${name}-${mode}`);
        for (const finding of await examine(page, rules))
          findings.push(`${name}, ${mode}: ${finding}`);
      }
    };
    for (const screen of Object.entries(PUBLIC)) await look(screen);
    await page.goto(`${origin}/sign-in`);
    await signIn(page, product);
    await page.getByRole('button', { name: 'Your account' }).waitFor();
    for (const screen of Object.entries(screens)) await look(screen);
    assert.deepEqual(findings, []);
    assert.deepEqual(
      opened.said.filter((line) => line.startsWith('error')),
      [],
    );
  });
});
