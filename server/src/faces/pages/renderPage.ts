import { escapeHtml, renderDocument } from '#platform/lib/web/html.ts';
import type { Brand } from '#teams/projects/brand/Brand.ts';
import { renderBrandStyle } from './brandParts.ts';
import { PAGE_SCRIPT } from './pageScript.ts';
import { PAGE_STYLE } from './pageStyle.ts';
import type { Texts } from './texts/Texts.ts';

/** A page ready to be sent: its nonce is part of the policy sent with it. */
export interface Page {
  readonly html: string;
  readonly nonce: string;
  /** Origin of the one image that it loads. */
  readonly imageOrigin?: string | undefined;
}

export interface PageParts {
  readonly texts: Pick<Texts, 'lang' | 'dir'>;
  readonly nonce: string;
  readonly brand: Brand;
  /** URL of an image of the body that is loaded from elsewhere. */
  readonly image?: string | null;
  /** Plain text; everything below is already escaped HTML. */
  readonly title: string;
  readonly head?: string;
  /** If set, includes the script, with these attributes on the body. */
  readonly script?: { readonly [attribute: string]: string | undefined };
  readonly style?: string;
  readonly body: string;
  /** Search engines may index only the preview page. */
  readonly indexed?: boolean;
}

/** The frame of every page: a single document that loads nothing but, where a brand asks for it, the link's image, and is readable without its script. */
export function renderPage(parts: PageParts): Page {
  const { texts, nonce, script, brand, image } = parts;
  const attributes = Object.entries(script ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` data-${name}="${escapeHtml(value ?? '')}"`)
    .join('');
  const robots = parts.indexed === true ? '' : '<meta name="robots" content="noindex">\n';
  const html = renderDocument({
    lang: texts.lang,
    dir: texts.dir,
    title: parts.title,
    head: `${robots}${parts.head ?? ''}<link rel="icon" href="${brand.icon ?? 'data:,'}">
<style nonce="${nonce}">${PAGE_STYLE}${renderBrandStyle(brand)}${parts.style ?? ''}</style>`,
    bodyAttributes: attributes,
    body: `${parts.body}${script === undefined ? '' : `\n<script nonce="${nonce}">${PAGE_SCRIPT}</script>`}`,
  });
  return { html, nonce, ...(image && { imageOrigin: new URL(image).origin }) };
}

/** Continues to a destination automatically if scripts do not run. */
export function refreshWithoutScript(seconds: number, url: string): string {
  return `<noscript><meta http-equiv="refresh" content="${seconds};url=${escapeHtml(url)}"></noscript>\n`;
}

export function renderButton(id: string, look: string, url: string, text: string): string {
  return `<a id="${id}" class="button ${look}" href="${escapeHtml(url)}" rel="noreferrer" dir="auto">${escapeHtml(text)}</a>`;
}

/** Copies a link, for after installing; scripts show it. Empty for a page that does not offer that. */
export function renderCopyButton(
  url: string | null,
  texts: Pick<Texts, 'copy' | 'copied'>,
): string {
  if (url === null) return '';
  return `<button id="copy" class="button plain" type="button" hidden aria-live="polite" data-url="${escapeHtml(url)}" data-done="${escapeHtml(texts.copied)}">${escapeHtml(texts.copy)}</button>`;
}
