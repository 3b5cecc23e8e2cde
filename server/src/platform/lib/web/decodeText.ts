import { TextDecoder } from 'node:util';

const CHARSET = /charset\s*=\s*["']?([\w:.-]+)/i;
/** A page must name its encoding within so many bytes. */
const SNIFFED_BYTES = 1024;

/** Text in the encoding that its media type or, failing that, the beginning of the page names; in UTF-8 by default. */
export function decodeText(bytes: Uint8Array, mediaType = ''): string {
  const beginning = Buffer.from(bytes.subarray(0, SNIFFED_BYTES)).toString('latin1');
  const named = CHARSET.exec(mediaType)?.[1] ?? CHARSET.exec(beginning)?.[1];
  return decoderOf(named).decode(bytes);
}

function decoderOf(label = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(label, { ignoreBOM: true });
  } catch {
    return new TextDecoder('utf-8', { ignoreBOM: true });
  }
}
