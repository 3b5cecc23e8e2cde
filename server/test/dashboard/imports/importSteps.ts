import { readFile } from 'node:fs/promises';
import { operations } from '@fairlead/contract';
import type { Page } from 'playwright-core';
import { bodyOf } from '../../support/callers/person.ts';
import { newOwner, useProduct } from '../../support/product.ts';
import { readStrictCsv } from '../../support/outside/readStrictCsv.ts';
import { button } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { callAs } from '../seed.ts';

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

/** Someone with a project of their own to import into: other tests look for what the demo project has. */
export async function newMover() {
  const product = await useProduct();
  const owner = await newOwner(product, 'Moving in');
  const call = await callAs(product, owner);
  const params = { projectId: owner.projectId };
  const { host } = bodyOf(await call(operations.useServerDomain, { params }), 201);
  return {
    /** Of the project's verified domain. */
    host,
    open: (path: string) => openSignedIn(path, {}, owner),
    /** Links that a search finds, the first of them and how many there are. */
    async linksMatching(search: string) {
      const query = { search, limit: 1 };
      return bodyOf(await call(operations.listProjectLinks, { params, query }), 200);
    },
  };
}
