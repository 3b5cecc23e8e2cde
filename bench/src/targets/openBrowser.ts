import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** Chromium of this machine, by `CHROMIUM`, the PATH or Debian's place; throws where there is none. */
export async function openBrowser(): Promise<Browser> {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin'];
  const executablePath =
    process.env['CHROMIUM'] ??
    folders.map((folder) => join(folder, 'chromium')).find((place) => existsSync(place));
  if (executablePath === undefined) {
    throw new Error('no Chromium found: install it or set CHROMIUM to its path');
  }
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}
