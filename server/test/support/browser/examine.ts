import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { keepScreen } from './screens.ts';

const WIDE = { width: 1280, height: 860 };
const NARROW = { width: 390, height: 844 };
const CONTRAST = ['color-contrast', 'link-in-text-block'];
/** Dark differs by its colours alone, and a narrow window by anything but colours. */
export const MODES = [
  { mode: 'light', colorScheme: 'light', viewport: WIDE, rules: {} },
  { mode: 'dark', colorScheme: 'dark', viewport: WIDE, rules: { runOnly: CONTRAST } },
  { mode: 'phone', colorScheme: 'light', viewport: NARROW, rules: without(CONTRAST) },
] as const;

function without(names: readonly string[]) {
  return { rules: Object.fromEntries(names.map((name) => [name, { enabled: false }])) };
}

/** Findings about what the page shows now, light, dark and on a phone; a picture of each is kept. */
export async function examineAsItIs(page: Page, name: string): Promise<string[]> {
  const findings: string[] = [];
  for (const { mode, colorScheme, viewport, rules } of MODES) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await settle(page);
    await keepScreen(page, `dashboard-${name}-${mode}`);
    for (const finding of await examine(page, rules)) findings.push(`${name}, ${mode}: ${finding}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(WIDE);
  return findings;
}

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The title is there, nothing says any more that it loads, and what faded in stands. */
export async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  // Two frames: what a change of colours or size sets off begins in the next one.
  await page.evaluate(`(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const still = () => document.querySelector('[aria-busy="true"]') === null
      && document.getAnimations().every(({ playState, effect }) =>
        playState !== 'running' || effect.getComputedTiming().endTime === Infinity);
    while (!still()) await new Promise(requestAnimationFrame);
  })()`);
}

/** Serious and critical findings of axe, and a page wider than its window, in words. */
export async function examine(page: Page, rules: object): Promise<string[]> {
  await page.evaluate(await axe);
  const words: string[] = await page.evaluate(`axe
    .run(document, { resultTypes: ['violations'], ...${JSON.stringify(rules)} })
    .then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html, any }) => id + ' ' + html.slice(0, 160) + ' ' + (any[0]?.message ?? ''))))`);
  const over = await findOverhang(page);
  return over > 0 ? [...words, `wider than the window by ${over} px`] : words;
}

/** By how many pixels the page is wider than its window. */
export function findOverhang(page: Page): Promise<number> {
  return page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
}
