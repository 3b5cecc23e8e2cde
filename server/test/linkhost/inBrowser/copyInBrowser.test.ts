import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { devices } from 'playwright-core';
import { openPage, suiteInBrowser } from '../../support/browser/browser.ts';
import { examine } from '../../support/browser/examine.ts';
import { holdClock } from '../../support/browser/holdClock.ts';
import { keepScreen } from '../../support/browser/screens.ts';
import { stayOn } from '../../support/browser/stayOn.ts';
import { member, statsOf, type TestProject } from '../../support/callers/personas.ts';
import { askMatch, iphone } from '../../support/callers/phones.ts';
import { USER_AGENTS, visit } from '../../support/callers/request.ts';
import { until } from '../../support/until.ts';
import { DESTINATIONS, newLinkTo, newPhoneProject, setFlags } from '../phoneProject.ts';

const IPHONE = devices['iPhone 15'];
const BOOK = { ...DESTINATIONS, name: 'The Lighthouse Keeper' };
const MAX_PAGE_BYTES = 15 * 1024;

/** Browsers have a clipboard on secure pages only, to which those of `localhost` belong. */
async function offering(): Promise<TestProject> {
  const project = await newPhoneProject({ domain: `${randomUUID()}.localhost` });
  const params = { projectId: project.project.id };
  const body = { copyButton: true };
  const reply = await member(project)(operations.updateProject, { params, body });
  assert.equal(reply.status, 200);
  assert.equal(reply.body.copyButton, true);
  return project;
}

/** Every page that leads to the app, with the visitor who gets it. */
const PAGES = {
  launch: { link: BOOK, visitor: IPHONE },
  opening: { link: BOOK, visitor: devices['Pixel 7'] },
  desktop: {
    link: { type: 'dynamic', name: BOOK.name },
    // Headless Chromium names itself, and programs get no button.
    visitor: { viewport: { width: 1100, height: 760 }, userAgent: USER_AGENTS.desktop },
  },
} as const;
const NAMES = ['launch', 'opening', 'desktop'] as const;
const COPY = {
  'en-US': ['Copy for after installing', /^Copied\./],
  'ar-EG': ['انسخ لما بعد التثبيت', /^تم النسخ/],
  'de-DE': ['Link für später kopieren', /^Kopiert\./],
} as const;
const LOCALES = ['en-US', 'ar-EG', 'de-DE'] as const;

describe('the copy button', () => {
  test('is offered only if the project chose it, and never to programs', async () => {
    const without = await newPhoneProject();
    const link = await newLinkTo(without, DESTINATIONS);
    const plain = await visit(without.host, `/${link.slug}`, USER_AGENTS.android);
    assert.match(plain.text, /id="open"/);
    assert.doesNotMatch(plain.text, /id="copy"/);
    const project = await offering();
    const offered = await newLinkTo(project, DESTINATIONS);
    const ask = (headers = {}) =>
      visit(project.host, `/${offered.slug}`, USER_AGENTS.android, headers);
    assert.match((await ask()).text, /id="copy"/);
    assert.doesNotMatch((await ask({ 'sec-purpose': 'prefetch' })).text, /id="copy"/);
  });
});

/** Copies as a visitor does, and matches an iPhone's first open by what is in the clipboard then. */
async function copyAndMatch(name: keyof typeof PAGES, locale: keyof typeof COPY): Promise<void> {
  const [label, said] = COPY[locale];
  const project = await offering();
  const link = await newLinkTo(project, PAGES[name].link);
  await using opened = await openPage({ ...PAGES[name].visitor, locale, colorScheme: 'dark' });
  const { context, page } = opened;
  // So that a page that opens the app by itself stays.
  if (name === 'opening') await holdClock(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const answered = await page.goto(link.shortUrl);
  assert.ok(Buffer.byteLength((await answered?.text()) ?? '') < MAX_PAGE_BYTES);
  const button = page.getByRole('button', { name: label });
  await button.waitFor();
  await keepScreen(page, `copy-${name}-${locale}-dark`);
  await button.click();
  await until('the button says so', async () => said.test(await page.locator('#copy').innerText()));
  await keepScreen(page, `copied-${name}-${locale}-dark`);
  // The examination needs a clock that runs.
  if (name !== 'opening') assert.deepEqual(await examine(page, {}), []);
  const clipboard: string = await page.evaluate('navigator.clipboard.readText()');
  assert.ok(clipboard.startsWith(`${link.shortUrl}?_lc=`), clipboard);
  assert.deepEqual(opened.said, []);
  const { matchType, receipt } = await askMatch(iphone(), project, { clipboard });
  if (name === 'opening') {
    // An Android phone's click is none of an iPhone's.
    assert.equal(receipt.reason, 'click_of_other_system');
    return;
  }
  assert.equal(matchType, 'deterministic');
  const outcome = { method: 'clipboard', outcome: 'matched', reason: 'matched' };
  assert.deepEqual(receipt.methods[1], outcome);
  assert.equal(receipt.delivered?.linkId, link.id);
  assert.equal((await statsOf(project, link.id)).installs, 1);
}

suiteInBrowser('the copy button in Chromium', () => {
  // One after the other: the browser has one clipboard.
  test('on every page, in three languages, what a tap copies matches the install', async () => {
    for (const name of NAMES) {
      for (const locale of LOCALES) await copyAndMatch(name, locale);
    }
  });

  for (const name of NAMES) {
    test(`${name} page: without scripts there is no button`, async () => {
      const { link: body, visitor } = PAGES[name];
      const link = await newLinkTo(await offering(), body);
      const options = { ...visitor, javaScriptEnabled: false, locale: 'en-US' };
      await using opened = await openPage(options);
      const { page } = opened;
      await stayOn(page, link.shortUrl);
      await page.goto(link.shortUrl);
      await keepScreen(page, `copy-${name}-without-scripts`);
      assert.equal(await page.locator('#copy').isVisible(), false);
      assert.equal(await page.locator('#copy').count(), 1);
    });
  }

  test('a tap keeps a page that opens the app from going on', async () => {
    const project = await offering();
    const link = await newLinkTo(project, DESTINATIONS);
    await setFlags(project, link.id, { iosBrowserAutoOpen: true });
    await using opened = await openPage({ ...IPHONE, locale: 'en-US' });
    const { page } = opened;
    await holdClock(page);
    await page.addInitScript('navigator.clipboard.writeText = () => Promise.resolve()');
    await page.goto(link.shortUrl);
    await page.clock.runFor(1000);
    await page.evaluate('document.getElementById("copy").click()');
    await page.clock.runFor(10_000);
    assert.match(await page.evaluate('document.getElementById("copy").textContent'), /^Copied\./);
    assert.match(await page.evaluate('document.body.className'), /still/);
    assert.equal(page.url(), link.shortUrl);
  });

  test('where the browser refuses to copy, the button disappears', async () => {
    const link = await newLinkTo(await offering(), DESTINATIONS);
    await using opened = await openPage({ ...IPHONE, locale: 'en-US' });
    const { page } = opened;
    await page.addInitScript(
      `navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))`,
    );
    await page.goto(link.shortUrl);
    const button = page.locator('#copy');
    await button.click();
    await button.waitFor({ state: 'hidden' });
  });
});
