import { newCanvas } from './rendering/newCanvas.ts';
import type { Logo } from './studioLook.ts';

/** Pixels of its longer side: enough for print in the middle of a code, and small in a file. */
const MAX_SIDE = 512;

/** Reads the image in a file; undefined if the browser cannot. */
export async function readLogo(file: File): Promise<Logo | undefined> {
  const address = URL.createObjectURL(file);
  try {
    const source = await loadImage(address);
    // An SVG may have no size of its own.
    const [wide, high] = [source.naturalWidth || MAX_SIDE, source.naturalHeight || MAX_SIDE];
    const scale = Math.min(1, MAX_SIDE / Math.max(wide, high));
    const [width, height] = [wide, high].map((side) => Math.max(1, Math.round(side * scale)));
    const { canvas, context } = newCanvas(width!, height!);
    context.imageSmoothingQuality = 'high';
    context.drawImage(source, 0, 0, canvas.width, canvas.height);
    return { url: canvas.toDataURL(), width: canvas.width, height: canvas.height };
  } catch {
    return undefined;
  } finally {
    URL.revokeObjectURL(address);
  }
}

export async function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}
