import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { suiteInBrowser } from '../support/browser.ts';
import { useProduct } from '../support/product.ts';
import { keepScreen } from '../support/screens.ts';
import { seedProduct, type Seeded } from './seed.ts';
import { signIn } from './signIn.ts';

const WIDE = { width: 1280, height: 860 };
const NARROW = { width: 390, height: 844 };
const CONTRAST = ['color-contrast', 'link-in-text-block'];
/** Dark differs by its colours alone, and a narrow window by anything but colours. */
const MODES = [
  { mode: 'light', colorScheme: 'light', viewport: WIDE, rules: {} },
  { mode: 'dark', colorScheme: 'dark', viewport: WIDE, rules: { runOnly: CONTRAST } },
  { mode: 'phone', colorScheme: 'light', viewport: NARROW, rules: without(CONTRAST) },
] as const;

function without(names: readonly string[]) {
  return { rules: Object.fromEntries(names.map((name) => [name, { enabled: false }])) };
}

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

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The title is there, nothing says any more that it loads, and what faded in stands. */
async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  // Two frames: what a change of colours or size sets off begins in the next one.
  await page.evaluate(`(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const still = () => document.querySelector('[aria-busy="true"]') === null
      && document.getAnimations().every(({ playState, effect }) =>
        playState !== 'running' || effect.getComputedTiming().endTime === Infinity);
    while (!still()) await new Promise((resolve) => setTimeout(resolve, 30));
  })()`);
}

/** Serious and critical findings of axe, and a page wider than its window, in words. */
async function examine(page: Page, rules: object): Promise<string[]> {
  await page.evaluate(await axe);
  const words: string[] = await page.evaluate(`axe
    .run(document, { resultTypes: ['violations'], ...${JSON.stringify(rules)} })
    .then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html, any }) => id + ' ' + html.slice(0, 160) + ' ' + (any[0]?.message ?? ''))))`);
  const over: number = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  return over > 0 ? [...words, `wider than the window by ${over} px`] : words;
}
