import type { IncomingMessage } from 'node:http';
import { NDJSON } from '@fairlead/contract/operation';
import { Problem } from '#platform/lib/Problem.ts';
import { prefersType } from './headers/prefersType.ts';

function tooLarge(most: number): Problem {
  const size = most < 1024 * 1024 ? `${most / 1024} KB` : `${most / 1024 / 1024} MB`;
  return new Problem('PAYLOAD_TOO_LARGE', `The request body is larger than ${size}`);
}

function refuseLength({ headers }: IncomingMessage, most: number): void {
  if (Number(headers['content-length'] ?? 0) > most) throw tooLarge(most);
}

/** The text of a request body, up to a limit in bytes. Rejects with PAYLOAD_TOO_LARGE as `limitBytes` does. */
export function readText(request: IncomingMessage, most: number): Promise<string> {
  // By events: a small body arrives with its head, and an iterator would cost more than reading it.
  return new Promise((resolve, reject) => {
    refuseLength(request, most);
    const parts: Buffer[] = [];
    let read = 0;
    request
      .on('data', (part: Buffer) => {
        read += part.length;
        if (read <= most) {
          parts.push(part);
          return;
        }
        request.removeAllListeners('data');
        reject(tooLarge(most));
      })
      .once('end', () =>
        resolve((parts.length === 1 ? parts[0]! : Buffer.concat(parts)).toString()),
      )
      .once('error', reject);
  });
}

/**
 * The bytes of a request body, up to a limit. Throws PAYLOAD_TOO_LARGE, immediately if the request
 * states its length. The connection is kept open if reading ends early, so that the response arrives.
 */
export async function* limitBytes(
  request: IncomingMessage,
  most: number,
): AsyncGenerator<Uint8Array> {
  refuseLength(request, most);
  let read = 0;
  const parts: AsyncIterable<Uint8Array> = request.iterator({ destroyOnReturn: false });
  try {
    for await (const part of parts) {
      read += part.length;
      if (read > most) throw tooLarge(most);
      yield part;
    }
  } finally {
    // Unread bytes are discarded; otherwise the client could not finish sending and read the response.
    request.resume();
  }
}

/** Milliseconds for a client to stop sending what is not read, and to read its answer. */
const LINGER_MS = 2_000;

/**
 * The answer to a request whose body is not read, on a connection that it closes. It goes out at once; the connection
 * ends when the client has sent its body or gone: closed with bytes unread, it would be reset, and the answer lost.
 */
export async function* answerUnread(
  text: string,
  request: IncomingMessage,
): AsyncGenerator<string> {
  yield text;
  if (request.complete) return;
  const { promise: sent, resolve } = Promise.withResolvers<void>();
  const patience = setTimeout(resolve, LINGER_MS);
  // Discarded as it comes, without being parsed.
  request.once('close', resolve).once('end', resolve).on('error', resolve).resume();
  await sent;
  clearTimeout(patience);
}

/** Characters sent together: lines are small, and each write has a cost. */
const TOGETHER = 32 * 1024;

const JSON_TYPE = 'application/json';

/** Rows as NDJSON, or as one JSON array for a caller who prefers JSON, while they are still being made. */
export function streamRows(rows: AsyncIterable<unknown>, accept: string | undefined) {
  const array = prefersType(accept, JSON_TYPE, NDJSON) && !prefersType(accept, NDJSON, JSON_TYPE);
  return { mediaType: array ? JSON_TYPE : NDJSON, bytes: writeRows(rows, array) };
}

async function* writeRows(rows: AsyncIterable<unknown>, array: boolean): AsyncGenerator<string> {
  let text = array ? '[' : '';
  let separator = '';
  for await (const row of rows) {
    text += separator + JSON.stringify(row);
    separator = array ? ',' : '\n';
    if (text.length >= TOGETHER) {
      yield text;
      text = '';
    }
  }
  yield text + (array ? ']' : separator);
}

/** Closes a byte source that no one reads; one that has not been started would stay open. */
export async function closeUnread(bytes: AsyncIterable<unknown>): Promise<void> {
  const iterator = bytes[Symbol.asyncIterator]();
  await iterator.next();
  await iterator.return?.();
}
