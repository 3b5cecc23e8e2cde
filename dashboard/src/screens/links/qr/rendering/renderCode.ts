import { type Drawing, drawCode } from './drawing.ts';
import { newCanvas } from './newCanvas.ts';
import { FONT, paint, sizeOf } from './paint.ts';
import { loadImage } from '../readLogo.ts';
import type { StudioLook } from '../studioLook.ts';
import { toSvg } from './toSvg.ts';

export const CODE_FORMATS = ['svg', 'png', 'pdf'] as const;
export type CodeFormat = (typeof CODE_FORMATS)[number];

/** The code of an address (`scannedUrl`) as a file. `pixels` is the width of a PNG. */
export async function renderCode(
  address: string,
  look: StudioLook,
  format: CodeFormat,
  pixels: number,
): Promise<Blob> {
  const drawing = drawingOf(address, look);
  if (format === 'svg') {
    return new Blob([toSvg(drawing, look.logo?.url)], { type: 'image/svg+xml' });
  }
  const logo = look.logo && (await loadImage(look.logo.url));
  if (format === 'png') return toPng(drawing, pixels, logo);
  const { toPdf } = await import('./toPdf.ts');
  return toPdf(drawing, logo);
}

export function drawingOf(address: string, { logo, ...look }: StudioLook): Drawing {
  const logoRatio = logo && logo.width / logo.height;
  return drawCode(address, { ...look, logoRatio }, measureText);
}

function measureText(text: string): number {
  const { context } = newCanvas(1, 1);
  context.font = `bold 100px ${FONT}`;
  return context.measureText(text).width / 100;
}

function toPng(drawing: Drawing, pixels: number, logo?: CanvasImageSource): Promise<Blob> {
  const { width, height } = sizeOf(drawing, pixels);
  const { canvas, context } = newCanvas(width, height);
  paint(context, drawing, pixels, logo);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('This browser cannot make so large an image.'));
      else resolve(blob);
    });
  });
}
