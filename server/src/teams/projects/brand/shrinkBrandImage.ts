import { LIMITS } from '@fairlead/contract/limits';
import { readBytes } from '#platform/lib/images/readBytes.ts';
import { asWebp, type ImageShrinker } from '#platform/lib/images/shrinkImage.ts';
import { toneOf } from '#platform/lib/images/toneOf.ts';

/** Logos are shown 72 pixels high and 240 wide at most, icons 32 pixels; phones have two or three for each. */
const ATTEMPTS = {
  logo: [
    { width: 480, height: 192, quality: 85 },
    { width: 400, height: 160, quality: 80 },
    { width: 320, height: 144, quality: 75 },
    { width: 240, height: 120, quality: 70 },
    { width: 200, height: 96, quality: 60 },
    { width: 160, height: 72, quality: 45 },
    { width: 120, height: 60, quality: 30 },
  ],
  icon: [
    { width: 96, height: 96, quality: 80 },
    { width: 80, height: 80, quality: 75 },
    { width: 64, height: 64, quality: 70 },
    { width: 48, height: 48, quality: 60 },
    { width: 32, height: 32, quality: 50 },
    { width: 32, height: 32, quality: 20 },
  ],
} as const;
const MOST = { logo: LIMITS.brandLogoBytes, icon: LIMITS.brandIconBytes } as const;

/** An uploaded image as a page can have it. Throws as `openImage` does. */
export async function shrinkBrandImage(
  images: ImageShrinker,
  body: AsyncIterable<Uint8Array>,
  use: 'logo' | 'icon',
) {
  const { bytes, width, height } = await images.shrink(
    await readBytes(body),
    MOST[use],
    ATTEMPTS[use],
    asWebp,
  );
  return {
    image: `data:image/webp;base64,${bytes.toString('base64')}`,
    tone: await toneOf(bytes),
    width,
    height,
    bytes: bytes.length,
  };
}
