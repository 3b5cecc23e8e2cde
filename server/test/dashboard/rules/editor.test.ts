import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { button, heading, unfold } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { EVEN_VARIANTS, newLink, readLink, THREE_RULES, to } from './ruledLinks.ts';

const sentences = (page: Page) => page.locator('.rule-sentence');

/** The names of the rules in their order. */
async function orderOf(page: Page): Promise<string[]> {
  const texts = await sentences(page).allInnerTexts();
  return texts.map((text) => /^\d+\. (.*)$/m.exec(text)?.[1] ?? '');
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const focused = target.and(page.locator(':focus'));
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not reach ${String(target)}`);
}

/** Moves the keyboard to an element and presses Enter. */
async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

async function choose(page: Page, list: Locator, words: readonly string[]): Promise<void> {
  for (const word of words) {
    await list.and(page.locator(':focus')).waitFor();
    await page.keyboard.type(word);
    await page.getByRole('option', { name: word, exact: true }).waitFor();
    await page.keyboard.press('Enter');
  }
  await page.keyboard.press('Escape');
}

suiteInBrowser('the editor of rules', () => {
  test('makes a rule and an experiment by the keyboard alone', async () => {
    await using opened = await openSignedIn('/links/new');
    const { page } = opened;
    const summary = (title: string) => page.locator('summary', { has: heading(page, title) });
    const destination = page.getByLabel('Destination', { exact: true });
    await destination.waitFor();
    await tabTo(page, destination);
    await page.keyboard.type('https://example.com/all');
    await enter(page, summary('Rules'));
    await enter(page, button(page, 'Add a rule'));
    const rule = page.getByRole('list', { name: 'Rules' });
    await rule.getByLabel('Name').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('German');
    await enter(page, button(page, 'Add a condition'));
    await page.getByRole('menu').locator(':focus').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menuitem', { name: 'Country' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await choose(page, rule.getByRole('combobox', { name: 'Country' }), ['Germany', 'Austria']);
    await tabTo(page, rule.getByRole('textbox', { name: 'Destination' }));
    await page.keyboard.type('https://example.com/de');
    await enter(page, summary('Experiment'));
    await enter(page, button(page, 'Start an experiment'));
    const variants = page.getByRole('list', { name: 'Variants' });
    await variants.getByLabel('Name').first().and(page.locator(':focus')).waitFor();
    for (const [place, share] of ['30', '70'].entries()) {
      await tabTo(page, variants.getByLabel('Share').nth(place));
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(share);
    }
    await page.getByText('The shares add up to 100%.').waitFor();
    await tabTo(page, variants.getByRole('textbox', { name: 'Destination' }));
    await page.keyboard.type('https://example.com/b');
    await enter(page, button(page, 'Create link'));
    await page.getByRole('tab', { name: 'What visitors get' }).waitFor();
    const link = await readLink(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    assert.deepEqual(link.rules, [
      { name: 'German', when: { country: ['DE', 'AT'] }, to: to('de') },
    ]);
    assert.deepEqual(link.variants, [
      { name: 'A', share: 30, to: {} },
      { name: 'B', share: 70, to: to('b') },
    ]);
    await page.getByRole('tab', { name: 'What visitors get' }).click();
    await page
      .getByText('If the visitor is in Germany or Austria → https://example.com/de')
      .waitFor();
    await page.getByText('70% get “B” → https://example.com/b').waitFor();
  });

  test('changes the order by buttons; the focus stays on the rule, and its place is said', async () => {
    const { id: linkId } = await newLink({ rules: THREE_RULES });
    await using opened = await openSignedIn(`/links/${linkId}/edit`);
    const { page } = opened;
    await enter(page, button(page, 'Move “Germany” down'));
    assert.deepEqual(await orderOf(page), ['France', 'Germany', 'Italy']);
    await button(page, 'Move “Germany” down').and(page.locator(':focus')).waitFor();
    await page.getByText('“Germany” is now number 2 of 3.').waitFor();
    await page.keyboard.press('Enter');
    assert.deepEqual(await orderOf(page), ['France', 'Italy', 'Germany']);
    // Nothing is below it any more.
    await button(page, 'Move “Germany” up').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('“Germany” is now number 2 of 3.').waitFor();
    await button(page, 'Save changes').click();
    await page.getByText('Link saved.').waitFor();
    const { rules } = await readLink(linkId);
    assert.deepEqual(
      rules.map(({ name }) => name),
      ['France', 'Germany', 'Italy'],
    );
  });

  test('changes the order by dragging; a removed rule comes back to its place', async () => {
    const { id: linkId } = await newLink({ rules: THREE_RULES });
    await using opened = await openSignedIn(`/links/${linkId}/edit`);
    const { page } = opened;
    const middleOf = async (target: Locator) => {
      const { x, y, width, height } = (await target.boundingBox())!;
      return [x + width / 2, y + height / 2] as const;
    };
    await sentences(page).first().waitFor();
    await sentences(page).last().scrollIntoViewIfNeeded();
    await page.mouse.move(...(await middleOf(page.locator('.rule-grip').last())));
    await page.mouse.down();
    const [x, y] = await middleOf(sentences(page).first());
    await page.mouse.move(x, y - 10, { steps: 5 });
    await page.mouse.up();
    assert.deepEqual(await orderOf(page), ['Italy', 'Germany', 'France']);
    await page.getByText('“Italy” is now number 1 of 3.').waitFor();
    await button(page, 'Remove “Germany”').click();
    assert.deepEqual(await orderOf(page), ['Italy', 'France']);
    await button(page, 'Undo').click();
    assert.deepEqual(await orderOf(page), ['Italy', 'Germany', 'France']);
  });

  test('shows each finding at its field, of a closed rule too', async () => {
    const { id: linkId } = await newLink({
      rules: THREE_RULES,
      variants: EVEN_VARIANTS,
    });
    await using opened = await openSignedIn(`/links/${linkId}/edit`);
    const { page } = opened;
    const items = page.getByRole('list', { name: 'Rules' }).getByRole('listitem');
    await sentences(page).nth(1).click();
    await items.nth(1).getByRole('textbox', { name: 'Destination' }).fill('javascript:alert(1)');
    await button(page, 'Add a condition').click();
    await page.getByRole('menuitem', { name: 'System version' }).click();
    await page.getByLabel('System version from').fill('18');
    await page.getByLabel('System version up to').fill('17');
    await sentences(page).nth(1).click();
    await page.getByLabel('Share').first().fill('20.5');
    await page.getByText('The shares add up to 70.5%').waitFor();
    await button(page, 'Save changes').click();
    await page.getByText('Destination must not use the javascript: scheme').waitFor();
    await page.getByText('System version fits nothing: min 18 is above max 17').waitFor();
    await page.getByText('Experiment have shares of 70.5 % together').waitFor();
    const marked = items.nth(1).locator('[aria-invalid="true"]');
    assert.equal(await marked.count(), 3);
    // A mark goes with what it is about.
    await button(page, 'Move “France” up').click();
    assert.equal(await items.nth(0).locator('[aria-invalid="true"]').count(), 3);
    await items.nth(0).getByRole('textbox', { name: 'Destination' }).fill('https://example.com/');
    assert.equal(await items.nth(0).locator('[aria-invalid="true"]').count(), 2);
  });

  test('says at its rule what is worth knowing, in the editor and on the page of the link', async () => {
    const { id: linkId } = await newLink({ rules: THREE_RULES.slice(0, 1) });
    await using opened = await openSignedIn(`/links/${linkId}/edit`);
    const { page } = opened;
    await button(page, 'Add a rule').click();
    const second = page.getByRole('list', { name: 'Rules' }).getByRole('listitem').nth(1);
    await second.getByLabel('Name').fill('Germany again');
    await second.getByRole('button', { name: 'Add a condition' }).click();
    await page.getByRole('menuitem', { name: 'Country' }).click();
    await page.keyboard.type('Germany');
    await page.getByRole('option', { name: 'Germany', exact: true }).click();
    await second.getByRole('combobox', { name: 'Leads to' }).click();
    await page.getByRole('option', { name: 'Ask to update the app' }).click();
    await button(page, 'Save changes').click();
    const note = 'Rule “Germany again” is never reached';
    await page.getByRole('listitem').filter({ hasText: note }).waitFor();
    await page.getByRole('link', { name: 'Edit' }).click();
    await second.getByText(note).waitFor();
    assert.equal((await readLink(linkId)).rules[1]?.to.update, true);
  });

  test('expires after clicks, with a destination for those who come later', async () => {
    const { id: linkId } = await newLink({});
    await using opened = await openSignedIn(`/links/${linkId}/edit`);
    const { page } = opened;
    await unfold(page, 'Expiry and archive');
    await page.getByLabel('Expires after so many clicks').fill('1000');
    await page.getByLabel('Destination after that').fill('example.com/over');
    await button(page, 'Save changes').click();
    await page.getByText('Link saved.').waitFor();
    const { expiresAfterClicks, expiredUrl } = await readLink(linkId);
    assert.deepEqual([expiresAfterClicks, expiredUrl], [1000, 'https://example.com/over']);
  });

  test('each condition that the menu offers can be filled in, saved and read back', async () => {
    const { id: linkId } = await newLink({ rules: THREE_RULES.slice(0, 1) });
    await using opened = await openSignedIn(`/links/${linkId}/edit`);
    const { page } = opened;
    await sentences(page).first().click();
    const add = async (name: string) => {
      await button(page, 'Add a condition').click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    const chosen = (name: string, option: string) =>
      page
        .locator('.mantine-InputWrapper-root', { hasText: name })
        .locator('.mantine-Pill-label', { hasText: option })
        .waitFor();
    const pick = async (name: string, option: string) => {
      await add(name);
      const list = page.getByRole('combobox', { name, exact: true });
      await list.fill(option);
      await page.getByRole('option', { name: option }).first().click();
      await chosen(name, option);
      await list.press('Escape');
    };
    await pick('Language', 'pt-BR');
    await pick('System', 'iOS');
    await add('System version');
    await page.getByLabel('System version from').fill('17.4');
    await pick('Device', 'iPad');
    await pick('In-app browser', 'TikTok');
    await add('Page before');
    const hosts = page.getByRole('combobox', { name: 'Page before' });
    await hosts.fill('*.example.com');
    await hosts.press('Enter');
    await chosen('Page before', '*.example.com');
    await add('Query parameters');
    await page.getByLabel('Name of query parameter 1').fill('utm_source');
    await add('Time span');
    await page.getByLabel('Until', { exact: true }).fill('2999-07-01T18:30');
    await pick('Days of the week', 'Sunday');
    await pick('Hours', '9:00 to 10:00');
    await add('App build');
    await page.getByLabel('App build up to').fill('120');
    await add('Share');
    await page.getByLabel('Share', { exact: true }).fill('12.5');
    assert.equal(await button(page, 'Add a condition').count(), 0);
    await button(page, 'Save changes').click();
    await page.getByText('Link saved.').waitFor();
    assert.deepEqual((await readLink(linkId)).rules[0]?.when, {
      country: ['DE'],
      language: ['pt-BR'],
      platform: ['ios'],
      osVersion: { min: '17.4' },
      device: ['ipad'],
      app: ['TikTok'],
      referrer: ['*.example.com'],
      query: { utm_source: null },
      to: '2999-07-01T18:30:00.000Z',
      weekdays: [7],
      hours: [9],
      appBuild: { max: '120' },
      share: 12.5,
    });
  });
});
