import { createProjectLinks } from '@fairlead/contract/operations/dashboard/linkBulk';
import type { BulkLinkRequest, BulkResult } from '@fairlead/contract/operations/linkManagement';
import { call } from '../../api/call.ts';
import { CallError, messageOf } from '../../api/CallError.ts';
import { linkOfRow, type Mapping } from './importFields.ts';
import type { CsvRow } from './readCsv.ts';

export interface RefusedRow extends CsvRow {
  readonly message: string;
}

export interface ImportProgress {
  readonly created: number;
  /** Had the external id already; nothing was changed. */
  readonly known: number;
  readonly refused: readonly RefusedRow[];
  /** Rows that have been judged, in the order of the file. */
  readonly done: number;
  /** Why it ended before the last row. */
  readonly problem?: string;
}

/** Rows of one call: enough to be quick, few enough that the bar moves and that stopping is soon. */
const TOGETHER = 500;
const TRIES = 4;
/** Seconds between tries where the server does not say. */
const PAUSE = 3;

/**
 * Creates a link for each row, batch by batch; a refused row stops no other. Ends early when the signal
 * says so, with the batch that is under way, or when the server refuses a whole batch.
 */
export async function sendRows(
  projectId: string,
  rows: readonly CsvRow[],
  mapping: Mapping,
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  let progress: ImportProgress = { created: 0, known: 0, refused: [], done: 0 };
  while (progress.done < rows.length && !signal.aborted) {
    const batch = rows.slice(progress.done, progress.done + TOGETHER);
    try {
      // One after the other: what stands first in the file has the first claim to a slug.
      progress = add(progress, batch, await send(projectId, batch, mapping, signal));
    } catch (error) {
      const lost = statusOf(error) === 0 || statusOf(error) >= 500;
      const rest = lost
        ? add(
            progress,
            batch,
            batch.map(() => LOST),
          )
        : progress;
      onProgress({ ...rest, problem: messageOf(error) });
      return;
    }
    onProgress(progress);
  }
}

/** Anything but an answer of the server is no answer. */
function statusOf(error: unknown): number {
  return error instanceof CallError ? error.status : 0;
}

type Outcome = { readonly status: number; readonly message?: string };

function add(
  before: ImportProgress,
  batch: readonly CsvRow[],
  outcomes: readonly Outcome[],
): ImportProgress {
  const made = (status: number) => outcomes.filter((each) => each.status === status).length;
  const refused = batch.flatMap((row, place) => {
    const outcome = outcomes[place];
    if (outcome?.status === 201 || outcome?.status === 200) return [];
    return [{ ...row, message: outcome?.message ?? 'The server gave no result for this row' }];
  });
  return {
    created: before.created + made(201),
    known: before.known + made(200),
    refused: [...before.refused, ...refused],
    done: before.done + batch.length,
  };
}

/** What became of each row of a batch; rows that are no links are not sent. */
async function send(
  projectId: string,
  batch: readonly CsvRow[],
  mapping: Mapping,
  signal: AbortSignal,
): Promise<Outcome[]> {
  const read = batch.map(({ cells }) => linkOfRow(cells, mapping));
  const links = read.filter((link) => typeof link !== 'string');
  const results = links.length === 0 ? [] : await patiently(projectId, links, signal);
  const answers = results.values();
  return read.map((link) =>
    typeof link === 'string' ? { status: 400, message: link } : (answers.next().value ?? LOST),
  );
}

const LOST: Outcome = {
  status: 0,
  message: 'No answer came; check whether the link exists before you import the row again',
};

/** Where the server asks to slow down, it waits; where it does not answer, rows that may be repeated are. */
async function patiently(
  projectId: string,
  links: BulkLinkRequest[],
  signal: AbortSignal,
): Promise<BulkResult[]> {
  const repeatable = links.every(({ externalId }) => externalId !== undefined);
  for (let tries = 1; ; tries += 1) {
    try {
      const lines = await call(createProjectLinks, { params: { projectId }, body: links });
      return await Array.fromAsync(lines);
    } catch (error) {
      const status = statusOf(error);
      const again = status === 429 || ((status === 0 || status >= 500) && repeatable);
      if (signal.aborted || !again || (status !== 429 && tries >= TRIES)) throw error;
      const seconds = (error instanceof CallError ? error.retryAfter : undefined) ?? PAUSE;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  }
}
