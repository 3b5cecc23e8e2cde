import { formalTimeZone } from '#platform/lib/timeZones.ts';

/** What a phone reports about itself, normalised for both sides; null for what it did not report. */
export interface PhoneSignals {
  readonly osMajor: number | null;
  /** Android's model; on iOS only the family (`iphone`, `ipad`), which is all that its browsers reveal. */
  readonly model: string | null;
  /** CSS pixels, the shorter side first: `390x844`. */
  readonly screen: string | null;
  /** IANA name, as spelled in this server's data. */
  readonly timeZone: string | null;
  /** BCP 47 in lower case. */
  readonly language: string | null;
}

export type PhoneOs = 'ios' | 'android';

/** The longest signal text that is considered. */
const LONGEST = 64;

/** `844x390`, `390 × 844` → `390x844`; null if it is not a screen size. */
export function readScreen(text: string | null | undefined): string | null {
  const match = /^\s*(\d{2,5})(?:\.\d+)?\s*[xX×*]\s*(\d{2,5})(?:\.\d+)?\s*$/.exec(text ?? '');
  if (!match) return null;
  const sides = [Number(match[1]), Number(match[2])].toSorted((a, b) => a - b);
  return sides.join('x');
}

/** Zones as spelled in this server's data: phones nearly always send one of these, and the check costs nothing. */
const ZONES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone'));

/** One spelling for each zone (`Asia/Calcutta`, `Asia/Kolkata`); null if it is not a zone. */
export function readTimeZone(text: string | null | undefined): string | null {
  const name = text?.trim();
  if (!name || name.length > LONGEST) return null;
  return ZONES.has(name) ? name : (formalTimeZone(name) ?? null);
}

/** `en_US` and `EN-us` become `en-us`; null if it is not a language tag. */
export function readLanguageTag(text: string | null | undefined): string | null {
  const tag = text?.trim().replaceAll('_', '-').toLowerCase() ?? '';
  return tag.length <= LONGEST && /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/.test(tag) ? tag : null;
}

/** Models are compared ignoring case; for Apple devices, only the family is known on both sides. */
export function readModel(os: PhoneOs | null, text: string | null | undefined): string | null {
  // JSON in the database cannot contain control characters or lone surrogates.
  const clean = text
    ?.replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, LONGEST)
    .toWellFormed();
  const model = clean?.toLowerCase() ?? '';
  if (model === '') return null;
  if (os === 'android') return model;
  return /^(iphone|ipad|ipod)/.exec(model)?.[1] ?? null;
}

/**
 * The series of a model, such as `sm-s` for `sm-s921b`: coarse enough that only a different kind of phone
 * differs. Null for a model whose name begins with its number.
 */
export function readModelFamily(model: string | null): string | null {
  const family = /^\D+/.exec(model ?? '')?.[0].trim() ?? '';
  return family === '' ? null : family;
}
