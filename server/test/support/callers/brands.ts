import { operations } from '@fairlead/contract';
import type { ProjectBrand } from '@fairlead/contract/operations/dashboard/brand';
import sharp from 'sharp';
import { bodyOf } from './person.ts';
import { member, type TestProject } from './personas.ts';

export const PLAIN: ProjectBrand = {
  logo: null,
  logoTone: 'any',
  icon: null,
  color: null,
  imprintUrl: null,
  privacyUrl: null,
  showLinkImage: false,
  texts: {},
};

export interface MadeUpBrand {
  readonly name: string;
  readonly color: string;
  /** SVG of the logo, drawn by the test itself: the product takes none. */
  readonly logo: string;
  readonly language: string;
  readonly texts?: ProjectBrand['texts'];
}

const svg = (width: number, height: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`;
const word = (text: string, color: string, more = '') =>
  svg(
    900,
    220,
    `<text x="450" y="155" text-anchor="middle" font-family="DejaVu Sans, sans-serif" font-weight="700" font-size="120" fill="${color}" ${more}>${text}</text>`,
  );

/** Colours light, dark and between; logos with words, pictures, gradients, and of one colour on nothing. */
export const BRANDS: readonly MadeUpBrand[] = [
  {
    name: 'Bluebird Books',
    color: '#1d4ed8',
    language: 'en',
    logo: svg(
      400,
      400,
      '<circle cx="200" cy="200" r="190" fill="#1d4ed8"/><path d="M90 240q110-150 220-40l-40 60q-90 60-180-20z" fill="#fff"/>',
    ),
    texts: { en: { open: 'Read in Bluebird', openHint: 'Your page is waiting in the app.' } },
  },
  { name: 'Nachtblau', color: '#0b1020', language: 'de', logo: word('nachtblau', '#0b1020') },
  { name: 'Citron', color: '#fde047', language: 'fr', logo: word('citron', '#ca8a04') },
  { name: 'Snow', color: '#ffffff', language: 'en', logo: word('SNOW', '#ffffff') },
  {
    name: 'Coral Travel',
    color: '#f97362',
    language: 'es',
    logo: svg(
      600,
      300,
      '<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#f97362"/><stop offset=".5" stop-color="#facc15"/><stop offset="1" stop-color="#0ea5e9"/></linearGradient></defs><rect width="600" height="300" rx="60" fill="url(#g)"/><path d="M60 220q120-160 240-40t240-60v120H60z" fill="#fff" opacity=".6"/>',
    ),
  },
  { name: 'Grasgrün', color: '#16a34a', language: 'ja', logo: word('gras', '#16a34a') },
  {
    name: 'نجمة',
    color: '#7c3aed',
    language: 'ar',
    logo: svg(
      300,
      300,
      '<path d="M150 10l40 95 100 10-75 68 22 102-87-54-87 54 22-102-75-68 100-10z" fill="#7c3aed"/>',
    ),
    texts: { ar: { open: 'افتح نجمة' } },
  },
  {
    name: 'Mittelgrau & Söhne',
    color: '#777777',
    language: 'pl',
    logo: svg(
      800,
      200,
      '<rect width="800" height="200" fill="#777"/><text x="400" y="130" text-anchor="middle" font-family="DejaVu Serif, serif" font-size="90" fill="#fff">M &amp; S 1898</text>',
    ),
  },
];

/** A PNG as somebody would upload it. The product, in the same process, loads no SVG. */
export async function drawPng(drawing: string): Promise<Blob> {
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
  const bytes = await sharp(Buffer.from(drawing)).png().toBuffer();
  return new Blob([new Uint8Array(bytes)], { type: 'image/png' });
}

/** Calls as the project's owner, for what is sent as it is. */
export async function shrink(project: TestProject, file: Blob, use: 'logo' | 'icon' = 'logo') {
  const params = { projectId: project.project.id };
  return member(project)(operations.shrinkBrandImage, { params, query: { use }, body: file });
}

export async function setBrand(project: TestProject, brand: Partial<ProjectBrand>) {
  const body = { ...PLAIN, ...brand };
  const params = { projectId: project.project.id };
  return bodyOf(await member(project)(operations.setBrand, { params, body }), 200);
}

/** Gives a project one of the brands, with a logo and an icon that were uploaded. */
export async function giveBrand(project: TestProject, brand: MadeUpBrand) {
  const file = await drawPng(brand.logo);
  const logo = bodyOf(await shrink(project, file), 200);
  const icon = bodyOf(await shrink(project, file, 'icon'), 200);
  return setBrand(project, {
    logo: logo.image,
    logoTone: logo.tone,
    icon: icon.image,
    color: brand.color,
    imprintUrl: 'https://example.com/imprint',
    privacyUrl: 'https://example.com/privacy',
    texts: brand.texts ?? {},
  });
}
