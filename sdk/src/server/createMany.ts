import { createLinks, MAX_BULK_ROWS, type BulkResult, type BulkLinkRequest } from '../contract.ts';
import { type CallOptions, newId, send, type Transport } from '../core/send.ts';

export interface BulkProgress {
  /** Rows that were answered. */
  readonly done: number;
  readonly created: number;
  /** Rows whose `externalId` had a link already. */
  readonly existing: number;
  readonly refused: number;
}

export interface CreateManyOptions extends CallOptions {
  /** Rows a request; 500 by default, at most `MAX_BULK_ROWS`. */
  readonly batchSize?: number;
  readonly onProgress?: (progress: BulkProgress) => void;
}

/** Results row by row with `for await`, or all of them in an array with `await`. */
export interface BulkRun extends AsyncIterable<BulkResult>, PromiseLike<BulkResult[]> {}

type Rows = Iterable<BulkLinkRequest> | AsyncIterable<BulkLinkRequest>;

/** Size of one request, well below what the server accepts. */
const MAX_BATCH_BYTES = 8 * 1024 * 1024;

export function createMany(transport: Transport, rows: Rows, options: CreateManyOptions): BulkRun {
  const run = () => createInBatches(transport, rows, options);
  return {
    [Symbol.asyncIterator]: run,
    // Rows can be read once, and so can this.
    // oxlint-disable-next-line unicorn/no-thenable -- `await` on it is meant to work
    then: (fulfilled, rejected) => collect(run()).then(fulfilled, rejected),
  };
}

async function collect(results: AsyncIterable<BulkResult>): Promise<BulkResult[]> {
  const all: BulkResult[] = [];
  for await (const result of results) all.push(result);
  return all;
}

async function* createInBatches(
  transport: Transport,
  rows: Rows,
  { batchSize = 500, onProgress, ...options }: CreateManyOptions,
): AsyncGenerator<BulkResult> {
  if (!(batchSize >= 1 && batchSize <= MAX_BULK_ROWS)) {
    throw new RangeError(`batchSize must be between 1 and ${MAX_BULK_ROWS}, not ${batchSize}`);
  }
  const count = { done: 0, created: 0, existing: 0, refused: 0 };
  for await (const lines of batchesOf(rows, batchSize)) {
    const results = await sendBatch(transport, lines, options);
    const first = count.done;
    for (const result of results) {
      count.done += 1;
      count[result.status === 201 ? 'created' : result.status === 200 ? 'existing' : 'refused'] +=
        1;
      yield { ...result, index: first + result.index };
    }
    onProgress?.({ ...count });
  }
}

/** Every row has an externalId, so a batch can be sent again as often as it takes. */
async function sendBatch(
  transport: Transport,
  lines: readonly string[],
  options: CallOptions,
): Promise<BulkResult[]> {
  const { data } = await send(
    transport,
    createLinks,
    { body: [] },
    {
      ...options,
      repeatable: true,
      raw: { type: 'application/x-ndjson', text: `${lines.join('\n')}\n` },
    },
  );
  return data;
}

async function* batchesOf(rows: Rows, batchSize: number): AsyncGenerator<string[]> {
  let lines: string[] = [];
  let length = 0;
  for await (const row of rows) {
    const line = JSON.stringify({ ...row, externalId: row.externalId ?? newId() });
    if (
      lines.length === batchSize ||
      (lines.length > 0 && length + line.length > MAX_BATCH_BYTES)
    ) {
      yield lines;
      lines = [];
      length = 0;
    }
    lines.push(line);
    length += line.length;
  }
  if (lines.length > 0) yield lines;
}
