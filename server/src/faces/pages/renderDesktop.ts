import type { Brand } from '#teams/projects/brand/Brand.ts';
import { escapeHtml } from '#platform/lib/web/html.ts';
import { renderFooter, renderOwner } from './brandParts.ts';
import { type Page, renderCopyButton, renderPage } from './renderPage.ts';
import type { Texts } from './texts/Texts.ts';

interface DesktopPage {
  readonly texts: Texts;
  readonly nonce: string;
  readonly brand: Brand;
  readonly owner: string;
  readonly title: string | null;
  readonly shortUrl: string;
  readonly host: string;
  /** Bitmap of the QR code with one pixel per module, as a data URL. */
  readonly code: string;
  /** What visitors may copy for after installing; null if they are not offered that. */
  readonly copyUrl: string | null;
  /** Path to report signals to: an iPad that claims to be a Macintosh gets this page, and only they reveal it. */
  readonly signals: string | null;
}

/** For a link that has destinations for phones only: its QR code. */
export function renderDesktop(page: DesktopPage): Page {
  const { texts } = page;
  const address = escapeHtml(page.shortUrl);
  return renderPage({
    texts,
    nonce: page.nonce,
    brand: page.brand,
    title: page.title ?? page.owner,
    script: { signals: page.signals ?? undefined },
    body: `<main>
${renderOwner(page.owner, page.brand)}<h1 dir="auto">${escapeHtml(page.title ?? texts.scanTitle)}</h1>
<img class="code" src="${page.code}" alt="${escapeHtml(texts.code)}" width="240" height="240">
<p>${escapeHtml(texts.scanText)}</p>
<p dir="ltr"><a href="${address}" rel="noreferrer">${address.replace(/^https?:\/\//, '')}</a></p>
${renderCopyButton(page.copyUrl, texts)}
</main>
${renderFooter(page.host, page.brand, texts)}`,
  });
}
