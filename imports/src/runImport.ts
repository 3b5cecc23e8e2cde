import type { BulkResult } from '@fairlead/contract/operations/linkManagement';
import type { Conversion, Converter } from './convert.ts';
import type { Finding, ImportedLink, SourceRecord } from './Source.ts';

/** What became of one short URL of the source. */
export interface ReportRow {
  readonly row: number;
  readonly origin: string;
  /** `planned`: of a dry run, in which nothing is made. */
  readonly status: 'created' | 'existing' | 'refused' | 'skipped' | 'planned';
  readonly shortUrl?: string;
  readonly id?: string;
  /** Why there is no link. */
  readonly reason?: string;
  readonly findings: readonly Finding[];
}

export interface Counts {
  /** Records of the source. */
  readonly rows: number;
  /** Links, of which a record may make several. */
  readonly created: number;
  readonly existing: number;
  readonly refused: number;
  readonly skipped: number;
  readonly planned: number;
}

/** The answer to one call, or what kept it from being one. */
export type Sent =
  | { readonly results: readonly BulkResult[] }
  /** 0: no answer came. */
  | { readonly status: number; readonly retryAfter?: number; readonly message: string };

export interface ImportOptions {
  readonly records: AsyncIterable<SourceRecord> | Iterable<SourceRecord>;
  readonly converter: Converter;
  /** Creates links in one call; absent in a dry run. */
  readonly send?: (links: readonly ImportedLink[]) => Promise<Sent>;
  /** In the order of the source. */
  readonly onRow: (row: ReportRow) => void;
  readonly onProgress?: (counts: Counts) => void;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly signal?: AbortSignal;
}

/** The server refuses the import as a whole; what was made before stays. */
export class ImportRefused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Links of one call. */
const TOGETHER = 1000;
/** Calls that are under way at a time. */
const AT_ONCE = 2;
const TRIES = 8;
/** Of a call that is under way when the import is stopped. */
const TRIES_STOPPED = 3;
/** Milliseconds. */
const FIRST_PAUSE = 1000;
const MAX_PAUSE_MS = 30_000;

interface Batch {
  readonly conversions: readonly Conversion[];
  readonly results: Promise<readonly BulkResult[]>;
}

/**
 * Converts the records and creates their links, call by call. Every link has an external id, so a call is sent again
 * without harm, and so is a whole import that was cut off. Throws ImportRefused when a call can never succeed.
 */
export async function runImport(options: ImportOptions): Promise<Counts> {
  const counts = { rows: 0, created: 0, existing: 0, refused: 0, skipped: 0, planned: 0 };
  const batches: Batch[] = [];
  let conversions: Conversion[] = [];
  let links = 0;
  const launch = (): void => {
    const results = createAll(
      options,
      conversions.flatMap((each) => each.links),
    );
    // Awaited in turn; a failure before that turn is not unhandled.
    results.catch(() => {});
    batches.push({ conversions, results });
    conversions = [];
    links = 0;
  };
  const settle = async (): Promise<void> => {
    const batch = batches.shift();
    if (batch === undefined) return;
    report(batch.conversions, await batch.results, options, counts);
    options.onProgress?.({ ...counts });
  };
  for await (const record of options.records) {
    if (options.signal?.aborted === true) break;
    const conversion = options.converter.convert(record);
    conversions.push(conversion);
    links += conversion.links.length;
    if (links < TOGETHER && conversions.length < 2 * TOGETHER) continue;
    launch();
    if (batches.length > AT_ONCE) await settle();
  }
  launch();
  while (batches.length > 0) await settle();
  return counts;
}

const PLANNED: BulkResult = { index: 0, status: 0 };

async function createAll(
  { send, wait, signal }: ImportOptions,
  links: readonly ImportedLink[],
): Promise<readonly BulkResult[]> {
  if (send === undefined) return links.map(() => PLANNED);
  const results = new Map<number, BulkResult>();
  let open = links.map((_, place) => place);
  for (let tries = 1; open.length > 0; tries += 1) {
    const sent = await send(open.map((place) => links[place]!));
    const again = 'results' in sent ? keepResults(sent.results, open, results) : open;
    if ('status' in sent && !isPassing(sent.status)) {
      throw new ImportRefused(sent.status, sent.message);
    }
    if (again.length === 0) break;
    if (!isWorthATry(sent, tries, signal?.aborted === true)) {
      if ('status' in sent) throw new ImportRefused(sent.status, sent.message);
      break;
    }
    const asked = 'retryAfter' in sent ? sent.retryAfter : undefined;
    await wait(asked === undefined ? pauseAfter(tries) : asked * 1000);
    open = again;
  }
  return links.map((_, place) => results.get(place) ?? NO_ANSWER);
}

/** Places whose row has no answer, or one that says to ask again. */
function keepResults(
  answers: readonly BulkResult[],
  open: readonly number[],
  results: Map<number, BulkResult>,
): number[] {
  return open.filter((place, index) => {
    const result = answers[index];
    if (result !== undefined) results.set(place, result);
    return result === undefined || result.status >= 500;
  });
}

/** Whether another try may do better; 0 where nothing was answered. */
function isPassing(status: number): boolean {
  return status === 0 || status === 429 || status >= 500;
}

/** Whether a call is sent once more; a busy server is asked for as long as the import goes on. */
function isWorthATry(sent: Sent, tries: number, stopped: boolean): boolean {
  if (stopped) return tries < TRIES_STOPPED;
  return tries < TRIES || ('status' in sent && sent.status === 429);
}

const NO_ANSWER: BulkResult = {
  index: 0,
  status: 503,
  message: 'No answer came; run the import again, which makes no link twice',
};

function pauseAfter(tries: number): number {
  return Math.min(FIRST_PAUSE * 2 ** (tries - 1), MAX_PAUSE_MS);
}

/** What became of a row, by the status of its answer; 0 in a dry run. */
const WORDS: ReadonlyMap<number, 'planned' | 'created' | 'existing'> = new Map([
  [0, 'planned'],
  [200, 'existing'],
  [201, 'created'],
]);

function report(
  conversions: readonly Conversion[],
  results: readonly BulkResult[],
  { onRow }: ImportOptions,
  counts: { -readonly [Name in keyof Counts]: number },
): void {
  const answers = results.values();
  for (const { row, origin, links, skipped, findings } of conversions) {
    counts.rows += 1;
    for (const link of links) {
      const { status, shortUrl, id, message } = answers.next().value ?? NO_ANSWER;
      const word = WORDS.get(status) ?? 'refused';
      counts[word] += 1;
      const planned = `${link.domain ?? ''}/${link.slug ?? ''}`;
      onRow({
        row,
        origin: links.length > 1 ? `${origin} as ${planned}` : origin,
        status: word,
        ...(shortUrl !== undefined ? { shortUrl } : word === 'planned' && { shortUrl: planned }),
        ...(id !== undefined && { id }),
        ...(word === 'refused' && { reason: message ?? `The server answered ${status}` }),
        findings,
      });
    }
    for (const each of skipped) {
      counts.skipped += 1;
      onRow({ row, origin: each.origin, status: 'skipped', reason: each.reason, findings });
    }
  }
}
