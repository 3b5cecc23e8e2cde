import { LANGUAGES, STANDARD_TEXTS, type Texts } from './texts.ts';

/** More than any browser sends; anything after that is not read. */
const MAX_RANGES = 20;

/** The texts in the language that an Accept-Language header prefers among those available (RFC 9110). */
export function chooseTexts(acceptLanguage: string | undefined): Texts {
  if (acceptLanguage === undefined) return STANDARD_TEXTS;
  let best = STANDARD_TEXTS;
  let bestQuality = 0;
  for (const range of acceptLanguage.split(',', MAX_RANGES)) {
    const [tag = '', ...parameters] = range.split(';');
    const primary = tag.trim().split('-', 1)[0]!.toLowerCase();
    const quality = readQuality(parameters);
    if (quality > bestQuality && Object.hasOwn(LANGUAGES, primary)) {
      best = LANGUAGES[primary]!;
      bestQuality = quality;
    }
  }
  return best;
}

function readQuality(parameters: readonly string[]): number {
  const qualities = parameters.map((text) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/i.exec(text)?.[1]);
  const value = qualities.find((text) => text !== undefined);
  return value === undefined ? 1 : Math.min(1, Number(value));
}
