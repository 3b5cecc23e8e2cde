import { LIMITS } from '@fairlead/contract/limits';
import type { Actor } from '#teams/audit/AuditEntry.ts';
import type { Db } from '#platform/db/Db.ts';
import type { ChangeFeed } from '#platform/db/changes/followChanges.ts';
import { inPart, rehearse } from '#platform/db/migrations/rehearse.ts';
import { isRowAtFault } from '#platform/db/sqlstates.ts';
import { listVerifiedDomains } from '#teams/domains/listVerifiedDomains.ts';
import { createSlices } from '#platform/lib/createSlices.ts';
import type { Log } from '#platform/ports/Log.ts';
import { parseJson } from '#platform/lib/parseJson.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { type JsonRow, readJsonRows } from '#platform/lib/readJsonRows.ts';
import { getPlan, type Plans } from '#teams/plans/readPlans.ts';
import type { Project } from '#teams/projects/Project.ts';
import { createLinks } from './createLinks.ts';
import type { BulkContext, NamedLink, RefusedRow, RowOutcome } from './insertRows.ts';

interface Dependencies {
  readonly db: Db;
  readonly plans: Plans;
  readonly log: Pick<Log, 'error'>;
  readonly changes: Pick<ChangeFeed, 'caughtUp'>;
}

/** The outcome of one row, in the order of the rows. */
export type WrittenRow =
  | {
      readonly created: boolean;
      readonly link: NamedLink;
      readonly host: string | undefined;
    }
  | RefusedRow;

/** Of a row, while it is parsed. */
const LENGTH_OF_A_STEP = 64;
/** Rows per statement: enough to make its cost small, few enough that the first lines are sent soon. */
const CHUNK = 1000;
/** Characters per statement: large rows are parsed in smaller batches, so that no one waits for them. */
const CHUNK_LENGTH = 512 * 1024;

/**
 * Creates the links of a body of rows while it is being read; yields one outcome per row, in order. Each chunk is a
 * transaction that includes its audit log entry: what was created is logged even if a later chunk fails. Throws NOT_FOUND without a verified domain, VALIDATION_ERROR for an
 * empty body and PAYLOAD_TOO_LARGE for one whose length is known to be too large. A rehearsal writes everything in one
 * transaction, after the body has been read, and takes it back.
 */
export async function createLinkRows(
  dependencies: Dependencies,
  project: Project,
  actor: Actor,
  body: AsyncIterable<Uint8Array>,
  { dryRun = false, planned = 0 }: Rehearsal = {},
): Promise<AsyncIterable<WrittenRow>> {
  const { db, plans } = dependencies;
  const verified = await listVerifiedDomains(db, project);
  const domains = new Map(verified.map((domain) => [domain.host, domain]));
  if (domains.size === 0) {
    const message = 'The project has no verified domain; add and verify one first';
    throw new Problem('NOT_FOUND', message);
  }
  const chunks = inChunks(readJsonRows(body, LIMITS.bodyBytes));
  // A body that is empty or too large from the start is refused as a whole.
  const first = await chunks.next();
  if (first.done) return (async function* () {})();
  const limit = getPlan(plans, project.plan).limits.links;
  const context = { project, domains, limit, actor };
  if (!dryRun) return writeChunks({ dependencies, context }, first.value, chunks);
  // No connection and no lock waits for whoever sends the body.
  const read = [first.value, ...(await Array.fromAsync(chunks))];
  return inOrder(
    await rehearse(db, (tx) => {
      const caughtUp = () => Promise.resolve();
      const inside = { ...dependencies, db: tx, changes: { caughtUp } };
      const rest = inOrder(read.slice(1));
      return Array.fromAsync(
        writeChunks({ dependencies: inside, context: { ...context, planned } }, read[0]!, rest),
      );
    }),
  );
}

async function* inOrder<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

interface Rehearsal {
  readonly dryRun?: boolean;
  /** Links that the calls before would have created. */
  readonly planned?: number;
}

/** One call. */
interface Run {
  readonly dependencies: Dependencies;
  readonly context: BulkContext;
}

/** Reads no more rows than a call may have: the first one beyond reports the limit, and is the last. */
async function* inChunks(groups: AsyncIterable<JsonRow[]>): AsyncGenerator<JsonRow[]> {
  let chunk: JsonRow[] = [];
  let length = 0;
  let count = 0;
  for await (const group of groups) {
    for (const row of group) {
      if (count === LIMITS.bulkRows) {
        yield [...chunk, TOO_MANY];
        return;
      }
      count += 1;
      chunk.push(row);
      length += 'text' in row ? row.text.length : 0;
      if (chunk.length === CHUNK || length >= CHUNK_LENGTH) {
        yield chunk;
        chunk = [];
        length = 0;
      }
    }
  }
  if (chunk.length > 0) yield chunk;
}

/** While one chunk is being written, the next one is read. */
async function* writeChunks(
  run: Run,
  first: JsonRow[],
  rest: AsyncGenerator<JsonRow[]>,
): AsyncGenerator<WrittenRow> {
  const hostOf = new Map(
    [...run.context.domains.values()].map((domain) => [domain.id, domain.host]),
  );
  let chunk: JsonRow[] | undefined = first;
  while (chunk !== undefined) {
    const next = readNext(rest);
    for (const outcome of await write(run, chunk)) {
      yield 'code' in outcome ? outcome : { ...outcome, host: hostOf.get(outcome.link.domainId) };
    }
    const read = await next;
    if (read instanceof Problem) {
      yield read;
      return;
    }
    chunk = read;
  }
}

/** Earlier lines have been sent already, so a body that breaks off is reported in a line of its own. */
async function readNext(rows: AsyncGenerator<JsonRow[]>): Promise<JsonRow[] | Problem | undefined> {
  try {
    const { value, done } = await rows.next();
    return done ? undefined : value;
  } catch (error) {
    return error instanceof Problem
      ? error
      : new Problem('VALIDATION_ERROR', 'The body broke off; send the rows from here on again');
  }
}

async function write(run: Run, chunk: readonly JsonRow[]): Promise<RowOutcome[]> {
  const slices = createSlices();
  const read: ReadRow[] = [];
  for (const row of chunk) {
    read.push(readRow(row));
    const length = 'text' in row ? row.text.length : 0;
    if (slices.spend(1 + length / LENGTH_OF_A_STEP)) await slices.turn();
  }
  const values = read.flatMap((row) => ('value' in row ? [row.value] : []));
  const made = (await createApart(run, values)).values();
  const outcomes = read.map((row) => ('value' in row ? made.next().value! : row));
  // Rows that have been answered can be read immediately in this process.
  if (outcomes.some(isCreated)) await run.dependencies.changes.caughtUp();
  return outcomes;
}

function isCreated(outcome: RowOutcome): boolean {
  return 'created' in outcome && outcome.created;
}

const TOO_MANY = {
  problem: `A call takes at most ${LIMITS.bulkRows.toLocaleString('en-US')} rows; send the rest in another call`,
} as const;

type ReadRow = { readonly value: unknown } | RefusedRow;

function readRow(row: JsonRow): ReadRow {
  if ('problem' in row) return new Problem('VALIDATION_ERROR', row.problem);
  try {
    return { value: parseJson(row.text, 'The row') };
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/**
 * A row that the database refuses although it passed every check is found by bisection, so that its
 * neighbours are created. While the database does not answer, the rows say so and can be sent
 * again.
 */
async function createApart(run: Run, rows: readonly unknown[]): Promise<RowOutcome[]> {
  if (rows.length === 0) return [];
  const { db, log } = run.dependencies;
  try {
    return await inPart(db, () => createLinks(db, run.context, rows));
  } catch (error) {
    log.error({ err: error }, 'Rows of a bulk creation failed');
    if (!isRowAtFault(error)) return rows.map(() => UNAVAILABLE);
    if (rows.length === 1) return [REFUSED];
  }
  const middle = Math.ceil(rows.length / 2);
  return [
    ...(await createApart(run, rows.slice(0, middle))),
    ...(await createApart(run, rows.slice(middle))),
  ];
}

const UNAVAILABLE = new Problem(
  'UNAVAILABLE',
  'The service is temporarily unavailable; send the row again',
);
const REFUSED = new Problem('VALIDATION_ERROR', 'The row cannot be stored');
