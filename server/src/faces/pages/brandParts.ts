import { BACKGROUNDS, colorsOf, type Scheme } from '@fairlead/contract/brandColors';
import type { Brand } from '#teams/projects/brand/Brand.ts';
import { escapeHtml } from '#platform/lib/web/html.ts';
import type { Texts } from './texts/Texts.ts';

const DARK = '@media(prefers-color-scheme:dark)';
/** Behind a logo that could not be made out on the card. */
const PLATE = 'padding:.75rem;border-radius:.9rem;background:';

/** Rules that come after those of every page; empty without a brand. */
export function renderBrandStyle({ color, logo, icon, logoTone }: Brand): string {
  const rules: string[] = [];
  if (color !== null) {
    rules.push(`:root{${variablesOf(color, 'light')}}`);
    rules.push(`${DARK}{:root{${variablesOf(color, 'dark')}}}`);
  }
  if (logo !== null) {
    rules.push(
      '.logo{display:block;box-sizing:content-box;max-width:min(15rem,100%);max-height:4.5rem;margin:0 auto 1.25rem}',
    );
    if (logoTone === 'dark') rules.push(`${DARK}{.logo{${PLATE}#fff}}`);
    if (logoTone === 'light')
      rules.push(`.logo{${PLATE}${BACKGROUNDS.dark}}`, `${DARK}{.logo{padding:0;background:none}}`);
  } else if (icon !== null) {
    rules.push('.mark img{display:block;width:100%;height:100%;object-fit:cover}');
  }
  return rules.join('');
}

function variablesOf(color: string, scheme: Scheme): string {
  const { button, onButton, link } = colorsOf(color, scheme);
  return `--main:${button};--on:${onButton};--link:${link}`;
}

/** Whose link it is: the logo, or a tile with the icon or the first letter of the name, and the name. */
export function renderOwner(name: string, { logo, icon }: Brand): string {
  if (logo !== null) return `<img class="logo" src="${logo}" alt="${escapeHtml(name)}">\n`;
  const letter = String.fromCodePoint(name.trim().codePointAt(0) ?? 0x20).toUpperCase();
  const tile = icon === null ? escapeHtml(letter) : `<img src="${icon}" alt="">`;
  return `<div class="mark" aria-hidden="true">${tile}</div>\n<p class="who" dir="auto">${escapeHtml(name)}</p>\n`;
}

/** The host, so that visitors see where they are, and what the law asks for. */
export function renderFooter(
  host: string | null,
  { imprintUrl, privacyUrl }: Brand,
  texts: Pick<Texts, 'imprint' | 'privacy'>,
): string {
  const links = [
    [imprintUrl, texts.imprint],
    [privacyUrl, texts.privacy],
  ].flatMap(([url, text]) =>
    typeof url === 'string'
      ? [`<a href="${escapeHtml(url)}" rel="noreferrer">${escapeHtml(text ?? '')}</a>`]
      : [],
  );
  if (host !== null) links.unshift(`<bdi dir="ltr">${escapeHtml(host)}</bdi>`);
  return links.length === 0 ? '' : `<footer>${links.join(' · ')}</footer>`;
}

/** The box is fixed before the image is there; it is asked for without saying from which page. */
export const LINK_IMAGE_STYLE =
  '.picture{display:block;width:100%;height:auto;aspect-ratio:1200/630;object-fit:cover;margin:0 0 1.25rem;border-radius:.9rem;background:var(--bg)}';

/** The link's own image; empty if it has none. */
export function renderLinkImage(url: string | null): string {
  if (url === null) return '';
  return `<img class="picture" src="${escapeHtml(url)}" alt="" width="1200" height="630" loading="lazy" decoding="async" referrerpolicy="no-referrer">\n`;
}
