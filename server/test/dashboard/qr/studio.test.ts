import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { scannedUrl } from '@fairlead/contract/qrLook';
import type { Download, Locator, Page } from 'playwright-core';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { examineAsItIs } from '../../support/browser/examine.ts';
import { readQr } from '../../support/outside/readQr.ts';
import { button } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { newLinks } from './newLinks.ts';

/** The page of a new link, and what its code holds. */
async function openLink(search = '') {
  const { links, owner } = await newLinks([{ type: 'unified', slug: 'spring/sale' }]);
  const { id, shortUrl } = links[0]!;
  const opened = await openSignedIn(`/links/${id}${search}`, {}, owner);
  return { opened, scanned: scannedUrl(shortUrl) };
}

/** A wide logo: an SVG of no size of its own would be square. */
const LOGO = {
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40" fill="#c00"/></svg>',
  ),
};

async function download(page: Page, trigger: Locator): Promise<{ name: string; bytes: Buffer }> {
  const begun = page.waitForEvent('download');
  await trigger.click();
  const file: Download = await begun;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

suiteInBrowser('the QR studio', () => {
  test('has a code of its own for each place where it is printed', async () => {
    const { opened, scanned } = await openLink();
    await using _closing = opened;
    const { page } = opened;
    await button(page, 'QR code').click();
    const dialog = page.getByRole('dialog', { name: 'QR code' });
    await dialog.getByLabel('New placement').fill('Poster in Berlin');
    await button(page, 'Add placement').click();
    await button(page, 'Remove placement').waitFor();
    const png = await download(page, dialog.getByRole('button', { name: 'Download PNG' }));
    assert.equal(png.name, 'spring-sale-Poster-in-Berlin.png');
    await page.getByText('Saved spring-sale-Poster-in-Berlin.png').waitFor();
    const text = await readQr(png.bytes);
    assert.match(text ?? '', /\?_qr=[a-z0-9]{7}$/);
    assert.equal(text?.replace(/=\w+$/, '=1'), scanned);
    assert.deepEqual(await examineAsItIs(page, 'qr-placement'), []);
    await button(page, 'Remove placement').click();
    await page
      .getByRole('dialog', { name: 'Remove the placement Poster in Berlin?' })
      .getByRole('button', { name: 'Remove placement' })
      .click();
    await page.getByText('Placement removed.').waitFor();
    await dialog.getByPlaceholder('Nowhere in particular').waitFor();
  });

  test('saves a code with colours, a frame and a logo as SVG, PNG and PDF, and uploads nothing', async () => {
    const { opened, scanned } = await openLink();
    await using _closing = opened;
    const { page, requests } = opened;
    await button(page, 'QR code').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'QR code' });
    const sent = requests.length;
    await dialog.getByRole('textbox', { name: 'Squares', exact: true }).fill('#0a3d62');
    await dialog.getByRole('textbox', { name: 'Background', exact: true }).fill('#fef9e7');
    await dialog.getByRole('textbox', { name: 'Text in a frame' }).fill('Scan <me>');
    await dialog.locator('input[type="file"]').setInputFiles(LOGO);
    await dialog.getByRole('img', { name: 'The logo' }).waitFor();
    await dialog.getByText('The highest, because the logo covers a part.').waitFor();
    const shown = await dialog.getByRole('img', { name: /as it will look$/ }).screenshot();
    assert.equal(await readQr(shown), scanned, 'the picture in the dialog, which is the SVG');

    const save = (format: string) =>
      download(
        page,
        dialog.getByRole('button', {
          name: format === 'PDF' ? 'PDF for print' : `Download ${format}`,
        }),
      );
    const png = await save('PNG');
    assert.equal(png.name, 'spring-sale.png');
    assert.equal(png.bytes.readUInt32BE(16), 1024, 'pixels wide');
    assert.equal(await readQr(png.bytes), scanned);

    const svg = await save('SVG');
    assert.equal(svg.name, 'spring-sale.svg');
    const text = svg.bytes.toString();
    for (const part of ['#0a3d62', '#fef9e7', '>Scan &lt;me&gt;</text>', 'href="data:image/png;']) {
      assert.ok(text.includes(part), part);
    }

    const pdf = await save('PDF');
    assert.equal(pdf.name, 'spring-sale.pdf');
    const content = pdf.bytes.toString('latin1');
    assert.match(content, /^%PDF-1\.4\n/);
    assert.equal(content.match(/\/Subtype\/Image/g)?.length, 2, 'the text and the logo');
    assert.deepEqual(
      requests.slice(sent).filter((line) => !line.startsWith('GET ')),
      [],
    );
  });

  test('says when scanners would fail, and saves no such code', async () => {
    const { opened } = await openLink();
    await using _closing = opened;
    const { page } = opened;
    await button(page, 'QR code').click();
    const dialog = page.getByRole('dialog', { name: 'QR code' });
    const squares = dialog.getByRole('textbox', { name: 'Squares', exact: true });
    const save = dialog.getByRole('button', { name: 'Download PNG' });
    await dialog.getByText('Scanners can read these colours').waitFor();
    await squares.fill('#aaa');
    await dialog.getByText('Scanners would fail: the contrast is 2.3:1').waitFor();
    assert.ok(await save.isDisabled());
    await dialog.getByRole('textbox', { name: 'Background', exact: true }).fill('#000');
    await dialog.getByText('Scanners would fail: the squares are lighter').waitFor();
    assert.ok(await save.isDisabled());
    await squares.fill('blue');
    await dialog.getByText('Type a colour such as #1a2b3c.').waitFor();
    assert.ok(await save.isDisabled());
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page
      .locator(':focus')
      .filter({ hasText: /^QR code$/ })
      .waitFor();
  });

  test('keeps the look for the next code, refuses what is no image, and lets a logo go', async () => {
    const { opened, scanned } = await openLink('?created=true');
    await using _closing = opened;
    const { page } = opened;
    await button(page, 'Download QR code').click();
    const dialog = page.getByRole('dialog', { name: 'QR code' });
    const file = dialog.locator('input[type="file"]');
    await file.setInputFiles({ ...LOGO, name: 'notes.txt', buffer: Buffer.from('no image') });
    await dialog.getByText('notes.txt is no image that this browser can read.').waitFor();
    await file.setInputFiles(LOGO);
    await dialog.getByRole('img', { name: 'The logo' }).waitFor();
    await dialog.getByRole('textbox', { name: 'Margin' }).fill('1');
    await dialog.getByRole('textbox', { name: 'Squares', exact: true }).fill('#00532b');
    await page.reload();
    await button(page, 'QR code').click();
    await dialog.getByRole('img', { name: 'The logo' }).waitFor();
    const read = (name: string) => dialog.getByRole('textbox', { name, exact: true }).inputValue();
    assert.deepEqual([await read('Squares'), await read('Margin')], ['#00532b', '1']);
    await dialog.getByRole('button', { name: 'Remove logo' }).click();
    await dialog.getByRole('img', { name: 'The logo' }).waitFor({ state: 'detached' });
    await page
      .locator(':focus')
      .filter({ hasText: /^Choose an image$/ })
      .waitFor();
    const { bytes } = await download(page, dialog.getByRole('button', { name: 'Download PNG' }));
    assert.equal(await readQr(bytes), scanned);
  });

  test('is accessible and fits the window, light, dark and on a phone', async () => {
    const { opened } = await openLink();
    await using _closing = opened;
    const { page } = opened;
    await button(page, 'QR code').click();
    const dialog = page.getByRole('dialog', { name: 'QR code' });
    await dialog.getByRole('textbox', { name: 'Text in a frame' }).fill('Scan me');
    await dialog.locator('input[type="file"]').setInputFiles(LOGO);
    await dialog.getByRole('img', { name: 'The logo' }).waitFor();
    const findings = await examineAsItIs(page, 'qr-studio');
    await dialog.getByRole('textbox', { name: 'Squares', exact: true }).fill('#aaa');
    findings.push(...(await examineAsItIs(page, 'qr-studio-refused')));
    assert.deepEqual(findings, []);
  });
});
