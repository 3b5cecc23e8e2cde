/** The languages of the pages that visitors see (BCP 47), each with its own name. */
export const PAGE_LANGUAGES = {
  ar: 'العربية',
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  hi: 'हिन्दी',
  id: 'Bahasa Indonesia',
  it: 'Italiano',
  ja: '日本語',
  ko: '한국어',
  nl: 'Nederlands',
  pl: 'Polski',
  pt: 'Português',
  tr: 'Türkçe',
  uk: 'Українська',
  'zh-Hans': '简体中文',
  'zh-Hant': '繁體中文',
} as const;
export type PageLanguage = keyof typeof PAGE_LANGUAGES;

/** Texts of the pages that a brand may replace, with their greatest lengths. */
export const BRAND_TEXTS = {
  open: 40,
  store: 40,
  browser: 40,
  openHint: 160,
  opening: 80,
  nothingTitle: 80,
  nothingText: 240,
} as const;
export type BrandText = keyof typeof BRAND_TEXTS;

export type BrandTexts = { readonly [L in PageLanguage]?: { readonly [T in BrandText]?: string } };

/** The pages that visitors see. */
export const BRANDED_PAGES = ['launch', 'opening', 'desktop', 'preview', 'nothing'] as const;
export type BrandedPage = (typeof BRANDED_PAGES)[number];
