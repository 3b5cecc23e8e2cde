import type { Brand } from '#teams/projects/brand/Brand.ts';
import type { Page } from './renderPage.ts';

/** Bytes of the largest page. */
export const MAX_PAGE_BYTES = 15 * 1024 - 1;

/** The page with the brand's images, or without if the link's own texts and URLs leave no room for them. */
export function fitPage(brand: Brand, render: (brand: Brand) => Page): Page {
  const page = render(brand);
  const isPlain = brand.logo === null && brand.icon === null;
  if (isPlain || Buffer.byteLength(page.html) <= MAX_PAGE_BYTES) return page;
  return render({ ...brand, logo: null, icon: null });
}
