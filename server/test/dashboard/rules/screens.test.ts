import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Rule, Variant } from '@fairlead/contract/rules';
import type { Page } from 'playwright-core';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { examineAsItIs, findOverhangs } from '../../support/browser/examine.ts';
import { useProduct } from '../../support/product.ts';
import { button } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { newLink, to } from './ruledLinks.ts';

const RULES: Rule[] = [
  {
    name: 'Germany',
    when: { country: ['DE', 'AT'], platform: ['ios'], device: ['mobile'] },
    to: { ...to('de'), iosFallbackUrl: 'https://apps.apple.com/app/id1234567890' },
  },
  {
    name: 'Evenings of the campaign',
    when: {
      from: '2026-12-01T07:00:00Z',
      to: '2999-12-24T17:00:00Z',
      weekdays: [1, 2, 3, 4, 5],
      hours: [17, 18, 19, 20],
      query: { utm_source: 'newsletter', ref: null },
      referrer: ['*.news.example.com'],
      share: 33.5,
    },
    to: to(`a-very-long-address-${'that-goes-on-'.repeat(6)}`),
  },
  {
    name: 'Old builds',
    when: { appBuild: { max: '120' }, osVersion: { min: '17' }, app: ['TikTok', 'Unknown app'] },
    to: { update: true },
  },
  {
    name: 'Germany again',
    when: { country: ['DE'], platform: ['ios'], device: ['mobile'] },
    to: to('x'),
  },
];
const VARIANTS: Variant[] = [
  { name: 'Same', share: 33.34, to: {} },
  { name: 'New page', share: 33.33, to: to('new') },
  { name: 'Store', share: 33.33, to: { update: true } },
];

suiteInBrowser('the screens of rules', () => {
  test('are accessible and fit the window at every width, light and dark', async () => {
    const { id } = await newLink({ name: 'Ruled', rules: RULES, variants: VARIANTS });
    const { origin } = await useProduct();
    await using opened = await openSignedIn(`/links/${id}/edit`);
    const { page } = opened;
    const findings: string[] = [];
    const look = async (name: string) => {
      findings.push(...(await examineAsItIs(page, name)));
      findings.push(...(await findOverhangs(page, name, [1024, 1440])));
    };
    await openAll(page);
    await look('rules-editor');
    await page.goto(page.url().replace('/edit', '?tab=flow'));
    await page.getByText('is never reached').waitFor();
    await page.getByRole('textbox', { name: 'Visitor', exact: true }).fill('anna');
    await button(page, 'Try this visitor').click();
    await page.getByText(/^The variant/).waitFor();
    await look('rules-page');
    await page.getByRole('tab', { name: 'Results' }).click();
    await page.getByRole('table', { name: 'By rule and variant' }).waitFor();
    await look('rules-results');
    await page.goto(`${origin}${new URL(page.url()).pathname.replace(/\/[^/]+$/, '')}`);
    await page.getByRole('checkbox', { name: /all/i }).first().check();
    await page.getByRole('button', { name: /^Change \d+ links$/ }).click();
    await page.getByRole('menuitem', { name: 'Set an experiment…' }).click();
    await button(page, 'Start an experiment').click();
    await look('rules-many');
    assert.deepEqual(findings, []);
    assert.deepEqual(
      opened.said.filter((line) => line.startsWith('error')),
      [],
    );
  });
});

async function openAll(page: Page): Promise<void> {
  await page.locator('.rule-sentence').first().waitFor();
  for (const sentence of await page.locator('.rule-sentence').all()) await sentence.click();
  await page.getByRole('group', { name: 'Conditions' }).last().waitFor();
}
