import { setImmediate } from 'node:timers/promises';
import type { Finding } from '@fairlead/contract/finding';
import { compileSchema, partsThatFit } from '@fairlead/contract/findings';
import { BulkLinkRequest } from '@fairlead/contract/operations/linkManagement';
import type { ErrorCode } from '@fairlead/contract/errors';
import type { Actor } from '../audit/AuditEntry.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Db } from '../db/Db.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { Domain } from '../domains/Domain.ts';
import { newId } from '../lib/uuid.ts';
import { limitReached } from '../plans/checkLimit.ts';
import { countUsage } from '../plans/countUsage.ts';
import { lockLimits } from '../plans/lockLimits.ts';
import type { Project } from '../projects/Project.ts';
import { targetOfAll } from './auditTargets.ts';
import { checkNewLink, serialiseDestinations, slugTaken } from './checkNewLink.ts';
import { domainUnknown } from './examineNewLink.ts';
import { findLoops } from './findLoops.ts';
import { insertLinks, type PreparedLink } from './insertLinks.ts';
import { newSlug } from './newSlug.ts';

/** The outcome of one row; `link` names the new link, or the one that had the externalId. */
export type RowOutcome = { readonly created: boolean; readonly link: NamedLink } | RefusedRow;

/** As a `Problem` describes it. */
export interface RefusedRow {
  readonly code: ErrorCode;
  readonly message: string;
  readonly findings: readonly Finding[];
}

export interface NamedLink {
  readonly id: string;
  readonly slug: string;
  readonly domainId: string;
  readonly externalId?: string | undefined;
  /** Of a new link. */
  readonly updatedAt?: Date;
}

export interface BulkContext {
  readonly project: Project;
  /** The project's verified domains by host; the first is the one used without a name. */
  readonly domains: ReadonlyMap<string, Domain>;
  /** The number of links that the plan allows; null: any number. */
  readonly limit: number | null;
  /** Links that earlier calls of a dry run would have created. */
  readonly planned?: number;
  /** Null: no audit log entry, as for an application key, which is not a person. */
  readonly actor: Actor | null;
}

type Row = PreparedLink & { readonly index: number };
/** By the row's position. */
type Outcomes = Map<number, RowOutcome>;

const SLUG_TRIES = 8;
const request = compileSchema(BulkLinkRequest);

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
  const outcomes: Outcomes = new Map();
  const inputs = new Map<number, BulkLinkRequest>();
  for (const [index, row] of rows.entries()) {
    await givePlace(index);
    if (request.check(row)) inputs.set(index, row as BulkLinkRequest);
    else outcomes.set(index, refuse('VALIDATION_ERROR', examineRow(row)));
  }
  // Idempotency: an existing link is returned before the rest of the row is validated.
  await takeExisting(db, context.project, inputs, outcomes);
  const prepared: Row[] = [];
  for (const [index, input] of inputs) {
    await givePlace(index);
    const row = outcomes.has(index) ? undefined : prepare(context, index, input);
    if (row && 'code' in row) outcomes.set(index, row);
    else if (row) prepared.push(row);
  }
  const sound = await refuseLoops(db, context, prepared, outcomes);
  const inserted = await insertWithinLimit(db, context, sound);
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

/** The rows that lead neither to themselves nor, over links or earlier rows of their domain, back to themselves. */
async function refuseLoops(
  db: Db,
  { project, domains }: BulkContext,
  rows: readonly Row[],
  outcomes: Outcomes,
): Promise<Row[]> {
  const hosts = new Map([...domains.values()].map(({ id, host }) => [id, host]));
  const pending = new Map<string, Map<string, BulkLinkRequest>>();
  const sound: Row[] = [];
  for (const row of rows) {
    const { domainId, slug, input } = row;
    const earlier = pending.get(domainId) ?? new Map<string, BulkLinkRequest>();
    const domain = { id: domainId, host: hosts.get(domainId) ?? '' };
    const findings =
      input.slug === undefined
        ? []
        : await findLoops(db, { project, domain, slug }, input, earlier);
    if (findings.length > 0) {
      outcomes.set(row.index, refuse('VALIDATION_ERROR', findings));
      continue;
    }
    sound.push(row);
    pending.set(domainId, earlier.set(slug, input));
  }
  return sound;
}

/** The position of the first row that has an externalId. */
function firstByExternalId(rows: readonly Row[]): ReadonlyMap<string, number> {
  const named = rows.flatMap(({ index, input: { externalId } }) =>
    externalId === undefined ? [] : [[externalId, index] as const],
  );
  return new Map(named.toReversed());
}

/** Rows validated in one go: about a millisecond, including refused ones. */
const TOGETHER = 50;

/** Lets other requests have their turn now and then. */
async function givePlace(index: number): Promise<void> {
  if (index % TOGETHER === TOGETHER - 1) await setImmediate();
}

function prepare(
  { domains }: BulkContext,
  index: number,
  input: BulkLinkRequest,
): Row | RefusedRow {
  const findings = checkNewLink(input);
  if (findings.length > 0) return refuse('VALIDATION_ERROR', findings);
  const domain =
    input.domain === undefined
      ? domains.values().next().value
      : domains.get(input.domain.toLowerCase());
  if (domain === undefined) {
    return refuse('NOT_FOUND', [domainUnknown(input)]);
  }
  return {
    index,
    id: newId(),
    domainId: domain.id,
    slug: input.slug ?? newSlug(),
    input: serialiseDestinations(input),
  };
}

/** Everything wrong with a row that does not fit the schema. */
function examineRow(row: unknown): Finding[] {
  const findings = request.findings(row, 'The row');
  const fitting = partsThatFit(row, findings);
  return fitting ? [...findings, ...checkNewLink(fitting)] : findings;
}

function refuse(code: ErrorCode, findings: readonly Finding[]): RefusedRow {
  return { code, message: findings.map((each) => each.message).join('; '), findings };
}

/** All or nothing, so that the rows of a failed attempt can be tried again. */
async function insertWithinLimit(
  db: Db,
  context: BulkContext,
  rows: readonly Row[],
): Promise<Outcomes> {
  const { project, limit, actor } = context;
  if (rows.length === 0) return new Map();
  const noted = async (tx: Db, outcomes: Outcomes): Promise<Outcomes> => {
    const created = [...outcomes].toSorted(([a], [b]) => a - b).flatMap(([, row]) => madeBy(row));
    if (created.length > 0 && actor !== null) {
      await recordAudit(tx, project, actor, {
        action: 'links.created',
        target: targetOfAll(created.map(({ slug }) => slug)),
        details: { count: created.length },
      });
    }
    return outcomes;
  };
  if (limit === null) {
    return inTransaction(db, async (tx) => noted(tx, await insertAll(tx, project, rows)));
  }
  return lockLimits(db, project, async (tx) =>
    noted(tx, await insertInRoom(tx, context, limit, rows)),
  );
}

function madeBy(outcome: RowOutcome): NamedLink[] {
  return 'created' in outcome && outcome.created ? [outcome.link] : [];
}

/** Inserts as many links as the plan allows; `tx` holds the lock on the limits. */
async function insertInRoom(
  tx: Db,
  { project, planned = 0 }: BulkContext,
  limit: number,
  rows: readonly Row[],
): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  let room = limit - planned - (await countUsage(tx, project, 'links'));
  let at = 0;
  while (at < rows.length && room > 0) {
    const batch = rows.slice(at, at + room);
    for (const [index, outcome] of await insertAll(tx, project, batch)) {
      outcomes.set(index, outcome);
      room -= madeBy(outcome).length;
    }
    at += batch.length;
  }
  const rest = rows.slice(at);
  if (rest.length === 0) return outcomes;
  // A row may repeat an externalId created a moment ago.
  await takeExisting(tx, project, new Map(rest.map((row) => [row.index, row.input])), outcomes);
  const refusal = limitReached('links', limit);
  for (const { index } of rest) {
    if (!outcomes.has(index)) outcomes.set(index, refusal);
  }
  return outcomes;
}

async function insertAll(db: Db, project: Project, rows: readonly Row[]): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  let pending = rows;
  for (let tries = 0; tries < SLUG_TRIES && pending.length > 0; tries += 1) {
    // If several rows want the same name, the first is written before the others are tried.
    const firsts = tries === 0 ? firstOfEachName(pending) : pending;
    const written = await insertLinks(db, project, firsts);
    const refused: Row[] = [];
    for (const row of pending) {
      const updatedAt = written.get(row.id);
      if (updatedAt === undefined) refused.push(row);
      else outcomes.set(row.index, { created: true, link: { ...nameOf(row), updatedAt } });
    }
    if (refused.length === 0) return outcomes;
    const inputs = new Map(refused.map((row) => [row.index, row.input]));
    await takeExisting(db, project, inputs, outcomes);
    const tried = new Set(firsts);
    pending = refused.flatMap((row) => {
      if (outcomes.has(row.index)) return [];
      if (!tried.has(row)) return [row];
      if (row.input.slug === undefined) return [{ ...row, slug: newSlug() }];
      outcomes.set(row.index, refuse('VALIDATION_ERROR', [slugTaken(row.slug)]));
      return [];
    });
  }
  if (pending.length > 0) throw new Error(`No free slug in ${SLUG_TRIES} tries`);
  return outcomes;
}

function firstOfEachName(rows: readonly Row[]): Row[] {
  const names = new Set<string>();
  return rows.filter(({ input }) => {
    const wanted = [
      ...(input.externalId === undefined ? [] : [`externalId ${input.externalId}`]),
      ...(input.slug === undefined ? [] : [`slug ${input.slug}`]),
    ];
    const first = wanted.every((name) => !names.has(name));
    for (const name of wanted) names.add(name);
    return first;
  });
}

function nameOf({ id, slug, domainId, input }: Row): NamedLink {
  return { id, slug, domainId, externalId: input.externalId };
}

/** Assigns the existing live link to every row that has its externalId. */
async function takeExisting(
  db: Db,
  project: Project,
  inputs: ReadonlyMap<number, BulkLinkRequest>,
  outcomes: Outcomes,
): Promise<void> {
  const wanted = [...inputs.values()].flatMap((input) => input.externalId ?? []);
  if (wanted.length === 0) return;
  const rows = await db
    .selectFrom('links')
    .select(['id', 'slug', 'domain_id', 'external_id'])
    .where('project_id', '=', project.id)
    .where('deleted_at', 'is', null)
    .where('external_id', '=', (any) => any.fn.any(any.val(wanted)))
    .execute();
  const found = new Map(rows.map((row) => [row.external_id, row]));
  for (const [index, { externalId }] of inputs) {
    const row = externalId === undefined ? undefined : found.get(externalId);
    if (row === undefined || outcomes.has(index)) continue;
    const link = { id: row.id, slug: row.slug, domainId: row.domain_id, externalId };
    outcomes.set(index, { created: false, link });
  }
}
