import { type Brand, NO_BRAND } from '#teams/projects/brand/Brand.ts';
import { escapeHtml } from '#platform/lib/web/html.ts';
import { renderFooter, renderOwner } from './brandParts.ts';
import { type Page, renderPage } from './renderPage.ts';
import type { Texts } from './texts/Texts.ts';

interface NoticePage {
  readonly texts: Texts;
  readonly nonce: string;
  readonly mark: string;
  readonly title: string;
  readonly text: string;
  /** Whose domain it is, as far as that is known. */
  readonly owner: Owner;
}

interface Owner {
  readonly name: string;
  readonly brand: Brand;
}

const NOBODY: Owner = { name: '', brand: NO_BRAND };

/** For a link that does not exist or leads nowhere. */
export function renderNothing(texts: Texts, nonce: string, owner: Owner): Page {
  const { nothingTitle: title, nothingText: text } = texts;
  return renderNotice({ texts, nonce, mark: '?', title, text, owner });
}

/** For when a visit cannot be answered at the moment, and whose it is may be what could not be read. */
export function renderUnavailable(texts: Texts, nonce: string): Page {
  const { waitTitle: title, waitText: text } = texts;
  return renderNotice({ texts, nonce, mark: '…', title, text, owner: NOBODY });
}

function renderNotice({ texts, nonce, mark, title, text, owner }: NoticePage): Page {
  const { name, brand } = owner;
  const hasImage = brand.logo !== null || brand.icon !== null;
  const above = hasImage
    ? renderOwner(name, brand)
    : `<div class="mark" aria-hidden="true">${mark}</div>\n`;
  const footer = renderFooter(null, brand, texts);
  return renderPage({
    texts,
    nonce,
    brand,
    title,
    style: hasImage ? '' : '.mark{background:var(--bg);color:var(--soft)}',
    body: `<main>
${above}<h1 dir="auto">${escapeHtml(title)}</h1>
<p dir="auto">${escapeHtml(text)}</p>
</main>${footer === '' ? '' : `\n${footer}`}`,
  });
}
