import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { LIMITS } from '@fairlead/contract/limits';
import { scannedUrl } from '@fairlead/contract/qrLook';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { examineAsItIs } from '../../support/browser/examine.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { readQr } from '../../support/outside/readQr.ts';
import { button } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { newLinks } from './newLinks.ts';

const SLUGS = ['poster', 'POSTER', 'menu/lunch', 'menu-lunch'];

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'QR codes (ZIP)' });

/** The dialog for the codes of the links of a new project, chosen by the names of checkboxes. */
async function openDialog(slugs: readonly string[], ...checkboxes: (string | RegExp)[]) {
  const { links, owner } = await newLinks(slugs.map((slug) => ({ type: 'unified', slug })));
  const opened = await openSignedIn('/links', {}, owner);
  const { page } = opened;
  for (const name of checkboxes) await page.getByRole('checkbox', { name }).check();
  await button(page, 'QR codes (ZIP)').click();
  return { opened, links, dialog: dialogOf(page) };
}

async function filesIn(page: Page, trigger: string): Promise<Record<string, Uint8Array>> {
  const begun = page.waitForEvent('download');
  await button(page, trigger).click();
  const file = await begun;
  assert.equal(file.suggestedFilename(), 'qr-codes.zip');
  return unzipSync(await readFile(await file.path()));
}

suiteInBrowser('the QR codes of many links', () => {
  test('are in one ZIP file in the same look, named after their slugs, each once', async () => {
    const { opened, links, dialog } = await openDialog(SLUGS, /^Select all/);
    await using _closing = opened;
    const { page } = opened;
    await dialog.getByRole('textbox', { name: 'Squares', exact: true }).fill('#7a0026');
    await dialog.getByText('PNG', { exact: true }).click();
    const files = await filesIn(page, 'Save 4 codes as ZIP');
    // The newest first, as in the list.
    assert.deepEqual(Object.keys(files), [
      'menu-lunch.png',
      'menu-lunch-2.png',
      'POSTER.png',
      'poster-2.png',
    ]);
    const read = await Promise.all(Object.values(files).map((file) => readQr(file)));
    assert.deepEqual(
      read,
      links.toReversed().map(({ shortUrl }) => scannedUrl(shortUrl)),
    );
    await dialog.getByText('SVG', { exact: true }).click();
    const drawn = await filesIn(page, 'Save 4 codes as ZIP');
    for (const file of Object.values(drawn)) {
      assert.ok(new TextDecoder().decode(file).includes('fill="#7a0026"'));
    }
  });

  test('can be cancelled while they are made, and saved after all', async () => {
    const { opened, dialog } = await openDialog(
      ['one', 'two', 'three'],
      'Select one',
      'Select two',
    );
    await using _closing = opened;
    const { page } = opened;
    const downloads: unknown[] = [];
    page.on('download', (file) => downloads.push(file));
    // The first code waits until it is let through.
    await page.evaluate(`{
      const { arrayBuffer } = Blob.prototype;
      const gate = Promise.withResolvers();
      window.letThrough = gate.resolve;
      Blob.prototype.arrayBuffer = async function () { await gate.promise; return arrayBuffer.call(this); };
    }`);
    await button(page, 'Save 2 codes as ZIP').click();
    await dialog.getByText('0 of 2').waitFor();
    await button(page, 'Cancel').click();
    await page.evaluate('window.letThrough()');
    await button(page, 'Save 2 codes as ZIP').waitFor();
    assert.deepEqual(downloads, []);
    assert.deepEqual(Object.keys(await filesIn(page, 'Save 2 codes as ZIP')), [
      'two.svg',
      'one.svg',
    ]);
    assert.deepEqual(await examineAsItIs(page, 'qr-zip'), []);
  });

  test('are those of all links that match, up to a limit', async () => {
    const { owner, call, params } = await newLinks([]);
    const posters = LIMITS.pageSize + 10;
    const body = Array.from({ length: LIMITS.qrCodesPerZip + 1 }, (_, n) => ({
      type: 'unified' as const,
      name: n < posters ? `Poster ${n}` : `Flyer ${n}`,
    }));
    await Array.fromAsync(bodyOf(await call(operations.createProjectLinks, { params, body }), 200));
    await using opened = await openSignedIn('/links', {}, owner);
    const { page } = opened;
    await page.getByRole('checkbox', { name: 'Select all 1,001 links that match' }).check();
    await button(page, 'QR codes (ZIP)').click();
    await dialogOf(page).getByText('At most 1,000 codes fit into one file.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').fill('Poster');
    await page.getByRole('checkbox', { name: `Select all ${posters} links that match` }).check();
    await button(page, 'QR codes (ZIP)').click();
    const files = await filesIn(page, `Save ${posters} codes as ZIP`);
    assert.equal(Object.keys(files).length, posters);
  });
});
