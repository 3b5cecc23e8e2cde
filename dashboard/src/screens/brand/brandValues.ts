import type { ProjectBrand } from '@fairlead/contract/operations/dashboard/brand';
import { BRAND_TEXTS, type BrandText, type PageLanguage } from '@fairlead/contract/pageTexts';
import { withScheme } from '../../parts/form/webAddress.ts';

export const TEXT_NAMES = Object.keys(BRAND_TEXTS) as BrandText[];

type LanguageTexts = { readonly [T in BrandText]?: string };

/** The brand as form values: a field that is not set is empty. */
export function valuesOf({ color, imprintUrl, privacyUrl, texts, ...brand }: ProjectBrand) {
  return {
    ...brand,
    color: color ?? '',
    imprintUrl: imprintUrl ?? '',
    privacyUrl: privacyUrl ?? '',
    texts: texts as { readonly [L in PageLanguage]?: LanguageTexts },
  };
}

export type BrandValues = ReturnType<typeof valuesOf>;

export function brandOf(values: BrandValues): ProjectBrand {
  return {
    ...values,
    color: values.color.trim().toLowerCase() || null,
    imprintUrl: withScheme(values.imprintUrl) || null,
    privacyUrl: withScheme(values.privacyUrl) || null,
    texts: Object.fromEntries(
      Object.entries(values.texts)
        .map(([language, texts]) => [language, filled(texts)] as const)
        .filter(([, texts]) => Object.keys(texts).length > 0),
    ),
  };
}

function filled(texts: LanguageTexts): LanguageTexts {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''));
}

/** Whether it is a colour yet, while somebody types. */
export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text.trim());
}
