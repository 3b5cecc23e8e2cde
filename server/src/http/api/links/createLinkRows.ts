import { setImmediate } from 'node:timers/promises';
import { ERROR_CODES, LIMITS } from '@fairlead/contract';
import type { BulkResult } from '@fairlead/contract/operations/linkManagement';
import type { App } from '../../../app.ts';
import { listVerifiedDomains } from '../../../domains/listVerifiedDomains.ts';
import { fillLinkTemplate } from '../../../lib/fillLinkTemplate.ts';
import { parseJson } from '../../../lib/parseJson.ts';
import { Problem } from '../../../lib/Problem.ts';
import { type JsonRow, readJsonRows } from '../../../lib/readJsonRows.ts';
import {
  type BulkContext,
  createLinks as createRows,
  type RowOutcome,
} from '../../../links/createLinks.ts';
import { getPlan } from '../../../plans/readPlans.ts';
import type { Project } from '../../../projects/Project.ts';
import { isRowAtFault } from '../../../db/sqlstates.ts';

/** Rows of one statement: enough to make its cost small, few enough that the first lines leave soon. */
const CHUNK = 1000;
/** Characters of one statement: large rows are parsed in smaller companies, so that nobody waits for them. */
const CHUNK_LENGTH = 512 * 1024;

/**
 * Creates the links of a body of rows while it is being read; answers a line a row, in order. `onCreated`
 * runs in the transaction of each chunk that made links. Throws NOT_FOUND without a verified domain,
 * VALIDATION_ERROR for an empty body and PAYLOAD_TOO_LARGE for one that says so from the start.
 */
export async function createLinkRows(
  app: App,
  project: Project,
  body: AsyncIterable<Uint8Array>,
  onCreated?: BulkContext['onCreated'],
): Promise<AsyncIterable<BulkResult>> {
  const domains = await listVerifiedDomains(app.db, project);
  if (domains.size === 0) {
    const message = 'The project has no verified domain; add and verify one first';
    throw new Problem('NOT_FOUND', message);
  }
  const chunks = inChunks(readJsonRows(body, LIMITS.bodyBytes));
  // A body that is empty or too large from the start is refused as a whole.
  const first = await chunks.next();
  if (first.done) return (async function* () {})();
  const limit = getPlan(app.plans, project.plan).limits.links;
  return writeChunks(app, { project, domains, limit, onCreated }, first.value, chunks);
}

/** Reads no further than the rows that a call may have: the one beyond them says so, and is the last. */
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
        await setImmediate();
      }
    }
  }
  if (chunk.length > 0) yield chunk;
}

/** While one chunk is being written the next one is read. */
async function* writeChunks(
  app: App,
  context: BulkContext,
  first: JsonRow[],
  rest: AsyncGenerator<JsonRow[]>,
): AsyncGenerator<BulkResult> {
  const hostOf = new Map([...context.domains.values()].map((each) => [each.id, each.host]));
  let index = 0;
  let chunk: JsonRow[] | undefined = first;
  while (chunk !== undefined) {
    const next = readNext(rest);
    for (const outcome of await write(app, context, chunk)) {
      yield renderResult(app, hostOf, index, outcome);
      index += 1;
    }
    const read = await next;
    if (read instanceof Problem) {
      yield renderResult(app, hostOf, index, read);
      return;
    }
    chunk = read;
  }
}

/** The lines before stand, so a body that breaks off is told in a line of its own. */
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

async function write(
  app: App,
  context: BulkContext,
  chunk: readonly JsonRow[],
): Promise<RowOutcome[]> {
  const read = chunk.map(readRow);
  const values = read.flatMap((row) => ('value' in row ? [row.value] : []));
  const made = (await createApart(app, context, values)).values();
  const outcomes = read.map((row) => ('value' in row ? made.next().value! : row));
  for (const outcome of outcomes) {
    if ('link' in outcome && outcome.created) {
      app.lookups.apply(`link ${context.project.id} ${outcome.link.slug}`);
    }
  }
  return outcomes;
}

const TOO_MANY = {
  problem: `A call takes at most ${LIMITS.bulkRows.toLocaleString('en-US')} rows; send the rest in another call`,
} as const;

type ReadRow = { readonly value: unknown } | Extract<RowOutcome, { code: unknown }>;

function readRow(row: JsonRow): ReadRow {
  if ('problem' in row) return { code: 'VALIDATION_ERROR', message: row.problem };
  try {
    return { value: parseJson(row.text, 'The row') };
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/**
 * A row that the database refuses, though it passed every check, is found by halving, so that its
 * neighbours are made. While the database does not answer, the rows say so and can be sent again.
 */
async function createApart(
  app: App,
  context: BulkContext,
  rows: readonly unknown[],
): Promise<RowOutcome[]> {
  if (rows.length === 0) return [];
  try {
    return await createRows(app.db, context, rows);
  } catch (error) {
    app.log.error({ err: error }, 'Rows of a bulk creation failed');
    if (!isRowAtFault(error)) return rows.map(() => UNAVAILABLE);
    if (rows.length === 1) return [REFUSED];
  }
  const middle = Math.ceil(rows.length / 2);
  return [
    ...(await createApart(app, context, rows.slice(0, middle))),
    ...(await createApart(app, context, rows.slice(middle))),
  ];
}

const UNAVAILABLE = {
  code: 'UNAVAILABLE',
  message: 'The service is temporarily unavailable; send the row again',
} as const;
const REFUSED = { code: 'VALIDATION_ERROR', message: 'The row cannot be stored' } as const;

function renderResult(
  app: App,
  hostOf: ReadonlyMap<string, string>,
  index: number,
  outcome: RowOutcome,
): BulkResult {
  if ('code' in outcome) {
    return { index, status: ERROR_CODES[outcome.code].status, message: outcome.message };
  }
  const { link, created } = outcome;
  const host = hostOf.get(link.domainId);
  return {
    index,
    status: created ? 201 : 200,
    id: link.id,
    slug: link.slug,
    ...(host !== undefined && {
      shortUrl: fillLinkTemplate(app.config.linkUrlTemplate, host, link.slug),
    }),
    ...(link.externalId !== undefined && { externalId: link.externalId }),
  };
}
