import { iosMajor } from '#visits/visitors/iosMajor.ts';
import type { PhoneOs, PhoneSignals } from './PhoneSignals.ts';

export type SignalName = 'osMajor' | 'model' | 'screen' | 'timeZone' | 'language';

/** How one signal of a click compares with the first open's. */
export interface SignalVerdict {
  readonly signal: SignalName;
  /** `unknown`: missing on either side, which counts as nothing (Rule: attribution). */
  readonly verdict: 'agrees' | 'differs' | 'unknown';
  /**
   * Weight of evidence in bits: how much likelier this is if both are one phone than if they are two
   * phones at one IP address. A negative value is evidence against.
   */
  readonly bits: number;
}

/**
 * Phones at one IP address share the time zone and mostly the language, so agreement there means
 * little; a phone's screen never changes, so a difference there is decisive. Measured by `bench
 * attribution`.
 */
const WEIGHTS: Record<SignalName, { readonly agrees: number; readonly differs: number }> = {
  osMajor: { agrees: 1.2, differs: -5 },
  model: { agrees: 4, differs: -8 },
  screen: { agrees: 2.5, differs: -8 },
  timeZone: { agrees: 0.1, differs: -5 },
  language: { agrees: 0.5, differs: -4 },
};
/** `en` compared with `en-gb`: one side was shortened. */
const RELATED_LANGUAGE = 0;
/** Android phones at one IP address run more different versions than iPhones do. */
const ANDROID_VERSION = 2;
/** Families shared by nearly all phones with that operating system. */
const COMMON_FAMILY = { iphone: 0.1, ipad: 3, ipod: 6 } as const;

/** Shares of screen sizes among iPhones in use, which determine how much agreement means. Others are rare. */
const IPHONE_SCREENS: Readonly<Record<string, number>> = {
  '375x667': 0.08,
  '375x812': 0.1,
  '390x844': 0.24,
  '393x852': 0.2,
  '402x874': 0.1,
  '414x896': 0.12,
  '428x926': 0.08,
  '430x932': 0.1,
  '440x956': 0.06,
};
/** Shares of the most common screen sizes of Android phones. */
const ANDROID_SCREENS: Readonly<Record<string, number>> = {
  '360x800': 0.2,
  '384x854': 0.08,
  '393x873': 0.12,
  '412x915': 0.16,
  '412x892': 0.06,
  '360x780': 0.08,
};
const RARE_SCREEN = 0.04;

/** Compares a click's signals with those of a first open of the same system, signal by signal. */
export function weighSignals(
  os: PhoneOs,
  click: PhoneSignals,
  open: PhoneSignals,
): readonly SignalVerdict[] {
  return [
    withBits(
      judge('osMajor', click.osMajor, open.osMajor, (a, b) => sameMajor(os, a, b)),
      () => (os === 'android' ? ANDROID_VERSION : undefined),
      '',
    ),
    withBits(
      judge('model', click.model, open.model, (a, b) => a === b),
      (value) => COMMON_FAMILY[value as keyof typeof COMMON_FAMILY],
      open.model,
    ),
    withBits(
      judge('screen', click.screen, open.screen, sameScreen),
      (value) => bitsOfScreen(os, value),
      open.screen,
    ),
    judge('timeZone', click.timeZone, open.timeZone, (a, b) => a === b),
    judgeLanguage(click.language, open.language),
  ];
}

/** The total evidence, in bits. */
export function sumBits(verdicts: readonly SignalVerdict[]): number {
  return verdicts.reduce((sum, { bits }) => sum + bits, 0);
}

function judge<T>(
  signal: SignalName,
  click: T | null,
  open: T | null,
  same: (a: T, b: T) => boolean,
): SignalVerdict {
  if (click === null || open === null) return { signal, verdict: 'unknown', bits: 0 };
  const verdict = same(click, open) ? 'agrees' : 'differs';
  return { signal, verdict, bits: WEIGHTS[signal][verdict] };
}

/** The weight of an agreement by the value agreed on, if its share is known. */
function withBits(
  judged: SignalVerdict,
  bitsOf: (value: string) => number | undefined,
  value: string | null,
): SignalVerdict {
  if (judged.verdict !== 'agrees' || value === null) return judged;
  return { ...judged, bits: bitsOf(value) ?? judged.bits };
}

function bitsOfScreen(os: PhoneOs, screen: string): number {
  const shares = os === 'ios' ? IPHONE_SCREENS : ANDROID_SCREENS;
  return Number((-Math.log2(shares[screen] ?? RARE_SCREEN)).toFixed(2));
}

/** A click may have been stored, and an app built, before 19 was known to mean 26. */
function sameMajor(os: PhoneOs, click: number, open: number): boolean {
  return os === 'ios' ? iosMajor(click) === iosMajor(open) : click === open;
}

/** Browsers and apps round fractions of a device pixel differently. */
function sameScreen(click: string, open: string): boolean {
  const [a = 0, b = 0] = click.split('x').map(Number);
  const [c = 0, d = 0] = open.split('x').map(Number);
  return Math.abs(a - c) <= 1 && Math.abs(b - d) <= 1;
}

function judgeLanguage(click: string | null, open: string | null): SignalVerdict {
  const judged = judge('language', click, open, (a, b) => a === b);
  if (judged.verdict !== 'differs' || click === null || open === null) return judged;
  const related = click.split('-')[0] === open.split('-')[0];
  const cut = !click.includes('-') || !open.includes('-');
  return related && cut ? { ...judged, verdict: 'agrees', bits: RELATED_LANGUAGE } : judged;
}
