import { finding } from '@fairlead/contract/finding';
import type { EventSaidBy } from '@fairlead/contract/eventResources';
import { LIMITS } from '@fairlead/contract/limits';
import type { DeletedEvents, DeleteEventsRequest } from '@fairlead/contract/operations/events';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { newId } from '#platform/lib/uuid.ts';
import type { Actor } from '#teams/audit/AuditEntry.ts';
import { changeProject } from '#teams/audit/changeProject.ts';
import type { Project } from '#teams/projects/Project.ts';
import {
  type EventSelection,
  listDeletions,
  type SourceOfEvents,
  UNDO_MS,
} from '#visits/numbers/events/deletions.ts';
import type { Numbers } from '#visits/numbers/openNumbers.ts';
import { idPrefixOf } from './idPrefixOf.ts';
import { sumsByCurrency } from './numbers/sumsByCurrency.ts';

interface Stores {
  readonly db: Kysely<Database>;
  readonly numbers: Pick<Numbers, 'settle'>;
}

/**
 * Deletes events, which count nowhere from then on and can be brought back for a day, or says which would be (Rule: events 17). Those that are received
 * later stay. Throws VALIDATION_ERROR for a range without time and an unknown source, CONFLICT where too many deletions can still be undone.
 */
export async function deleteEvents(
  { db, numbers }: Stores,
  project: Pick<Project, 'id'>,
  actor: Actor,
  { dryRun, ...asked }: DeleteEventsRequest,
): Promise<DeletedEvents> {
  const selection = await readSelection(db, project, asked);
  return numbers.settle<DeletedEvents>(({ events }) => {
    const count = async (tx: Db) => {
      // Before they are counted: what is received meanwhile is not deleted unseen.
      const receivedUntil = new Date();
      const question = { ...selection, receivedUntil, project, tests: true };
      return { receivedUntil, counts: await countEvents(tx, await events.events(tx, question)) };
    };
    if (dryRun) {
      return db.transaction().execute(async (tx) => {
        const { counts } = await count(tx);
        return { ...counts, deletionId: null, undoUntil: null };
      });
    }
    return changeProject(db, project, actor, async (tx, record) => {
      await assertFew(tx, project);
      const { receivedUntil, counts } = await count(tx);
      const deletionId = newId();
      await tx
        .insertInto('event_deletions')
        .values({
          id: deletionId,
          project_id: project.id,
          from_at: selection.range.from,
          to_at: selection.range.to,
          said_by: asked.saidBy ?? null,
          name: asked.name ?? null,
          source_id: selection.source?.id ?? null,
          source_prefix: selection.source?.prefix ?? null,
          deleted_at: receivedUntil,
        })
        .execute();
      const target = { kind: 'events', id: deletionId, name: `${counts.events + counts.tests}` };
      await record({ action: 'events.deleted', target, details: { ...asked, ...counts } });
      const undoUntil = new Date(receivedUntil.getTime() + UNDO_MS).toISOString();
      return { ...counts, deletionId, undoUntil };
    });
  });
}

/** Brings the events of a deletion back. Throws NOT_FOUND after a day, and for one of another project. */
export async function undeleteEvents(
  { db }: Pick<Stores, 'db'>,
  project: Pick<Project, 'id'>,
  actor: Actor,
  deletionId: string,
): Promise<void> {
  await changeProject(db, project, actor, async (tx, record) => {
    const row = await tx
      .deleteFrom('event_deletions')
      .where('project_id', '=', project.id)
      .where('id', '=', deletionId)
      .where('deleted_at', '>', new Date(Date.now() - UNDO_MS))
      .returning('id')
      .executeTakeFirst();
    if (row === undefined) {
      throw new Problem('NOT_FOUND', 'There is no such deletion that can still be undone');
    }
    const target = { kind: 'events', id: deletionId, name: deletionId };
    await record({ action: 'events.undeleted', target });
  });
}

type Selection = EventSelection & { readonly range: { readonly from: Date; readonly to: Date } };

async function readSelection(
  db: Db,
  project: Pick<Project, 'id'>,
  { from, to, saidBy, name, source }: Omit<DeleteEventsRequest, 'dryRun'>,
): Promise<Selection> {
  const range = { from: new Date(from), to: new Date(to) };
  if (range.to <= range.from) {
    throw new Problem('VALIDATION_ERROR', finding('to', 'too_small', 'to must be after from'));
  }
  return {
    range,
    saidBy,
    names: name === undefined ? undefined : [name],
    source: source === undefined ? undefined : await findSource(db, project, source),
  };
}

async function findSource(
  db: Db,
  project: Pick<Project, 'id'>,
  id: string,
): Promise<SourceOfEvents> {
  const row = await db
    .selectFrom('event_sources')
    .select(['id', 'kind'])
    .where('project_id', '=', project.id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row !== undefined) return { id: row.id, prefix: idPrefixOf(row) };
  const message = 'source is no event source of the project; take the id of one of them';
  throw new Problem('VALIDATION_ERROR', finding('source', 'unknown', message));
}

/** Each is a condition of every question about events until it is purged. */
async function assertFew(tx: Db, project: Pick<Project, 'id'>): Promise<void> {
  if ((await listDeletions(tx, project)).length < LIMITS.eventDeletions) return;
  throw new Problem(
    'CONFLICT',
    `The project has ${LIMITS.eventDeletions} deletions that are not final yet; delete a wider range tomorrow, or undo some`,
  );
}

interface Row {
  readonly said_by: EventSaidBy;
  readonly test: boolean;
  readonly currency: string | null;
  readonly events: number;
  readonly amount: string | null;
}

async function countEvents(
  tx: Db,
  events: ReturnType<typeof sql>,
): Promise<Omit<DeletedEvents, 'deletionId' | 'undoUntil'>> {
  const { rows } = await sql<Row>`
    select said_by, test, currency, count(*) as events, sum(amount)::text as amount
    from ${events} as event group by said_by, test, currency`.execute(tx);
  const sum = (own: readonly Row[]) => own.reduce((all, row) => all + row.events, 0);
  const bySpeaker = [...Map.groupBy(rows, (row) => row.said_by)];
  const counted = rows.filter(({ test }) => !test);
  return {
    events: sum(counted),
    tests: sum(rows) - sum(counted),
    saidBy: bySpeaker
      .map(([saidBy, own]) => ({ saidBy, events: sum(own) }))
      .toSorted((a, b) => b.events - a.events),
    revenue: sumsByCurrency(addUp(counted)),
  };
}

/** One row a currency. */
function addUp(rows: readonly Row[]) {
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    amount: String(own.reduce((all, { amount }) => all + BigInt(amount ?? 0), 0n)),
  }));
}
