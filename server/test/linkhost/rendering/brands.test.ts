import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { colorsOf, contrastOf, BACKGROUNDS } from '@fairlead/contract/brandColors';
import { BRANDS, drawPng, giveBrand, setBrand, shrink } from '../../support/callers/brands.ts';
import { bodyOf } from '../../support/callers/person.ts';
import type { TestProject } from '../../support/callers/personas.ts';
import { USER_AGENTS, visit } from '../../support/callers/request.ts';
import { DESTINATIONS, newLinkTo, newPhoneProject, setFlags } from '../phoneProject.ts';

const MAX_PAGE_BYTES = 15 * 1024;
const LONG_URL = `https://example.com/${'x'.repeat(1900)}`;

/** Every page of a project that people see. */
async function pagesOf(project: TestProject, language: string) {
  const both = await newLinkTo(project, DESTINATIONS);
  const opening = await newLinkTo(project, DESTINATIONS);
  await setFlags(project, opening.id, { iosBrowserAutoOpen: true });
  const phonesOnly = await newLinkTo(project, { type: 'dynamic' });
  const ask = (path: string, userAgent: string, host = project.host) =>
    visit(host, path, userAgent, { 'accept-language': language });
  const { headers } = await ask(`/${both.slug}`, USER_AGENTS.iphone);
  const launch = new URL(String(headers.location));
  return {
    launch: await ask(launch.pathname + launch.search, USER_AGENTS.iphone, launch.hostname),
    opening: await ask(`/${opening.slug}`, USER_AGENTS.iphone),
    android: await ask(`/${both.slug}`, USER_AGENTS.android),
    desktop: await ask(`/${phonesOnly.slug}`, USER_AGENTS.desktop),
    preview: await ask(`/${both.slug}`, USER_AGENTS.facebook),
    nothing: await ask('/nothing-of-this-name', USER_AGENTS.iphone),
  };
}

describe('pages with a brand', () => {
  for (const brand of BRANDS) {
    test(`${brand.name}: each page has its look and stays below 15 KB`, async () => {
      const project = await newPhoneProject({ name: brand.name });
      const { logo, icon } = await giveBrand(project, brand);
      assert.ok(logo !== null && icon !== null);
      for (const [name, { text, headers }] of Object.entries(
        await pagesOf(project, brand.language),
      )) {
        assert.ok(Buffer.byteLength(text) < MAX_PAGE_BYTES, `${name}: ${Buffer.byteLength(text)}`);
        assert.ok(text.includes(`--main:${brand.color}`), name);
        assert.ok(text.includes(`<link rel="icon" href="${icon}">`), name);
        assert.doesNotMatch(String(headers['content-security-policy']), /http|\*|unsafe/);
        if (name === 'preview') continue;
        assert.ok(text.includes(`<img class="logo" src="${logo}"`), name);
        assert.match(text, /<a href="https:\/\/example\.com\/imprint"/);
        assert.match(text, /<a href="https:\/\/example\.com\/privacy"/);
      }
    });

    test(`${brand.name}: every text can be read on its background`, () => {
      for (const scheme of ['light', 'dark'] as const) {
        const { button, onButton, link } = colorsOf(brand.color, scheme);
        assert.equal(button, brand.color);
        assert.ok(contrastOf(onButton, button) >= 4.5, scheme);
        assert.ok(contrastOf(link, BACKGROUNDS[scheme]) >= 4.5, scheme);
      }
    });
  }

  test('a logo of one tone gets a plate where the card has the same', async () => {
    const project = await newPhoneProject();
    const tones = new Map<string, string>();
    for (const { name, logo } of BRANDS) {
      tones.set(name, bodyOf(await shrink(project, await drawPng(logo)), 200).tone);
    }
    assert.equal(tones.get('Nachtblau'), 'dark');
    assert.equal(tones.get('Snow'), 'light');
    assert.equal(tones.get('Bluebird Books'), 'any');
    assert.equal(tones.get('Mittelgrau & Söhne'), 'any');
  });

  test('own texts replace those of their language, escaped and in their own direction', async () => {
    const project = await newPhoneProject();
    const open = '<b>"Öffne" & lies</b>';
    await setBrand(project, {
      texts: { de: { open, nothingTitle: 'Ausgelesen', nothingText: 'Ohne Link kein Buch.' } },
    });
    const german = await pagesOf(project, 'de');
    const escaped = '&lt;b&gt;&quot;Öffne&quot; &amp; lies&lt;/b&gt;';
    assert.match(german.launch.text, new RegExp(`<a id="open"[^>]* dir="auto">${escaped}</a>`));
    assert.match(german.nothing.text, /<h1 dir="auto">Ausgelesen<\/h1>/);
    assert.match(german.nothing.text, /<p dir="auto">Ohne Link kein Buch\.<\/p>/);
    const english = await pagesOf(project, 'en');
    assert.match(english.launch.text, />Open the app<\/a>/);
    assert.match(english.nothing.text, /Nothing here/);
  });

  test('a link whose texts and URLs leave no room is shown without the images', async () => {
    const project = await newPhoneProject();
    const { logo } = await giveBrand(project, BRANDS[4]!);
    const link = await newLinkTo(project, {
      type: 'dynamic',
      fallbackUrl: LONG_URL,
      androidFallbackUrl: LONG_URL,
      name: 'n'.repeat(255),
      metadata: { ogTitle: '"é本'.repeat(1000), ogDescription: '"é本'.repeat(1000) },
    });
    const { text } = await visit(project.host, `/${link.slug}`, USER_AGENTS.android);
    assert.ok(Buffer.byteLength(text) < MAX_PAGE_BYTES, `${Buffer.byteLength(text)}`);
    assert.ok(!text.includes(logo!));
    assert.ok(text.includes(`--main:${BRANDS[4]!.color}`));
  });

  test('the image of a link is shown if the brand asks for it, and no other host may be loaded from', async () => {
    const project = await newPhoneProject();
    const metadata = { ogImage: 'https://pictures.example/a.png?b=1&c=2' };
    const link = await newLinkTo(project, { ...DESTINATIONS, metadata });
    const before = await visit(project.host, `/${link.slug}`, USER_AGENTS.android);
    assert.doesNotMatch(before.text, /pictures\.example/);
    await setBrand(project, { showLinkImage: true });
    const { text, headers } = await visit(project.host, `/${link.slug}`, USER_AGENTS.android);
    assert.match(
      text,
      /<img class="picture" src="https:\/\/pictures\.example\/a\.png\?b=1&amp;c=2" alt="" width="1200" height="630" loading="lazy"/,
    );
    assert.match(
      String(headers['content-security-policy']),
      /; img-src data: https:\/\/pictures\.example; /,
    );
    const plain = await newLinkTo(project, DESTINATIONS);
    const without = await visit(project.host, `/${plain.slug}`, USER_AGENTS.android);
    assert.match(String(without.headers['content-security-policy']), /; img-src data:; /);
  });
});
