import assert from 'node:assert/strict';
import { test } from 'node:test';
import { devices, type Page } from 'playwright-core';
import { openPage, suiteInBrowser } from '../../support/browser/browser.ts';
import { newLink, newProject, type TestProject } from '../../support/callers/personas.ts';
import { USER_AGENTS } from '../../support/callers/request.ts';
import { holdClock } from '../../support/browser/holdClock.ts';
import { keepScreen } from '../../support/browser/screens.ts';
import { stayOn } from '../../support/browser/stayOn.ts';
import { until } from '../../support/until.ts';
import { DESTINATIONS, newLinkTo, newPhoneProject, setFlags } from '../phoneProject.ts';

const IPHONE = { ...devices['iPhone 15'], locale: 'en-US' };
const PIXEL = { ...devices['Pixel 7'], locale: 'en-US' };
const INSTAGRAM = {
  ...IPHONE,
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 381.1.0.26.83 (iPhone15,2; iOS 18_5; en_US; en; scale=3.00; 1179x2556; 737297623)',
};
const DESKTOP = { locale: 'en-US', viewport: { width: 1100, height: 760 } };

const BOOK = {
  ...DESTINATIONS,
  name: 'The Lighthouse Keeper',
  metadata: {
    ogTitle: 'The Lighthouse Keeper',
    ogDescription: 'A novel of tides, letters and one long winter.',
  },
};

/** What runs in the page is text: the types of a browser are none of the server's. */
const HIDE_AND_SHOW = `for (const hidden of [true, false]) {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event('visibilitychange'));
}`;
const BACKGROUND = 'getComputedStyle(document.body).backgroundColor';

let shared: Promise<TestProject> | undefined;

/** The project of every picture, on a host of its own so that pictures do not change from run to run. */
function bluebird(): Promise<TestProject> {
  shared ??= newPhoneProject({ domain: 'go.bluebird.test' });
  return shared;
}

/** Waits until the page is at an address, whatever navigations were given up on the way. */
async function arriveAt(page: Page, url: string): Promise<void> {
  if (page.url() === url) return;
  await page.waitForEvent('framenavigated', (frame) => frame.url() === url);
}

/** By the page's clock; then a turn of its event loop, in which a navigation that its timers asked for begins. */
async function letPass(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(milliseconds);
  await page.evaluate(`new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = done;
    port2.postMessage(null);
  })`);
}

suiteInBrowser('the launch page in Chromium', () => {
  test('has two buttons and opens nothing by itself', async () => {
    const project = await bluebird();
    const link = await newLink(project, { ...BOOK, slug: 'lighthouse' });
    await using opened = await openPage(INSTAGRAM);
    const { page, requests } = opened;
    await holdClock(page);
    const reported = page.waitForRequest((request) => request.method() === 'POST');
    await page.goto(link.shortUrl);
    await reported;
    assert.match(page.url(), /^http:\/\/launch\.localhost:3000\//);
    const open = page.getByRole('link', { name: 'Open the app' });
    const store = page.getByRole('link', { name: 'Download the app' });
    assert.match(
      String(await open.getAttribute('href')),
      new RegExp(`^${link.shortUrl}\\?ulhop=1&_lc=[0-9a-f-]{36}\\.[\\w-]{22}$`),
    );
    assert.equal(await store.getAttribute('href'), 'https://apps.apple.com/app/id123456789');
    await keepScreen(page, 'launch');
    const here = page.url();
    await letPass(page, 10_000);
    assert.equal(page.url(), here);
    assert.deepEqual(
      requests.map((each) => each.replace(/\?.*|_s\/.*/, '')),
      [
        `GET ${link.shortUrl}`,
        `GET http://launch.localhost:3000/${project.host}/${link.slug}`,
        'POST http://launch.localhost:3000/',
      ],
    );
  });

  test('without the app, Open App leads to the iOS fallback through ulhop=1', async () => {
    const project = await newPhoneProject();
    const link = await newLink(project, BOOK);
    await using opened = await openPage(IPHONE);
    const { page, requests } = opened;
    await page.goto(link.shortUrl);
    await page.getByRole('link', { name: 'Open the app' }).tap();
    await arriveAt(page, 'http://elsewhere.example/ios');
    assert.ok(requests.some((each) => each.startsWith(`GET ${link.shortUrl}?ulhop=1&_lc=`)));
  });

  test('works without scripts', async () => {
    const project = await newPhoneProject();
    const link = await newLink(project, BOOK);
    await using opened = await openPage({ ...INSTAGRAM, javaScriptEnabled: false });
    await opened.page.goto(link.shortUrl);
    await opened.page.getByRole('link', { name: 'Open the app' }).tap();
    await arriveAt(opened.page, 'http://elsewhere.example/ios');
  });

  test("is right-to-left in Arabic and follows the phone's dark mode", async () => {
    const project = await newPhoneProject({
      name: 'مكتبة الطائر',
      domain: 'go.taer.test',
    });
    const link = await newLink(project, {
      ...DESTINATIONS,
      name: 'حارس المنارة',
      slug: 'manara',
    });
    await using opened = await openPage({ ...INSTAGRAM, locale: 'ar', colorScheme: 'dark' });
    const { page } = opened;
    await page.goto(link.shortUrl);
    const html = page.locator('html');
    assert.equal(await html.getAttribute('lang'), 'ar');
    assert.equal(await html.getAttribute('dir'), 'rtl');
    assert.equal(await page.locator('#open').innerText(), 'افتح التطبيق');
    const background: unknown = await page.evaluate(BACKGROUND);
    assert.equal(background, 'rgb(13, 17, 23)');
    await keepScreen(page, 'launch-arabic-dark');
  });
});

async function autoOpenLink(input: Parameters<typeof newLink>[1] = {}) {
  const project = await bluebird();
  const link = await newLink(project, { ...BOOK, ...input });
  await setFlags(project, link.id, { iosBrowserAutoOpen: true });
  return link;
}

suiteInBrowser('the auto-open page in Chromium', () => {
  // The one timing that the contract names (Rule: visitors 6).
  test('tries the app and goes to the fallback after 2.2 to 3.0 s', async () => {
    const link = await autoOpenLink();
    await using opened = await openPage(IPHONE);
    const { page, requests } = opened;
    await holdClock(page);
    await page.goto(link.shortUrl);
    assert.match(
      String(await page.locator('#open').getAttribute('href')),
      /^bluebird:\/\/[^?]+\?_lc=/,
    );
    await keepScreen(page, 'auto-open');
    assert.ok(!requests.some((each) => each.startsWith('GET bluebird:')));
    await page.clock.runFor(2200);
    await until('the app is tried', () =>
      requests.some((each) => each.startsWith('GET bluebird:')),
    );
    assert.equal(page.url(), link.shortUrl);
    await Promise.all([
      arriveAt(page, 'http://elsewhere.example/ios'),
      page.clock.runFor(800).catch(() => undefined),
    ]);
  });

  test('stays if the app has opened', async () => {
    const link = await autoOpenLink();
    await using opened = await openPage(IPHONE);
    const { page } = opened;
    await holdClock(page);
    await page.goto(link.shortUrl);
    await letPass(page, 1000);
    await page.evaluate(HIDE_AND_SHOW);
    await letPass(page, 10_000);
    assert.equal(page.url(), link.shortUrl);
  });

  test('without scripts continues by itself and shows plain links', async () => {
    const link = await autoOpenLink();
    await using opened = await openPage({ ...IPHONE, javaScriptEnabled: false });
    const { page } = opened;
    await stayOn(page, link.shortUrl);
    await page.goto(link.shortUrl);
    assert.ok(await page.getByRole('link', { name: 'Open the app' }).isVisible());
    assert.ok(await page.getByRole('link', { name: 'Continue in the browser' }).isVisible());
    await page.unrouteAll();
    await page.goto(link.shortUrl);
    await arriveAt(page, 'http://elsewhere.example/ios');
  });
});

suiteInBrowser('the Android page in Chromium', () => {
  test('leaves the fallback to the intent in a browser', async () => {
    const link = await newLink(await bluebird(), { ...BOOK, slug: 'lighthouse-android' });
    await using opened = await openPage(PIXEL);
    const { page } = opened;
    await holdClock(page);
    await page.goto(link.shortUrl);
    const href = String(await page.locator('#open').getAttribute('href'));
    assert.match(href, /^intent:\/\/.*S\.browser_fallback_url=/);
    assert.equal(await page.locator('body').getAttribute('data-wait'), null);
    await letPass(page, 10_000);
    assert.equal(page.url(), link.shortUrl);
    await keepScreen(page, 'android');
  });

  test("continues by its own timer in a webview, which ignores an intent's fallback", async () => {
    const link = await newLink(await newPhoneProject(), BOOK);
    const userAgent =
      'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/BP1A.250505.005; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/137.0.7151.89 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/515.0.0.47.80;]';
    await using opened = await openPage({ ...PIXEL, userAgent });
    await opened.page.goto(link.shortUrl);
    await arriveAt(opened.page, 'http://elsewhere.example/android');
  });

  test('uses the custom scheme and its own timer in Firefox', async () => {
    const link = await newLink(await newPhoneProject(), BOOK);
    const userAgent = 'Mozilla/5.0 (Android 15; Mobile; rv:139.0) Gecko/139.0 Firefox/139.0';
    await using opened = await openPage({ ...PIXEL, userAgent });
    const { page } = opened;
    await page.goto(link.shortUrl);
    assert.match(String(await page.locator('#open').getAttribute('href')), /^bluebird:\/\//);
    await arriveAt(page, 'http://elsewhere.example/android');
  });
});

suiteInBrowser('the other pages in Chromium', () => {
  async function screenOf(url: string, name: string, options = {}) {
    await using opened = await openPage({ ...DESKTOP, ...options });
    const { page, requests, said } = opened;
    await page.goto(url);
    await keepScreen(page, name);
    assert.deepEqual(
      said.filter((line) => !line.includes('404')),
      [],
    );
    return { requests, heading: await page.locator('h1').innerText() };
  }

  test('the desktop page shows the QR code and loads nothing else', async () => {
    const link = await newLinkTo(await bluebird(), {
      type: 'dynamic',
      name: BOOK.name,
      slug: 'lighthouse-qr',
    });
    const { requests, heading } = await screenOf(link.shortUrl, 'desktop');
    assert.equal(heading, BOOK.name);
    assert.deepEqual(
      requests.filter((each) => !each.startsWith('GET data:image/')),
      [`GET ${link.shortUrl}`],
    );
    await screenOf(link.shortUrl, 'desktop-dark', { colorScheme: 'dark' });
  });

  test('the flow page, the preview page and "Nothing here" show their headings', async () => {
    const project = await newProject({ name: 'Bluebird Books', domain: 'links.bluebird.test' });
    const link = await newLink(project, { ...BOOK, slug: 'lighthouse' });
    const flow = await screenOf(`${link.shortUrl}?debug=1`, 'flow');
    assert.equal(flow.heading, 'What this link does');
    const whole = await newLink(await bluebird(), { ...BOOK, slug: 'lighthouse-flow' });
    await screenOf(`${whole.shortUrl}?debug=1`, 'flow-set-up', { colorScheme: 'dark' });
    const preview = await screenOf(link.shortUrl, 'preview', {
      userAgent: USER_AGENTS.facebook,
    });
    assert.equal(preview.heading, BOOK.name);
    const nothing = await screenOf(`${link.shortUrl}-gone`, 'nothing', IPHONE);
    assert.equal(nothing.heading, 'Nothing here');
    await screenOf(`${link.shortUrl}-gone`, 'nothing-german-dark', {
      ...IPHONE,
      locale: 'de-DE',
      colorScheme: 'dark',
    });
  });
});
