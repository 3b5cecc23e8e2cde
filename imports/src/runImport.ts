import type { BulkResult } from '@fairlead/contract/operations/linkBulk';
import type { Conversion, Converter } from './convert.ts';
import type { Finding, ImportedLink, SourceRecord } from './Source.ts';

/** What became of one short URL of the source. */
export interface ReportRow {
  readonly row: number;
  readonly origin: string;
  /**
   * `planned`: would be created, in a dry run. `refused`: something is wrong with it. `skipped`: left out on purpose, as a
   * repeated row is.
   */
  readonly status: 'created' | 'existing' | 'refused' | 'skipped' | 'planned';
  readonly shortUrl?: string;
  readonly id?: string;
  /** When it was created, as the server says; unchanged as long as the link has not been changed. */
  readonly updatedAt?: string;
  /** Why there is no link. */
  readonly reason?: string;
  readonly findings: readonly Finding[];
}

export interface Counts {
  /** Records of the source. */
  readonly rows: number;
  /** Links, of which a record may make several; in a dry run those that would be created. */
  readonly created: number;
  readonly existing: number;
  readonly refused: number;
  readonly skipped: number;
}

/** The answer to one call, or what kept it from being one. */
export type Sent =
  | { readonly results: readonly BulkResult[] }
  /** 0: no answer came. */
  | { readonly status: number; readonly retryAfter?: number; readonly message: string };

/** Sends one call; a dry run says how many links the calls before it would have created. */
export type Send = (
  links: readonly ImportedLink[],
  dryRun?: { readonly planned: number },
) => Promise<Sent>;

export interface ImportOptions {
  readonly records: AsyncIterable<SourceRecord> | Iterable<SourceRecord>;
  readonly converter: Converter;
  /** Creates links in one call. Absent in a dry run that asks no server: what the server would refuse counts as created. */
  readonly send?: Send;
  readonly dryRun?: boolean;
  /** Links of one call. */
  readonly together?: number;
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
  const { together = TOGETHER } = options;
  const dryRun = options.dryRun ?? options.send === undefined;
  const counts = { rows: 0, created: 0, existing: 0, refused: 0, skipped: 0 };
  const batches: Batch[] = [];
  // A slug exists once in a project: of two links with one slug, the first is settled before the other is sent.
  const slugs = new Set<string>();
  const planned = new Map<string, ImportedLink>();
  let conversions: Conversion[] = [];
  let links: ImportedLink[] = [];
  const settle = async (): Promise<void> => {
    const batch = batches.shift();
    if (batch === undefined) return;
    const results = await batch.results;
    if (dryRun) notePlanned(batch, results, planned);
    report(batch.conversions, results, { ...options, dryRun }, counts);
    options.onProgress?.({ ...counts });
  };
  const launch = async (): Promise<void> => {
    const own = links.flatMap(({ slug }) => slug ?? []);
    const alone = dryRun || own.some((slug) => slugs.has(slug));
    if (alone) while (batches.length > 0) await settle();
    for (const slug of own) slugs.add(slug);
    // What a dry run sent before was not kept: the links that these may collide with are sent along.
    const rivals = own.flatMap((slug) => planned.get(slug) ?? []);
    const before = dryRun ? { planned: counts.created - rivals.length } : undefined;
    const results = createAll(options, [...rivals, ...links], before).then((all) =>
      all.slice(rivals.length),
    );
    // Awaited in turn; a failure before that turn is not unhandled.
    results.catch(() => {});
    batches.push({ conversions, results });
    conversions = [];
    links = [];
  };
  for await (const record of options.records) {
    if (options.signal?.aborted === true) break;
    const conversion = options.converter.convert(record);
    conversions.push(conversion);
    links.push(...conversion.links);
    if (links.length < together && conversions.length < 2 * together) continue;
    await launch();
    if (batches.length > AT_ONCE) await settle();
  }
  await launch();
  while (batches.length > 0) await settle();
  return counts;
}

function notePlanned(
  { conversions }: Batch,
  results: readonly BulkResult[],
  planned: Map<string, ImportedLink>,
): void {
  for (const [place, link] of conversions.flatMap((conversion) => conversion.links).entries()) {
    if (link.slug !== undefined && results[place]?.status === 201) planned.set(link.slug, link);
  }
}

const PLANNED: BulkResult = { index: 0, status: 201 };

async function createAll(
  { send, wait, signal }: ImportOptions,
  links: readonly ImportedLink[],
  dryRun: { readonly planned: number } | undefined,
): Promise<readonly BulkResult[]> {
  if (send === undefined) return links.map(() => PLANNED);
  const results = new Map<number, BulkResult>();
  let open = links.map((_, place) => place);
  for (let tries = 1; open.length > 0; tries += 1) {
    const sent = await send(
      open.map((place) => links[place]!),
      dryRun,
    );
    const again = 'results' in sent ? keepResults(sent.results, open, results) : open;
    if ('status' in sent && !isPassing(sent.status)) {
      throw new ImportRefused(sent.status, sent.message);
    }
    if (again.length === 0) break;
    if (!isWorthATry(sent, tries, signal?.aborted === true)) {
      if ('status' in sent) throw new ImportRefused(sent.status, sent.message);
      break;
    }
    const seconds = 'retryAfter' in sent ? sent.retryAfter : undefined;
    await wait(seconds === undefined ? pauseAfter(tries) : seconds * 1000);
    // Rows of a dry run are judged together, or not as the import will judge them.
    if (dryRun === undefined) open = again;
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

function report(
  conversions: readonly Conversion[],
  results: readonly BulkResult[],
  { onRow, dryRun }: ImportOptions,
  counts: { -readonly [Name in keyof Counts]: number },
): void {
  const answers = results.values();
  for (const { row, origin, links, unmade, findings } of conversions) {
    counts.rows += 1;
    for (const link of links) {
      const answer = answers.next().value ?? NO_ANSWER;
      const word = wordOf(answer);
      counts[word] += 1;
      const target = `${link.domain ?? ''}/${link.slug ?? ''}`;
      onRow({
        row,
        origin: links.length > 1 ? `${origin} as ${target}` : origin,
        findings,
        ...(dryRun === true && word === 'created'
          ? { status: 'planned', shortUrl: target }
          : { status: word, ...toldOf(answer, word) }),
      });
    }
    for (const each of unmade) {
      counts[each.status] += 1;
      onRow({ row, ...each, findings });
    }
  }
}

function wordOf({ status }: BulkResult): 'created' | 'existing' | 'refused' {
  return status === 201 ? 'created' : status === 200 ? 'existing' : 'refused';
}

function toldOf({ status, shortUrl, id, updatedAt, message }: BulkResult, word: string) {
  return {
    ...(shortUrl !== undefined && { shortUrl }),
    ...(id !== undefined && { id }),
    ...(updatedAt !== undefined && { updatedAt }),
    ...(word === 'refused' && { reason: message ?? `The server answered ${status}` }),
  };
}
