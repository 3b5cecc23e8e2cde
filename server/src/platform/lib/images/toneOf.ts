import { BACKGROUNDS, contrastOf } from '@fairlead/contract/brandColors';
import { loadSharp } from './loadSharp.ts';

/** Less than this, and even a large shape is lost in its background. */
const SEEN = 1.4;
/** Of 255: what is more transparent is no part of the logo. */
const OPAQUE = 128;
/** Share of an image's visible part that may be lost in a background. */
const LOST = 0.5;
const SIDE = 48;

/** On which backgrounds an image can be made out: `dark` for an image that only light ones show. */
export async function toneOf(webp: Buffer): Promise<'dark' | 'light' | 'any'> {
  const sharp = await loadSharp();
  const data = await sharp(webp)
    .resize(SIDE, SIDE, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer();
  let seen = 0;
  const lost = { light: 0, dark: 0 };
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3]! < OPAQUE) continue;
    seen += 1;
    const color = `#${data.subarray(at, at + 3).toString('hex')}`;
    if (contrastOf(color, BACKGROUNDS.light) < SEEN) lost.light += 1;
    if (contrastOf(color, BACKGROUNDS.dark) < SEEN) lost.dark += 1;
  }
  // An image without transparency brings its own background.
  if (seen === data.length / 4 || seen === 0) return 'any';
  if (lost.dark > seen * LOST) return 'dark';
  return lost.light > seen * LOST ? 'light' : 'any';
}
