import type { PageLanguage } from '@fairlead/contract/pageTexts';
import { de } from './latin/de.ts';
import { en } from './latin/en.ts';
import { es } from './latin/es.ts';
import { fr } from './latin/fr.ts';
import { id } from './latin/id.ts';
import { it } from './latin/it.ts';
import { nl } from './latin/nl.ts';
import { pl } from './latin/pl.ts';
import { pt } from './latin/pt.ts';
import { tr } from './latin/tr.ts';
import { ar } from './otherScripts/ar.ts';
import { hi } from './otherScripts/hi.ts';
import { ja } from './otherScripts/ja.ts';
import { ko } from './otherScripts/ko.ts';
import { uk } from './otherScripts/uk.ts';
import { zhHans } from './otherScripts/zhHans.ts';
import { zhHant } from './otherScripts/zhHant.ts';
import type { Texts } from './Texts.ts';

/** Every language of the pages by its primary subtag, and by its script where that makes a difference. */
export const LANGUAGES: Readonly<Record<string, Texts>> = {
  de,
  en,
  es,
  fr,
  id,
  it,
  nl,
  pl,
  pt,
  tr,
  ar,
  hi,
  ja,
  ko,
  uk,
  zh: zhHans,
  'zh-hant': zhHant,
  // What Indonesian was called once, and still is by older phones.
  in: id,
};

/** By their own codes, each once. */
export const TEXTS_BY_LANGUAGE = Object.fromEntries(
  Object.values(LANGUAGES).map((texts) => [texts.lang, texts]),
) as Readonly<Record<PageLanguage, Texts>>;

/** Used if a visitor asks for none of the available languages. */
export const STANDARD_TEXTS: Texts = en;
