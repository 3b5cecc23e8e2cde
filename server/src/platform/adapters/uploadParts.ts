import { callS3, type S3Connection, StoreError } from './connectS3.ts';

/** How much is held in memory at a time. A store accepts 10,000 parts, so a file may have 312 GiB. */
const PART_BYTES = 32 * 1024 * 1024;
const MAX_PARTS = 10_000;

/**
 * Stores content of any length as one object; returns its size in bytes. The store creates the object when told that
 * all parts are there: a failure removes the parts, and what a killed process leaves behind is not an object (a bucket
 * rule for incomplete uploads deletes it).
 */
export async function uploadParts(
  { client, base, shown }: S3Connection,
  content: AsyncIterable<Uint8Array>,
  partBytes = PART_BYTES,
): Promise<number> {
  const call = async (method: string, query: string, body?: Uint8Array<ArrayBuffer> | string) => {
    const response = await callS3(client, `${base}?${query}`, {
      method,
      ...(body !== undefined && { body }),
    });
    if (response.status === 404)
      throw new StoreError(`${shown}: the bucket or the upload does not exist`);
    return response;
  };
  const begun = await (await call('POST', 'uploads=')).text();
  const id = /<UploadId>([^<]+)<\/UploadId>/.exec(begun)?.[1];
  if (id === undefined)
    throw new StoreError(`${shown}: the file store began no upload: ${begun.slice(0, 300)}`);
  const upload = `uploadId=${encodeURIComponent(id.replaceAll('&amp;', '&'))}`;
  try {
    let bytes = 0;
    const tags: string[] = [];
    for await (const part of inParts(content, partBytes)) {
      if (tags.length === MAX_PARTS) {
        throw new StoreError(
          `${shown}: more than ${MAX_PARTS} parts of ${partBytes} bytes; write to a file instead`,
        );
      }
      const stored = await call('PUT', `partNumber=${tags.length + 1}&${upload}`, part);
      await stored.body?.cancel();
      tags.push(stored.headers.get('etag') ?? '');
      bytes += part.byteLength;
    }
    const done = await (await call('POST', upload, listOf(tags))).text();
    // The store answers 200 before it knows the result, and reports a failure in the body.
    if (!done.includes('CompleteMultipartUploadResult')) {
      throw new StoreError(
        `${shown}: the file store could not join the parts: ${done.slice(0, 300)}`,
      );
    }
    return bytes;
  } catch (error) {
    await call('DELETE', upload).catch(() => undefined);
    throw error;
  }
}

/** Parts of exactly that length, except the last. */
async function* inParts(
  content: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content) {
    held.push(chunk);
    length += chunk.byteLength;
    if (length < partBytes) continue;
    const whole = Buffer.concat(held);
    let from = 0;
    for (; whole.byteLength - from >= partBytes; from += partBytes) {
      yield whole.subarray(from, from + partBytes);
    }
    held = [whole.subarray(from)];
    length = whole.byteLength - from;
  }
  if (length > 0) yield Buffer.concat(held);
}

function listOf(tags: readonly string[]): string {
  const parts = tags.map(
    (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escape(tag)}</ETag></Part>`,
  );
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
