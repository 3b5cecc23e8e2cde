import { preferredLanguage } from '#platform/lib/web/preferredLanguage.ts';
import type { Brand } from '#teams/projects/brand/Brand.ts';
import { LANGUAGES, STANDARD_TEXTS } from './texts/languages.ts';
import type { Texts } from './texts/Texts.ts';

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
  const language = preferredLanguage(acceptLanguage, (each) => Object.hasOwn(LANGUAGES, each));
  return language === undefined ? STANDARD_TEXTS : LANGUAGES[language]!;
}
