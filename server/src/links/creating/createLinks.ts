import type { Finding } from '@fairlead/contract/finding';
import { createRenaming } from '@fairlead/contract/formerNames';
import { compileSchema, partsThatFit } from '@fairlead/contract/findings';
import { BulkLinkRequest } from '@fairlead/contract/operations/linkManagement';
import type { Db } from '#platform/db/Db.ts';
import { createSlices, type Slices } from '#platform/lib/createSlices.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { checkNewLink, readNewLink } from './checkNewLink.ts';
import { domainUnknown } from './examineNewLink.ts';
import { findFolders, folderUnknown } from '../folders/findFolders.ts';
import { readFolderRights } from '../folders/folderRights.ts';
import { findLoops, findMissing } from '../rules/findLoops.ts';
import {
  type BulkContext,
  insertRows,
  type Outcomes,
  type PreparedRow,
  refuse,
  type RefusedRow,
  type RowOutcome,
  takeExisting,
} from './insertRows.ts';
import { rowOf } from './writeLinks.ts';

type ReadRow = Pick<PreparedRow, 'index' | 'input'>;

const request = compileSchema(BulkLinkRequest);
const rename = createRenaming(BulkLinkRequest);
/** Of validating one, also where it is refused, and of each of its rules. */
const STEPS_OF_A_ROW = 100;

function stepsOf(row: unknown): number {
  const rules = typeof row === 'object' && row !== null && 'rules' in row ? row.rules : null;
  return STEPS_OF_A_ROW * (1 + (Array.isArray(rules) ? rules.length : 0));
}

/**
 * Creates links from rows that have not been validated yet, a thousand or so at a time, by the rules of
 * `createLink`: each row on its own, in order, with an outcome for each. The audit log entry of those created is
 * written in their transaction. Throws if the database fails.
 */
export async function createLinks(
  db: Db,
  context: BulkContext,
  rows: readonly unknown[],
): Promise<RowOutcome[]> {
  const slices = createSlices();
  const outcomes: Outcomes = new Map();
  const read: ReadRow[] = [];
  for (const [index, given] of rows.entries()) {
    const row = rename(given);
    if (slices.spend(stepsOf(row))) await slices.turn();
    if (request.check(row)) read.push({ index, input: row as BulkLinkRequest });
    else outcomes.set(index, refuse('VALIDATION_ERROR', examineRow(row)));
  }
  // Idempotency: an existing link is returned before the rest of the row is validated.
  await takeExisting(db, context.project, read, outcomes);
  const prepared: PreparedRow[] = [];
  for (const row of read) {
    if (slices.spend(stepsOf(row.input))) await slices.turn();
    const ready = outcomes.has(row.index) ? undefined : prepare(context, row);
    if (ready && 'code' in ready) outcomes.set(row.index, ready);
    else if (ready) prepared.push(ready);
  }
  const placed = await inFolders(db, context, prepared, outcomes);
  const sound = await refuseLoops(db, context, placed, outcomes, slices);
  const inserted = await insertRows(db, context, sound);
  const inputs = new Map(read.map(({ index, input }) => [index, input]));
  const firsts = firstByExternalId(sound);
  return rows.map((_, index) => {
    const externalId = inputs.get(index)?.externalId;
    const first = externalId === undefined ? undefined : firsts.get(externalId);
    const twin = first !== undefined && first < index ? inserted.get(first) : undefined;
    // The same holds for a link that an earlier row of the call has created.
    if (twin && 'link' in twin && !inserted.has(index)) return { ...twin, created: false };
    return (outcomes.get(index) ?? inserted.get(index))!;
  });
}

/** The rows whose folders the project has and the actor may put links into, each in its own. */
async function inFolders(
  db: Db,
  { project, actor }: BulkContext,
  rows: readonly PreparedRow[],
  outcomes: Outcomes,
): Promise<PreparedRow[]> {
  const hindranceOf = await readFolderRights(db, project, actor);
  const folders = await findFolders(
    db,
    project,
    rows.flatMap(({ input }) => input.folder ?? []),
  );
  return rows.flatMap((row) => {
    const { folder } = row.input;
    const id = folder ? folders.get(folder) : null;
    if (id === undefined) {
      outcomes.set(row.index, refuse('VALIDATION_ERROR', [folderUnknown()]));
      return [];
    }
    const hindrance = hindranceOf(id);
    if (hindrance !== null) {
      outcomes.set(row.index, new Problem('FORBIDDEN', hindrance));
      return [];
    }
    return [id === null ? row : { ...row, link: { ...row.link, folder_id: id } }];
  });
}

/** The rows that lead neither to themselves nor, over links or earlier rows of their domain, back to themselves. */
async function refuseLoops(
  db: Db,
  { project }: BulkContext,
  rows: readonly PreparedRow[],
  outcomes: Outcomes,
  slices: Slices,
): Promise<PreparedRow[]> {
  const pending = new Map<string, Map<string, BulkLinkRequest>>();
  const sound: PreparedRow[] = [];
  for (const row of rows) {
    const { domain, input } = row;
    if (slices.spend(stepsOf(input))) await slices.turn();
    const { slug } = row.link;
    const earlier = pending.get(domain.id) ?? new Map<string, BulkLinkRequest>();
    const findings = await findMissing(db, project, input, earlier);
    if (input.slug !== undefined) {
      findings.push(...(await findLoops(db, { project, domain, slug }, input, earlier, slices)));
    }
    if (findings.length > 0) {
      outcomes.set(row.index, refuse('VALIDATION_ERROR', findings));
      continue;
    }
    sound.push(row);
    pending.set(domain.id, earlier.set(slug, input));
  }
  return sound;
}

/** The position of the first row that has an externalId. */
function firstByExternalId(rows: readonly PreparedRow[]): ReadonlyMap<string, number> {
  const named = rows.flatMap(({ index, input: { externalId } }) =>
    externalId === undefined ? [] : [[externalId, index] as const],
  );
  return new Map(named.toReversed());
}

function prepare({ domains }: BulkContext, { index, input }: ReadRow): PreparedRow | RefusedRow {
  const read = readNewLink(input);
  if ('findings' in read) return refuse('VALIDATION_ERROR', read.findings);
  const { fields } = read;
  const domain =
    fields.domain === undefined
      ? domains.values().next().value
      : domains.get(fields.domain.toLowerCase());
  if (domain === undefined) return refuse('NOT_FOUND', [domainUnknown(fields)]);
  return { index, input: fields, domain, link: rowOf(domain, fields) };
}

/** Everything wrong with a row that does not fit the schema. */
function examineRow(row: unknown): Finding[] {
  const findings = request.findings(row, 'The row');
  const fitting = partsThatFit(row, findings);
  return fitting ? [...findings, ...checkNewLink(fitting)] : findings;
}
