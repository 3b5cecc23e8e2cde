import { escapeHtml } from '#platform/lib/web/html.ts';
import { type Page, renderPage } from './renderPage.ts';
import type { Texts } from './texts/Texts.ts';

/** For a link that does not exist or leads nowhere. */
export function renderNothing(texts: Texts, nonce: string): Page {
  return renderNotice(texts, nonce, '?', texts.nothingTitle, texts.nothingText);
}

/** For when a visit cannot be answered at the moment. */
export function renderUnavailable(texts: Texts, nonce: string): Page {
  return renderNotice(texts, nonce, '…', texts.waitTitle, texts.waitText);
}

function renderNotice(
  texts: Texts,
  nonce: string,
  mark: string,
  title: string,
  text: string,
): Page {
  return renderPage({
    texts,
    nonce,
    title,
    style: '.mark{background:var(--bg);color:var(--soft)}',
    body: `<main>
<div class="mark" aria-hidden="true">${mark}</div>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
</main>`,
  });
}
