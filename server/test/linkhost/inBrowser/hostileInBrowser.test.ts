import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BrowserContextOptions, devices } from 'playwright-core';
import { type Opened, openPage, suiteInBrowser } from '../../support/browser/browser.ts';
import type { TestProject } from '../../support/callers/personas.ts';
import { USER_AGENTS } from '../../support/callers/request.ts';
import { HOSTILE, HOSTILE_URLS } from './hostile.corpus.ts';
import { newLinkTo, newPhoneProject, setFlags } from '../phoneProject.ts';

const IPHONE = devices['iPhone 15'];
const PIXEL = devices['Pixel 7'];
const DESKTOP = { userAgent: USER_AGENTS.desktop };
const INSTAGRAM = { ...IPHONE, userAgent: `${IPHONE.userAgent} Instagram 381.1.0.26.83` };
const PREVIEW_KEYS = [
  'ogTitle ogDescription ogImage ogUrl ogType ogSiteName',
  'twitterCard twitterSite twitterCreator twitterTitle twitterDescription twitterImage',
].flatMap((keys) => keys.split(' '));

/** Anything that runs says so in the console. */
const REPORT = `globalThis.boom = (n) => { console.log('BOOM ' + n); };`;

/** What could run, but for the browser's own error page: foreign scripts, handlers, frames, and links that are neither of the web nor of the app. */
const FIND_ACTIVE = `(location.protocol === 'chrome-error:' ? [] : [...document.querySelectorAll('*')].flatMap((element) => {
  const names = element.getAttributeNames();
  const isForeign =
    (element.localName === 'script' && !element.nonce) ||
    /^(iframe|object|embed|base|form|svg|math)$/.test(element.localName) ||
    names.some((name) => name.startsWith('on'));
  const isHostileLink =
    element.localName === 'a' && !/^(https?|bluebird|exapp|intent):/.test(element.href);
  return isForeign || isHostileLink ? [element.outerHTML.slice(0, 200)] : [];
}))`;

/** What a visitor may touch: every element, and the buttons last, for they leave the page. */
const TOUCH_EVERYTHING = `for (const element of document.querySelectorAll('*')) {
  for (const type of ['mouseover', 'focus', 'error', 'load']) {
    element.dispatchEvent(new Event(type, { cancelable: true }));
  }
}
for (const id of ['next', 'store', 'open']) document.getElementById(id)?.click();`;

interface Opening {
  readonly page: string;
  readonly as: BrowserContextOptions;
  readonly query?: string;
  readonly autoOpen?: boolean;
  readonly type?: 'unified' | 'dynamic';
}

/** Every page, by who gets it. */
const OPENINGS: readonly Opening[] = [
  { page: 'launch', as: INSTAGRAM },
  { page: 'auto-open', as: IPHONE, autoOpen: true },
  { page: 'Android', as: PIXEL },
  { page: 'desktop', as: DESKTOP },
  { page: 'preview', as: { userAgent: USER_AGENTS.facebook } },
  { page: 'flow', as: DESKTOP, query: 'debug=1' },
  { page: 'redirect', as: IPHONE, type: 'unified' },
];

/** Writes what creation would refuse, as a fault elsewhere could: use must refuse it again. */
async function forceUrls(project: TestProject, linkId: string, url: string | null): Promise<void> {
  const { app } = project.server;
  await app.db
    .updateTable('links')
    .set({
      fallback_url: url,
      ios_url: url,
      android_url: url,
      ios_fallback_url: url,
      android_fallback_url: url,
    })
    .where('id', '=', linkId)
    .execute();
  app.lookups.invalidateAll();
}

interface Attack {
  readonly text: string;
  /** Null: the link leads nowhere, so that the desktop page is shown. */
  readonly url: string | null;
}

/** Opens the page of a link that is hostile in every field; what ran, and what is there that could run. */
async function attack(
  { page, said }: Opened,
  project: TestProject,
  opening: Opening,
  attacked: Attack,
) {
  const { text, url } = attacked;
  const link = await newLinkTo(project, {
    type: opening.type ?? 'dynamic',
    name: text.slice(0, 255).toWellFormed(),
    allowQueryPassthrough: true,
    parameters: { hostile: text.toWellFormed() },
    metadata: Object.fromEntries(PREVIEW_KEYS.map((key) => [key, text.toWellFormed()])),
  });
  await forceUrls(project, link.id, url);
  if (opening.autoOpen === true) await setFlags(project, link.id, { iosBrowserAutoOpen: true });
  const hostile = encodeURIComponent(text.toWellFormed());
  const query = [opening.query, `a=${hostile}`, `d=${hostile}`, `_lc=${hostile}`, hostile];
  await page.goto(`${link.shortUrl}?${query.filter(Boolean).join('&')}`).catch(() => null);
  const active: unknown = await page.evaluate(FIND_ACTIVE).catch(() => []);
  await page.evaluate(TOUCH_EVERYTHING).catch(() => null);
  await page.evaluate('new Promise((done) => setTimeout(done, 0))').catch(() => null);
  return { ran: said.filter((line) => line.startsWith('BOOM')), active };
}

/** Texts joined as far as a name can hold them, so that a page takes all in a few visits. */
function batchesOf(texts: readonly string[], length: number): string[] {
  const batches: string[] = [];
  for (const text of texts) {
    const last = batches.at(-1);
    if (last === undefined || last.length + text.length > length) batches.push(text);
    else batches[batches.length - 1] = last + text;
  }
  return batches;
}

/** The page's own policy is off: what is proved here is that every value is escaped. */
async function openHostile(as: BrowserContextOptions): Promise<Opened> {
  const opened = await openPage({ ...as, bypassCSP: true });
  await opened.page.addInitScript(REPORT);
  return opened;
}

suiteInBrowser('hostile values in Chromium', () => {
  for (const opening of OPENINGS) {
    test(`cannot run scripts on the ${opening.page} page`, async () => {
      const owner = HOSTILE.slice(0, 6).join('').slice(0, 120);
      const project = await newPhoneProject();
      // No such name is taken now, but earlier releases took them.
      await project.server.app.db
        .updateTable('projects')
        .set({ name: owner })
        .where('id', '=', project.project.id)
        .execute();
      await using opened = await openHostile(opening.as);
      const url = 'http://elsewhere.example/"><svg onload=boom(0)>';
      const attacks: Attack[] = [
        ...batchesOf(HOSTILE, 255).map((text) => ({ text, url })),
        ...HOSTILE_URLS.map((each) => ({ text: each, url: each })),
      ];
      for (const each of attacks) {
        const wanted = opening.page === 'desktop' ? { ...each, url: null } : each;
        const { ran, active } = await attack(opened, project, opening, wanted);
        assert.deepEqual(ran, [], each.text);
        assert.deepEqual(active, [], each.text);
      }
    });
  }

  test('are detected by this test when they are not escaped', async () => {
    await using opened = await openHostile(DESKTOP);
    const { page, said } = opened;
    await page.goto('about:blank');
    await page.setContent(`<p>${HOSTILE[4]}</p>${HOSTILE[15]}<script>boom(0)</script>`);
    assert.equal(await page.evaluate(`${FIND_ACTIVE}.length`), 3);
    const booms = () => said.filter((line) => line.startsWith('BOOM')).toSorted();
    // What a text starts, such as a picture that is not there, takes the time it takes.
    while (booms().length < 2) await page.waitForEvent('console');
    assert.deepEqual(booms(), ['BOOM 0', 'BOOM 5']);
  });
});
