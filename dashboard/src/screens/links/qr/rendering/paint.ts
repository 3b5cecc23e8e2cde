import type { Drawing, Label } from './drawing.ts';

/** What of a canvas is used. */
export interface Canvas<Image> {
  fillStyle: unknown;
  font: string;
  textAlign: string;
  textBaseline: string;
  fillRect(x: number, y: number, width: number, height: number): void;
  fillText(text: string, x: number, y: number): void;
  drawImage(image: Image, x: number, y: number, width: number, height: number): void;
}

export const FONT = 'Helvetica, Arial, sans-serif';

/** Squares are whole pixels, and the remainder widens the margin. All in pixels. */
export function sizeOf(drawing: Drawing, width: number) {
  const scale = Math.floor(width / drawing.width);
  const edge = Math.floor((width - drawing.width * scale) / 2);
  return { scale, edge, width, height: drawing.height * scale + 2 * edge };
}

/** Paints a code so many pixels wide. */
export function paint<Image>(
  canvas: Canvas<Image>,
  drawing: Drawing,
  pixels: number,
  image?: Image,
): void {
  const { scale, edge, width, height } = sizeOf(drawing, pixels);
  const at = (squares: number) => edge + squares * scale;
  canvas.fillStyle = drawing.ground;
  canvas.fillRect(0, 0, width, height);
  for (const { color, boxes } of drawing.layers) {
    canvas.fillStyle = color;
    for (const box of boxes) {
      canvas.fillRect(at(box.x), at(box.y), box.width * scale, box.height * scale);
    }
  }
  const { label, logo } = drawing;
  if (label) paintLabel(canvas, label, scale, at);
  if (logo && image !== undefined) {
    canvas.drawImage(image, at(logo.x), at(logo.y), logo.width * scale, logo.height * scale);
  }
}

export function paintLabel<Image>(
  canvas: Canvas<Image>,
  { x, y, width, height, text, color, fontSize }: Label,
  scale: number,
  at: (squares: number) => number,
): void {
  canvas.fillStyle = color;
  canvas.font = `bold ${fontSize * scale}px ${FONT}`;
  canvas.textAlign = 'center';
  canvas.textBaseline = 'middle';
  canvas.fillText(text, at(x + width / 2), at(y + height / 2));
}
