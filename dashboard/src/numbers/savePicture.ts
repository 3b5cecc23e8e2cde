import { saveBlob } from '../parts/saveBlob.ts';

/** Pixels of the picture for each of the screen: sharp in a presentation. */
const SCALE = 2;
const PADDING = 16;
const TITLE_HEIGHT = 32;
/** What the look of a shape is made of, which style sheets give it by variables. */
const LOOK = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'fill-opacity'];
const TEXT_LOOK = ['font-family', 'font-size', 'font-weight', 'text-anchor'];

interface Picture {
  readonly title: string;
  readonly about: string;
}

/** Saves a drawing as a PNG, in the colours that it has on the screen, under its title. */
export async function savePicture(drawing: SVGSVGElement, { title, about }: Picture) {
  const { width, height } = drawing.getBoundingClientRect();
  const { color, backgroundColor } = getComputedStyle(drawing.closest('.card') ?? document.body);
  const image = await loadImage(drawing, width, height);
  const canvas = document.createElement('canvas');
  canvas.width = (width + 2 * PADDING) * SCALE;
  canvas.height = (height + 2 * PADDING + TITLE_HEIGHT) * SCALE;
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.scale(SCALE, SCALE);
  context.fillStyle = backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = color;
  context.font = `600 15px ${getComputedStyle(document.body).fontFamily}`;
  context.fillText(`${title} · ${about}`, PADDING, PADDING + 14, width);
  context.drawImage(image, PADDING, PADDING + TITLE_HEIGHT, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob !== null) saveBlob(`${fileName(title)}.png`, blob);
}

/** "Over time" → `over-time`. */
export const fileName = (title: string): string =>
  title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');

/** An image knows no style sheet: each shape takes its look along. */
async function loadImage(drawing: SVGSVGElement, width: number, height: number) {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const shapes = drawing.querySelectorAll('*');
  for (const [place, shape] of copy.querySelectorAll('*').entries()) {
    const seen = getComputedStyle(shapes[place]!);
    const isText = shape.tagName === 'text' || shape.tagName === 'tspan';
    for (const name of isText ? [...LOOK, ...TEXT_LOOK] : LOOK) {
      (shape as SVGElement).style.setProperty(name, seen.getPropertyValue(name));
    }
  }
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}
