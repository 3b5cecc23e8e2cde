import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import jsqr from 'jsqr';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

// From the package itself: by default it is fetched from a public host.
const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });

export interface Pixels {
  /** Four bytes (RGBA) a pixel. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/** The text that a camera reads from an image, of pixels or as the bytes of a file; undefined if it reads none. */
export async function readQr(image: Pixels | Uint8Array): Promise<string | undefined> {
  const read = 'data' in image ? { ...image, colorSpace: 'srgb' as const } : image;
  return (await readBarcodes(read, { formats: ['QRCode'] }))[0]?.text;
}

/** What each of two unrelated readers reads: phones have all kinds. */
export async function readByTwo(image: Pixels): Promise<(string | undefined)[]> {
  const { data, width, height } = image;
  // As most cameras do, dark squares only.
  const read = jsqr.default(data, width, height, { inversionAttempts: 'dontInvert' });
  return [await readQr(image), read?.data];
}

const DARK = [0, 0, 0, 255];
const LIGHT = [255, 255, 255, 255];

/** The same from modules, by row; true is dark. */
export function readModules(rows: readonly (readonly boolean[])[]): Promise<string | undefined> {
  const data = Uint8ClampedArray.from(rows.flat().flatMap((dark) => (dark ? DARK : LIGHT)));
  return readQr({ data, width: rows[0]?.length ?? 0, height: rows.length });
}
