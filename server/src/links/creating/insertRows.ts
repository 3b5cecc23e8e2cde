import type { ErrorCode } from '@fairlead/contract/errors';
import type { Finding } from '@fairlead/contract/finding';
import type { BulkLinkRequest } from '@fairlead/contract/operations/linkManagement';
import type { Actor } from '#teams/audit/AuditEntry.ts';
import { recordAudit } from '#teams/audit/recordAudit.ts';
import type { Db } from '#platform/db/Db.ts';
import { inTransaction } from '#platform/db/inTransaction.ts';
import type { Domain } from '#teams/domains/Domain.ts';
import { limitReached } from '#teams/plans/checkLimit.ts';
import { countUsage } from '#teams/plans/countUsage.ts';
import { lockLimits } from '#teams/plans/lockLimits.ts';
import type { Project } from '#teams/projects/Project.ts';
import { targetOfAll } from './auditTargets.ts';
import { domainUnknown, slugTaken } from './examineNewLink.ts';
import type { LinkRow } from '../link/Link.ts';
import { newSlug } from '../link/newSlug.ts';
import { type GivenLink, writeLinks } from './writeLinks.ts';

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
  /** Null: no audit log entry, as for links of the demo. */
  readonly actor: Actor | null;
}

/** A row that passed its checks. */
export interface PreparedRow {
  /** Its position in the call. */
  readonly index: number;
  readonly input: BulkLinkRequest;
  readonly domain: Domain;
  readonly link: GivenLink;
}

/** By the row's position. */
export type Outcomes = Map<number, RowOutcome>;

const SLUG_TRIES = 8;

/**
 * Inserts rows with their audit log entry, as far as the plan allows. All or nothing, so that the rows of a failed attempt
 * can be tried again.
 */
export async function insertRows(
  db: Db,
  context: BulkContext,
  rows: readonly PreparedRow[],
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
  rows: readonly PreparedRow[],
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
  // A row may repeat an externalId created a moment ago.
  await takeExisting(tx, project, rest, outcomes);
  const refusal = limitReached('links', limit);
  for (const { index } of rest) {
    if (!outcomes.has(index)) outcomes.set(index, refusal);
  }
  return outcomes;
}

async function insertAll(
  db: Db,
  project: Project,
  rows: readonly PreparedRow[],
): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  let pending = rows;
  for (let tries = 0; tries < SLUG_TRIES && pending.length > 0; tries += 1) {
    // If several rows want the same name, the first is written before the others are tried.
    const tried = tries === 0 ? firstOfEachName(pending) : pending;
    const written = await writeLinks(
      db,
      tried.map(({ link }) => link),
    );
    for (const [n, { index, domain }] of tried.entries()) {
      const made = written[n]!;
      if (made.refusal === null) outcomes.set(index, { created: true, link: nameOf(made) });
      // It was removed meanwhile.
      else if (made.refusal === 'domain') {
        outcomes.set(index, refuse('NOT_FOUND', [domainUnknown({ domain: domain.host })]));
      }
    }
    const left = pending.filter(({ index }) => !outcomes.has(index));
    await takeExisting(db, project, left, outcomes);
    const refused = new Set(tried);
    pending = left.flatMap((row) => {
      if (outcomes.has(row.index)) return [];
      if (!refused.has(row)) return [row];
      if (row.input.slug === undefined) {
        return [{ ...row, link: { ...row.link, slug: newSlug() } }];
      }
      outcomes.set(row.index, refuse('VALIDATION_ERROR', [slugTaken(row.input.slug)]));
      return [];
    });
  }
  if (pending.length > 0) throw new Error(`No free slug in ${SLUG_TRIES} tries`);
  return outcomes;
}

function firstOfEachName(rows: readonly PreparedRow[]): PreparedRow[] {
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

/** Assigns the existing live link to every row without an outcome that has its externalId. */
export async function takeExisting(
  db: Db,
  project: Project,
  rows: readonly Pick<PreparedRow, 'index' | 'input'>[],
  outcomes: Outcomes,
): Promise<void> {
  const wanted = rows.flatMap(({ input }) => input.externalId ?? []);
  if (wanted.length === 0) return;
  const found = await db
    .selectFrom('links')
    .select(['id', 'slug', 'domain_id', 'external_id'])
    .where('project_id', '=', project.id)
    .where('deleted_at', 'is', null)
    .where('external_id', '=', (any) => any.fn.any(any.val(wanted)))
    .execute();
  const links = new Map(found.map((row) => [row.external_id, nameOf(row)]));
  for (const { index, input } of rows) {
    const link = input.externalId === undefined ? undefined : links.get(input.externalId);
    if (link && !outcomes.has(index)) outcomes.set(index, { created: false, link });
  }
}

function nameOf(
  row: Pick<LinkRow, 'id' | 'slug' | 'domain_id' | 'external_id'> & { updated_at?: Date },
): NamedLink {
  return {
    id: row.id,
    slug: row.slug,
    domainId: row.domain_id,
    externalId: row.external_id ?? undefined,
    ...(row.updated_at && { updatedAt: row.updated_at }),
  };
}

export function refuse(code: ErrorCode, findings: readonly Finding[]): RefusedRow {
  return { code, message: findings.map((fault) => fault.message).join('; '), findings };
}
