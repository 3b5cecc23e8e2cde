import type { Brand } from '#teams/projects/brand/Brand.ts';
import type { AppOpening } from '#visits/decision/Visit.ts';
import { escapeHtml } from '#platform/lib/web/html.ts';
import { LINK_IMAGE_STYLE, renderFooter, renderLinkImage, renderOwner } from './brandParts.ts';
import { FALLBACK_DELAY_MS } from './pageScript.ts';
import {
  type Page,
  refreshWithoutScript,
  renderButton,
  renderCopyButton,
  renderPage,
} from './renderPage.ts';
import type { Texts } from './texts/Texts.ts';

export interface OpeningPage {
  readonly texts: Texts;
  readonly nonce: string;
  readonly brand: Brand;
  /** URL of the link's image, if pages show it. */
  readonly image: string | null;
  /** Name of the project: whose app it is. */
  readonly owner: string;
  /** What the link is about; null if the customer did not say. */
  readonly title: string | null;
  readonly description: string | null;
  /** Host of the link, shown so that visitors see where they are. */
  readonly host: string;
  readonly open: AppOpening;
  readonly storeUrl: string | null;
  readonly fallback: string | null;
  /** What visitors may copy for after installing; null if they are not offered that. */
  readonly copyUrl: string | null;
  /** Path to report signals to; null when there is no click to add them to. */
  readonly signals: string | null;
}

/** A fallback that downloads the app is labelled accordingly, and replaces the project's store page. */
const STORE_PAGE =
  /^(?:https?:\/\/(?:apps\.apple|itunes\.apple|play\.google)\.com\/|market:|itms)/i;

/** Seconds to tap the button before a browser without scripts continues. */
const REFRESH_SECONDS = 5;

/** This page without its signed reference: our "nothing here" page, where a chain without a fallback ends. */
const NOWHERE = '?';

/** The launch domain's page: an open and a download button, and nothing opens by itself (Rule: resources 6). */
export function renderLaunch(page: OpeningPage): Page {
  const { texts, title, fallback } = page;
  // The link's own store page carries more than the project's, such as a campaign.
  const ownStorePage = fallback !== null && STORE_PAGE.test(fallback) ? fallback : null;
  const storeUrl = ownStorePage ?? page.storeUrl ?? fallback ?? NOWHERE;
  const heading = title ?? texts.open;
  const buttons = [
    renderButton('open', 'main', page.open.url, texts.open),
    renderButton('store', '', storeUrl, texts.store),
  ];
  if (fallback !== null && fallback !== storeUrl) {
    buttons.push(renderButton('next', 'plain', fallback, texts.browser));
  }
  buttons.push(renderCopyButton(page.copyUrl, texts));
  return renderPage({
    texts,
    nonce: page.nonce,
    brand: page.brand,
    image: page.image,
    title: title ?? page.owner,
    script: { signals: page.signals ?? undefined },
    style: imageStyleOf(page),
    body: `<main>
${renderOwner(page.owner, page.brand)}${renderLinkImage(page.image)}<h1 dir="auto">${escapeHtml(heading)}</h1>
<p dir="auto">${escapeHtml(page.description ?? texts.openHint)}</p>
<nav>${buttons.join('\n')}</nav>
</main>
${renderFooter(page.host, page.brand, texts)}`,
  });
}

/** A page that tries to open the app immediately, and goes to the fallback if the decision asks for a timer. */
export function renderOpening(page: OpeningPage): Page {
  const { texts, storeUrl, fallback, open } = page;
  const endsInStore = fallback !== null && STORE_PAGE.test(fallback);
  const buttons = [renderButton('open', 'main', open.url, texts.open)];
  if (fallback !== null) {
    const label = endsInStore ? texts.store : texts.browser;
    buttons.push(renderButton('next', '', fallback, label));
  }
  if (storeUrl !== null && !endsInStore) {
    buttons.push(renderButton('store', 'plain', storeUrl, texts.store));
  }
  buttons.push(renderCopyButton(page.copyUrl, texts));
  return renderPage({
    texts,
    nonce: page.nonce,
    brand: page.brand,
    image: page.image,
    title: page.title ?? page.owner,
    head: fallback === null ? '' : refreshWithoutScript(REFRESH_SECONDS, fallback),
    script: {
      signals: page.signals ?? undefined,
      auto: '1',
      wait: open.ownTimer && fallback !== null ? String(FALLBACK_DELAY_MS) : undefined,
    },
    style: `.still .spin{display:none}${imageStyleOf(page)}`,
    body: `<main>
${renderOwner(page.owner, page.brand)}${renderLinkImage(page.image)}<h1 dir="auto">${escapeHtml(page.title ?? texts.opening)}</h1>
${page.title === null ? '' : `<p role="status">${escapeHtml(texts.opening)}</p>\n`}<div class="spin" aria-hidden="true"></div>
<nav>${buttons.join('\n')}</nav>
</main>
${renderFooter(page.host, page.brand, texts)}`,
  });
}

function imageStyleOf({ image }: OpeningPage): string {
  return image === null ? '' : LINK_IMAGE_STYLE;
}
