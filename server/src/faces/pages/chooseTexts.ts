import type { Brand } from '#teams/projects/brand/Brand.ts';
import { LANGUAGES, STANDARD_TEXTS } from './texts/languages.ts';
import type { Texts } from './texts/Texts.ts';

/** More than any browser sends; anything after that is not read. */
const MAX_RANGES = 20;

/** Chinese in traditional characters, by its script or by a place that writes so; `zh-Hans-HK` is not. */
const TRADITIONAL = /^zh-(?:hant|tw|hk|mo)(?:-|$)/;

/** The texts for a visitor of a project: its own where it has them. */
export function chooseOwnTexts(acceptLanguage: string | undefined, brand: Brand): Texts {
  return withOwnTexts(chooseTexts(acceptLanguage), brand);
}

export function withOwnTexts(texts: Texts, { texts: own }: Brand): Texts {
  const ofLanguage = own[texts.lang];
  return ofLanguage === undefined ? texts : { ...texts, ...ofLanguage };
}

/** The texts in the language that an Accept-Language header prefers among those available (RFC 9110). */
export function chooseTexts(acceptLanguage: string | undefined): Texts {
  if (acceptLanguage === undefined) return STANDARD_TEXTS;
  let best = STANDARD_TEXTS;
  let bestQuality = 0;
  for (const range of acceptLanguage.split(',', MAX_RANGES)) {
    const [tag = '', ...parameters] = range.split(';');
    const language = languageOf(tag.trim().toLowerCase());
    const quality = readQuality(parameters);
    if (quality > bestQuality && Object.hasOwn(LANGUAGES, language)) {
      best = LANGUAGES[language]!;
      bestQuality = quality;
    }
  }
  return best;
}

function languageOf(tag: string): string {
  return TRADITIONAL.test(tag) ? 'zh-hant' : tag.split('-', 1)[0]!;
}

function readQuality(parameters: readonly string[]): number {
  const qualities = parameters.map((text) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/i.exec(text)?.[1]);
  const value = qualities.find((text) => text !== undefined);
  return value === undefined ? 1 : Math.min(1, Number(value));
}
