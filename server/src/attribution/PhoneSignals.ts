/** What a phone says of itself, brought to one form for both sides; null for what it did not say. */
export interface PhoneSignals {
  readonly osMajor: number | null;
  /** Android's model; on iOS only the family (`iphone`, `ipad`), all that its browsers tell. */
  readonly model: string | null;
  /** CSS pixels, the shorter side first: `390x844`. */
  readonly screen: string | null;
  /** IANA name in the spelling of this server's data. */
  readonly timeZone: string | null;
  /** BCP 47 in lower case. */
  readonly language: string | null;
}

export type PhoneOs = 'ios' | 'android';

/** Longest text of a signal that is looked at. */
const LONGEST = 64;

/** `844x390`, `390 × 844` → `390x844`; null for what is no size of a screen. */
export function readScreen(text: string | null | undefined): string | null {
  const match = /^\s*(\d{2,5})(?:\.\d+)?\s*[xX×*]\s*(\d{2,5})(?:\.\d+)?\s*$/.exec(text ?? '');
  if (!match) return null;
  const sides = [Number(match[1]), Number(match[2])].toSorted((a, b) => a - b);
  return sides.join('x');
}

/** Zones in the spelling of this server's data: what a phone says nearly always, and it costs nothing to know. */
const ZONES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone'));

/** One spelling of each zone (`Asia/Calcutta`, `Asia/Kolkata`); null for what is no zone. */
export function readTimeZone(text: string | null | undefined): string | null {
  const name = text?.trim();
  if (!name || name.length > LONGEST) return null;
  if (ZONES.has(name)) return name;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** `en_US` and `EN-us` are `en-us`; null for what is no language tag. */
export function readLanguageTag(text: string | null | undefined): string | null {
  const tag = text?.trim().replaceAll('_', '-').toLowerCase() ?? '';
  return tag.length <= LONGEST && /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/.test(tag) ? tag : null;
}

/** Models are compared without case; of an Apple device only the family is known on both sides. */
export function readModel(os: PhoneOs | null, text: string | null | undefined): string | null {
  // JSON in the database holds neither control characters nor halves of a character.
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
 * The series of a model, `sm-s` of `sm-s921b`: coarse enough that only another kind of phone differs. Null for a
 * model whose name begins with its number.
 */
export function readModelFamily(model: string | null): string | null {
  const family = /^\D+/.exec(model ?? '')?.[0].trim() ?? '';
  return family === '' ? null : family;
}
