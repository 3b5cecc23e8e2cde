import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const ROOT = join(import.meta.dirname, '../../../..');
/** The few that a page of the documentation shows. */
const SHOWN = join(ROOT, 'docs/screens');
/** All others: what a reviewer looks at, and CI keeps. */
const KEPT = join(ROOT, 'screens');
/** Whether this run keeps pictures. */
export const keepsScreens = process.env['SCREENS'] === '1';

/** Keeps a picture of the page as `{name}.png`, with SCREENS=1 only: runs leave no traces. */
export async function keepScreen(page: Page, name: string): Promise<void> {
  if (!keepsScreens) return;
  // What sticks to the window would stand in the middle of the picture.
  await page.evaluate('window.scrollTo(0, 0)');
  const file = `${name}.png`;
  const folder = existsSync(join(SHOWN, file)) ? SHOWN : KEPT;
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, file),
    await page.screenshot({ animations: 'disabled', fullPage: true }),
  );
}
