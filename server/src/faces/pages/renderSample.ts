import type { BrandedPage, PageLanguage } from '@fairlead/contract/pageTexts';
import type { Scheme } from '@fairlead/contract/brandColors';
import type { Brand } from '#teams/projects/brand/Brand.ts';
import { withOwnTexts } from './chooseTexts.ts';
import { fitPage } from './fitPage.ts';
import { PAGE_SCRIPT } from './pageScript.ts';
import { renderDesktop } from './renderDesktop.ts';
import { renderNothing } from './renderNotice.ts';
import { type OpeningPage, renderLaunch, renderOpening } from './renderOpening.ts';
import type { Page } from './renderPage.ts';
import { renderPreview } from './renderPreview.ts';
import { TEXTS_BY_LANGUAGE } from './texts/languages.ts';
import type { Texts } from './texts/Texts.ts';

interface Sample {
  readonly brand: Brand;
  readonly page: BrandedPage;
  readonly language: PageLanguage;
  /** Instead of the one that the browser prefers. */
  readonly scheme: Scheme;
  readonly owner: string;
  readonly host: string;
}

/** Nothing is done with it: a sample is neither sent with a policy nor has a script. */
const NONCE = 'sample';
const URL_OF_SAMPLE = 'https://example.com/';
/** Stands where the link's image does. */
const PICTURE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='1200' height='630'%3E%3Crect width='1200' height='630' fill='%2394a3b8'/%3E%3Ccircle cx='600' cy='315' r='150' fill='%23e2e8f0'/%3E%3C/svg%3E";
/** Of no link. */
const CODE =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 7 7"%3E%3Cpath d="M0 0h3v3H0zM4 0h3v3H4zM0 4h3v3H0zM4 4h1v1H4zM6 4h1v1H6zM5 5h1v1H5zM4 6h1v1H4zM6 6h1v1H6z"/%3E%3C/svg%3E'.replaceAll(
    '"',
    "'",
  );

/** A page as visitors of a made-up link would see it, for whoever is choosing a brand. */
export function renderSample(sample: Sample): { html: string; bytes: number } {
  const texts = withOwnTexts(TEXTS_BY_LANGUAGE[sample.language], sample.brand);
  const { html } = fitPage(sample.brand, (brand) => renderOf({ ...sample, brand }, texts));
  return { html: inScheme(html, sample.scheme), bytes: Buffer.byteLength(html) };
}

function renderOf(sample: Sample, texts: Texts): Page {
  const { brand, owner, host } = sample;
  const shortUrl = `https://${host}/summer`;
  const common = { texts, nonce: NONCE, brand, owner, host, title: null, copyUrl: null };
  switch (sample.page) {
    case 'launch':
      return renderLaunch(openingOf(sample, texts));
    case 'opening':
      return renderOpening(openingOf(sample, texts));
    case 'desktop':
      return renderDesktop({ ...common, shortUrl, code: CODE, signals: null });
    case 'preview':
      return renderPreview({
        ...common,
        shortUrl,
        next: URL_OF_SAMPLE,
        preview: previewOf(sample, texts, shortUrl),
      });
    case 'nothing':
      return renderNothing(texts, NONCE, { name: owner, brand });
    default:
      return sample.page satisfies never;
  }
}

function openingOf({ brand, owner, host }: Sample, texts: Texts): OpeningPage {
  return {
    texts,
    nonce: NONCE,
    brand,
    image: brand.showLinkImage ? PICTURE : null,
    owner,
    title: null,
    description: null,
    host,
    open: { kind: 'universalLink', url: URL_OF_SAMPLE, ownTimer: false },
    storeUrl: `${URL_OF_SAMPLE}app`,
    fallback: URL_OF_SAMPLE,
    copyUrl: null,
    signals: null,
  };
}

function previewOf({ owner }: Sample, texts: Texts, url: string) {
  const title = owner;
  const description = texts.unified;
  const twitter = { title, description, image: null, site: null, creator: null };
  return { title, description, image: null, url, type: 'website', siteName: null, twitter };
}

/** The page as somebody sees it who prefers the scheme, and without its script. */
function inScheme(html: string, scheme: Scheme): string {
  const condition = scheme === 'dark' ? '@media all' : '@media not all';
  return html
    .replaceAll('@media(prefers-color-scheme:dark)', condition)
    .replace('color-scheme:light dark', `color-scheme:${scheme}`)
    .replace(`<script nonce="${NONCE}">${PAGE_SCRIPT}</script>`, '');
}
