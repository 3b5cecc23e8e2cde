import type { IncomingMessage } from 'node:http';
import { Problem } from '../../lib/Problem.ts';

/**
 * The bytes of a request body, at most so many. Throws PAYLOAD_TOO_LARGE, at once where the request says
 * its length. The connection is kept when reading ends early, so that the answer arrives.
 */
export async function* limitBytes(
  request: IncomingMessage,
  most: number,
): AsyncGenerator<Uint8Array> {
  const tooLarge = () =>
    new Problem('PAYLOAD_TOO_LARGE', `The request body is larger than ${most / 1024 / 1024} MB`);
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge();
  let read = 0;
  const parts: AsyncIterable<Uint8Array> = request.iterator({ destroyOnReturn: false });
  try {
    for await (const part of parts) {
      read += part.length;
      if (read > most) throw tooLarge();
      yield part;
    }
  } finally {
    // What nobody reads is let go, or the client could not finish sending and read the answer.
    request.resume();
  }
}

/** Characters that leave together: lines are small, and each write costs. */
const TOGETHER = 32 * 1024;

/** Values as NDJSON. */
export async function* writeLines(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let text = '';
  for await (const value of values) {
    text += `${JSON.stringify(value)}\n`;
    if (text.length >= TOGETHER) {
      yield text;
      text = '';
    }
  }
  if (text !== '') yield text;
}

/** Closes the source of bytes that nobody reads; one that has not been begun would stay open. */
export async function closeUnread(bytes: AsyncIterable<unknown>): Promise<void> {
  const iterator = bytes[Symbol.asyncIterator]();
  await iterator.next();
  await iterator.return?.();
}
