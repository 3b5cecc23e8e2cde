import { operations } from '@fairlead/contract';
import { BRAND_TEXTS, type BrandText, type BrandTexts } from '@fairlead/contract/pageTexts';
import { NO_BRAND } from '#teams/projects/brand/Brand.ts';
import { TEXTS_BY_LANGUAGE } from '../../../pages/texts/languages.ts';
import type { Texts } from '../../../pages/texts/Texts.ts';
import { route } from '../../routing/route.ts';

const NAMES = Object.keys(BRAND_TEXTS) as BrandText[];

const STANDARD_TEXTS: BrandTexts = Object.fromEntries(
  Object.entries(TEXTS_BY_LANGUAGE).map(([language, texts]) => [language, replaceable(texts)]),
);

function replaceable(texts: Texts) {
  return Object.fromEntries(NAMES.map((name) => [name, texts[name]]));
}

export const getBrandRoute = route(operations.getBrand, async ({ caller }) => ({
  status: 200,
  body: { brand: caller.project.brand ?? NO_BRAND, standardTexts: STANDARD_TEXTS },
}));
