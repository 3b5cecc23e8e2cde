import type { Box } from '@fairlead/contract/qrModules';
import type { Drawing } from './drawing.ts';
import { newCanvas } from './newCanvas.ts';
import { paintLabel } from './paint.ts';
import { type PdfImage, writePdf } from './writePdf.ts';

/** Pixels per square of images: 300 dots per inch where the code is 20 cm wide. */
const SCALE = 64;

/** A PDF whose squares are vectors. The text is an image, because whoever prints it may lack the font. */
export async function toPdf(drawing: Drawing, logo: CanvasImageSource | undefined): Promise<Blob> {
  const { label, logo: place, ground, paper } = drawing;
  const images: Promise<PdfImage>[] = [];
  if (label) {
    images.push(
      imageOf(label, ground, (context) =>
        paintLabel(context, { ...label, x: 0, y: 0 }, SCALE, (squares) => squares * SCALE),
      ),
    );
  }
  if (place && logo !== undefined) {
    images.push(
      imageOf(place, paper, (context, width, height) =>
        context.drawImage(logo, 0, 0, width, height),
      ),
    );
  }
  return writePdf(drawing, await Promise.all(images));
}

async function imageOf(
  place: Box,
  ground: string,
  draw: (context: CanvasRenderingContext2D, width: number, height: number) => void,
): Promise<PdfImage> {
  const [width, height] = [Math.round(place.width * SCALE), Math.round(place.height * SCALE)];
  const { context } = newCanvas(width, height);
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  draw(context, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const colors = data.filter((_, index) => index % 4 !== 3);
  return { place, width, height, data: await compress(colors) };
}

async function compress(data: Uint8ClampedArray<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([data]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
