import type { IncomingMessage } from 'node:http';
import { Problem } from '../../lib/Problem.ts';

/**
 * The bytes of a request body, up to a limit. Throws PAYLOAD_TOO_LARGE, immediately if the request
 * states its length. The connection is kept open if reading ends early, so that the response arrives.
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
    // Unread bytes are discarded; otherwise the client could not finish sending and read the response.
    request.resume();
  }
}

/** Characters sent together: lines are small, and each write has a cost. */
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

/** Closes a byte source that no one reads; one that has not been started would stay open. */
export async function closeUnread(bytes: AsyncIterable<unknown>): Promise<void> {
  const iterator = bytes[Symbol.asyncIterator]();
  await iterator.next();
  await iterator.return?.();
}
