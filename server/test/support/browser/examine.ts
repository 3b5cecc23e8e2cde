import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { keepScreen, keepsScreens } from './screens.ts';

const WIDE = { width: 1280, height: 860 };
const NARROW = { width: 390, height: 844 };
const CONTRAST = ['color-contrast', 'link-in-text-block'];
const WIDEST = { width: 1440, height: 900 };
const LIGHT = { colorScheme: 'light', forcedColors: 'none' } as const;
/**
 * Dark differs by its colours alone, and a narrow window by anything but colours. In forced colours, which the person has chosen, axe finds
 * nothing that it does not find without them; they are for eyes, and so for pictures alone.
 */
const ALL_MODES = [
  { mode: 'light', media: LIGHT, viewport: WIDE, rules: {} },
  {
    mode: 'dark',
    media: { ...LIGHT, colorScheme: 'dark' },
    viewport: WIDE,
    rules: { runOnly: CONTRAST },
  },
  { mode: 'phone', media: LIGHT, viewport: NARROW, rules: without(CONTRAST) },
  {
    mode: 'forced',
    media: { ...LIGHT, forcedColors: 'active' },
    viewport: WIDEST,
    rules: undefined,
  },
] as const;
type Mode = (typeof ALL_MODES)[number]['mode'];
const MODES = ALL_MODES.filter(({ mode }) => mode !== 'forced' || keepsScreens);

function without(names: readonly string[]) {
  return { rules: Object.fromEntries(names.map((name) => [name, { enabled: false }])) };
}

/** Findings about what the page shows now, light, dark and on a phone; a picture of each and of forced colours is kept, or of one. */
export async function examineAsItIs(page: Page, name: string, kept?: Mode): Promise<string[]> {
  const findings: string[] = [];
  for (const { mode, media, viewport, rules } of MODES) {
    await page.emulateMedia(media);
    await page.setViewportSize(viewport);
    await settle(page);
    if (kept === undefined || kept === mode) await keepScreen(page, `dashboard-${name}-${mode}`);
    for (const finding of await examine(page, rules)) findings.push(`${name}, ${mode}: ${finding}`);
  }
  await page.emulateMedia(LIGHT);
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

/** Serious and critical findings of axe, if by any rules, and a page wider than its window, in words. */
export async function examine(page: Page, rules: object | undefined): Promise<string[]> {
  const words = rules === undefined ? [] : await runAxe(page, rules);
  const over = await findOverhang(page);
  return over > 0 ? [...words, `wider than the window by ${over} px`] : words;
}

async function runAxe(page: Page, rules: object): Promise<string[]> {
  // It stays until the page is loaded anew, and is half a megabyte.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(await axe);
  return page.evaluate(`axe
    .run(document, { resultTypes: ['violations'], ...${JSON.stringify(rules)} })
    .then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html, any }) => id + ' ' + html.slice(0, 160) + ' ' + (any[0]?.message ?? ''))))`);
}

/** Where the page is wider than windows of these widths, in words. */
export async function findOverhangs(page: Page, name: string, widths: readonly number[]) {
  const findings: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 700 });
    await settle(page);
    const over = await findOverhang(page);
    if (over > 0) findings.push(`${name}, ${width} px: wider than the window by ${over} px`);
  }
  return findings;
}

/** By how many pixels the page is wider than its window. */
export function findOverhang(page: Page): Promise<number> {
  return page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
}
