import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

export type Coding = 'br' | 'gzip';

/** Characters; less than this fits in one packet anyway. */
export const MIN_COMPRESSED = 1024;

/** Most of the saving at a fraction of the time of the library's default, 11. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const PREFERRED: readonly Coding[] = ['br', 'gzip'];

/** The best coding that an `Accept-Encoding` accepts; undefined for none. */
export function chooseCoding(accepted: string | undefined): Coding | undefined {
  if (accepted === undefined) return undefined;
  const ranges = accepted
    .toLowerCase()
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim()))
    .filter(([, weight = 'q=1']) => !/^q=0(\.0*)?$/.test(weight));
  const names = new Set(ranges.map(([name]) => name));
  return PREFERRED.find((coding) => names.has(coding));
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** An answer in the best coding that its client accepts, with the headers that say so. */
export async function compress(text: string, accepted: string | undefined) {
  const coding = chooseCoding(accepted);
  const vary = { vary: 'accept-encoding' };
  if (coding === undefined) return { headers: vary, body: text };
  const body = await (coding === 'br' ? toBrotli(text, BROTLI) : toGzip(text));
  return { headers: { ...vary, 'content-encoding': coding }, body };
}

/** A text that never changes, in a coding: compressed when that is first asked for, not while the server starts. */
export function compressOnce(text: string): (coding: Coding | undefined) => string | Buffer {
  const made = new Map<Coding, Buffer>();
  return (coding) => {
    if (coding === undefined) return text;
    const known = made.get(coding);
    if (known !== undefined) return known;
    const body = coding === 'br' ? brotliCompressSync(text, BROTLI) : gzipSync(text);
    made.set(coding, body);
    return body;
  };
}
