/** Where an HTTP/1.1 answer ends in a buffer, and what it says of itself. */
export interface ScannedAnswer {
  readonly status: number;
  readonly bytes: number;
  /** The server closes the connection behind it. */
  readonly closes: boolean;
}

const CONTENT_LENGTH = /\r\ncontent-length: *(\d+)/i;
const CHUNKED = /\r\ntransfer-encoding: *chunked/i;
const CLOSES = /\r\nconnection: *close/i;

/**
 * Looks for one whole answer at the start of the first `end` bytes. Undefined while it is
 * incomplete; throws on what is no HTTP/1.1 answer to a GET.
 */
export function scanAnswer(buffer: Buffer, end: number): ScannedAnswer | undefined {
  const headEnd = buffer.indexOf('\r\n\r\n', 0, 'latin1');
  if (headEnd < 0 || headEnd + 4 > end) return undefined;
  const head = buffer.toString('latin1', 0, headEnd);
  const status = Number(head.slice(9, 12));
  if (!head.startsWith('HTTP/1.') || !(status >= 200 && status < 600)) {
    throw new Error(`not an HTTP answer: ${head.slice(0, 60)}`);
  }
  const bytes = findEnd(buffer, headEnd + 4, end, head, status);
  if (bytes === undefined || bytes > end) return undefined;
  return { status, bytes, closes: CLOSES.test(head) };
}

function findEnd(
  buffer: Buffer,
  bodyStart: number,
  end: number,
  head: string,
  status: number,
): number | undefined {
  const length = CONTENT_LENGTH.exec(head)?.[1];
  if (length !== undefined) return bodyStart + Number(length);
  if (CHUNKED.test(head)) return findChunksEnd(buffer, bodyStart, end);
  if (status === 204 || status === 304) return bodyStart;
  throw new Error(`answer ${status} gives neither Content-Length nor chunks`);
}

function findChunksEnd(buffer: Buffer, start: number, end: number): number | undefined {
  let at = start;
  while (at < end) {
    const lineEnd = buffer.indexOf('\r\n', at, 'latin1');
    if (lineEnd < 0 || lineEnd + 2 > end) return undefined;
    const size = Number.parseInt(buffer.toString('latin1', at, lineEnd), 16);
    if (Number.isNaN(size)) throw new Error('broken chunk in an answer');
    at = lineEnd + 2 + size + 2;
    // Trailers are not expected: the last chunk ends with an empty line.
    if (size === 0) return at;
  }
  return undefined;
}
