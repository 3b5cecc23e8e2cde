import { readFile } from 'node:fs/promises';
import { operations } from '@fairlead/contract';
import type { Page } from 'playwright-core';
import { bodyOf } from '../support/person.ts';
import { readStrictCsv } from '../support/readStrictCsv.ts';
import { button } from './byName.ts';
import { seedProduct } from './seed.ts';

/** Opens the import from the Links page and chooses a file of these lines. */
export async function chooseFile(page: Page, lines: readonly string[]): Promise<void> {
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await setFile(page, lines);
}

/** Chooses a file on the import screen. */
export async function setFile(page: Page, lines: readonly string[]): Promise<void> {
  await page.getByRole('heading', { name: 'Import links', exact: true }).waitFor();
  await page.locator('input[type=file]').setInputFiles({
    name: 'links.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\r\n')),
  });
}

/** The dry run of the chosen file, by the words of its buttons: `3 rows`, `2 links`. */
export async function previewAndImport(page: Page, rows: string, links: string): Promise<void> {
  await button(page, `Preview ${rows}`).click();
  await button(page, `Import ${links}`).click();
}

/** The rows of the file that a button downloads. */
export async function savedBy(page: Page, name: string): Promise<string[][]> {
  const downloading = page.waitForEvent('download');
  await button(page, name).click();
  const text = await readFile(await (await downloading).path(), 'utf8');
  return readStrictCsv(text.endsWith('\r\n') ? text : `${text}\r\n`);
}

/** Links of the demo project that a search finds, the first of them and how many there are. */
export async function linksMatching(search: string) {
  const { call, projectId } = await seedProduct();
  const input = { params: { projectId }, query: { search, limit: 1 } };
  return bodyOf(await call(operations.listProjectLinks, input), 200);
}

/** Deletes the links of the demo project that a search finds: other tests look for those that were there. */
export async function deleteMatching(search: string): Promise<void> {
  const { call, projectId } = await seedProduct();
  const params = { projectId };
  for (;;) {
    const query = { search, limit: 200 };
    const { links } = bodyOf(await call(operations.listProjectLinks, { params, query }), 200);
    if (links.length === 0) return;
    const body = { ids: links.map(({ id }) => id) };
    bodyOf(await call(operations.deleteProjectLinks, { params, body }), 200);
  }
}
