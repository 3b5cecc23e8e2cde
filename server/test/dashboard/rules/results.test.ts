import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { CHAPTERS } from '../../../../docs/contents.ts';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { send, USER_AGENTS } from '../../support/callers/request.ts';
import { useProduct } from '../../support/product.ts';
import { button, unfold } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { seedProduct } from '../seed.ts';
import { EVEN_VARIANTS, newLink, readLink, to } from './ruledLinks.ts';

const EVERYBODY = [{ name: 'Everybody', when: {}, to: to('everybody') }];

/** A person on a desktop visits a link so many times. */
async function visitTimes({ shortUrl }: ProjectLink, times: number): Promise<void> {
  const { host, pathname } = new URL(shortUrl);
  const { origin } = await useProduct();
  const headers = { host, 'user-agent': USER_AGENTS.desktop };
  for (let visit = 0; visit < times; visit += 1) {
    await send({ path: pathname, headers, port: Number(new URL(origin).port) });
  }
}

suiteInBrowser('results and dry runs in the dashboard', () => {
  test('a dry run says before saving who would have gone elsewhere', async () => {
    const link = await newLink({ rules: [] });
    await visitTimes(link, 3);
    await using opened = await openSignedIn(`/links/${link.id}/edit`);
    const { page } = opened;
    await unfold(page, 'Rules');
    await button(page, 'Add a rule').click();
    const rule = page.getByRole('list', { name: 'Rules' });
    await rule.getByLabel('Name').fill('Everybody');
    await unfold(page, 'Dry run');
    const run = button(page, 'Run the last 30 days through these rules');
    await run.click();
    // Also a finding about a field of the form is shown here.
    await page.getByRole('alert').filter({ hasText: 'must have destinations' }).waitFor();
    await rule.getByRole('textbox', { name: 'Destination' }).fill('https://example.com/everybody');
    await run.click();
    await page.getByText('3 of 3 visits by people (100%) would have gone elsewhere.').waitFor();
    const row = page.getByRole('table', { name: 'Visits that change' }).getByRole('row').nth(1);
    assert.match(
      await row.innerText(),
      /The link itself\s+https:\/\/example.com\/all\s+Rule “Everybody”\s+https:\/\/example.com\/everybody\s+3/,
    );
    assert.deepEqual((await readLink(link.id)).rules, []);
  });

  test('prediction and reality stand side by side after a change', async () => {
    const { call, projectId } = await seedProduct();
    const link = await newLink({ rules: [] });
    await visitTimes(link, 2);
    const params = { projectId, linkId: link.id };
    const body = { rules: EVERYBODY };
    bodyOf(await call(operations.updateProjectLink, { params, body }), 200);
    await visitTimes(link, 1);
    await using opened = await openSignedIn(`/links/${link.id}?tab=results`);
    const { page } = opened;
    const card = page.getByRole('region', { name: 'Prediction and reality' });
    const row = card.getByRole('row').filter({ hasText: 'Rule “Everybody”' });
    await row.waitFor();
    assert.deepEqual(await row.getByRole('cell').allInnerTexts(), ['100%', '100%']);
    await card.getByText('From 2 visits before and 1 visit since.').waitFor();
    const numbers = page.getByRole('table', { name: 'By rule and variant' });
    const cells = numbers.getByRole('row').filter({ hasText: 'Rule “Everybody”' });
    assert.equal(await cells.getByRole('cell').first().innerText(), '1');
  });

  test('a young experiment is called small, with the way to how it is judged', async () => {
    const link = await newLink({ variants: EVEN_VARIANTS });
    await visitTimes(link, 1);
    await using opened = await openSignedIn(`/links/${link.id}?tab=results`);
    const { page } = opened;
    await page.getByText('No verdict yet: the numbers are small').waitFor();
    const rows = page.getByRole('table', { name: 'Variants' }).getByRole('row');
    assert.equal(await rows.count(), 3);
    await page.getByText('Installs', { exact: true }).first().click();
    await page.getByRole('columnheader', { name: 'Installed' }).waitFor();
    const way = page.getByRole('link', { name: 'How experiments are judged' });
    assert.equal(await way.getAttribute('href'), '/docs/experiments.html');
    assert.ok(CHAPTERS.some(({ files }) => files.includes('experiments.md')));
  });
});
