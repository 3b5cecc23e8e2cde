import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const FOLDER = join(import.meta.dirname, '../../../docs/screens');
const wanted = process.env['SCREENS'] === '1';

/** Keeps a picture of the page as `docs/screens/{name}.png`, with SCREENS=1 only: runs leave no traces. */
export async function keepScreen(page: Page, name: string): Promise<void> {
  if (!wanted) return;
  // What sticks to the window would stand in the middle of the picture.
  await page.evaluate('window.scrollTo(0, 0)');
  await mkdir(FOLDER, { recursive: true });
  await writeFile(
    join(FOLDER, `${name}.png`),
    await page.screenshot({ animations: 'disabled', fullPage: true }),
  );
}
