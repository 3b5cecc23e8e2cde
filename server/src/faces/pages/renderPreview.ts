import type { Brand } from '#teams/projects/brand/Brand.ts';
import { escapeHtml } from '#platform/lib/web/html.ts';
import type { Preview } from './readPreview.ts';
import { type Page, renderButton, renderPage } from './renderPage.ts';
import type { Texts } from './texts/Texts.ts';

interface PreviewPage {
  readonly texts: Texts;
  readonly nonce: string;
  readonly brand: Brand;
  readonly preview: Preview;
  readonly shortUrl: string;
  readonly next: string | null;
}

/** What a social crawler gets: Open Graph tags and a large-image card (Rule: resources 7). */
export function renderPreview(page: PreviewPage): Page {
  const { texts, preview, next } = page;
  return renderPage({
    texts,
    nonce: page.nonce,
    brand: page.brand,
    title: preview.title,
    indexed: true,
    head: `${renderPreviewTags(preview)}<link rel="canonical" href="${escapeHtml(page.shortUrl)}">\n`,
    body: `<main>
<h1 dir="auto">${escapeHtml(preview.title)}</h1>
<p dir="auto">${escapeHtml(preview.description)}</p>
${next === null ? '' : `<nav>${renderButton('next', 'main', next, texts.browser)}</nav>\n`}</main>`,
  });
}

function renderPreviewTags(preview: Preview): string {
  const { twitter } = preview;
  const tags: readonly (readonly ['property' | 'name', string, string | null])[] = [
    ['name', 'description', preview.description],
    ['property', 'og:title', preview.title],
    ['property', 'og:description', preview.description],
    ['property', 'og:image', preview.image],
    ['property', 'og:url', preview.url],
    ['property', 'og:type', preview.type],
    ['property', 'og:site_name', preview.siteName],
    ['name', 'twitter:card', 'summary_large_image'],
    ['name', 'twitter:title', twitter.title],
    ['name', 'twitter:description', twitter.description],
    ['name', 'twitter:image', twitter.image],
    ['name', 'twitter:site', twitter.site],
    ['name', 'twitter:creator', twitter.creator],
  ];
  return tags
    .filter(([, , content]) => content !== null)
    .map(
      ([kind, name, content]) =>
        `<meta ${kind}="${name}" content="${escapeHtml(content ?? '')}">\n`,
    )
    .join('');
}
