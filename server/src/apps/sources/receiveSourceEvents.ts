import type { AppEvent, RecordedEvents } from '@fairlead/contract/eventResources';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Accounts } from '#teams/accounts/createAccounts.ts';
import { unseal } from '#teams/accounts/seal.ts';
import { findProject } from '#teams/projects/findProject.ts';
import { nameCustomer } from '../installations/nameCustomer.ts';
import { idPrefixOf } from '../events/idPrefixOf.ts';
import { recordEvents } from '../events/recordEvents.ts';
import type { SourceTrust } from './createSourceTrust.ts';
import { type EventSource, readEventSource } from './EventSource.ts';
import type { SourceCall, SourceReading } from './SourceKind.ts';
import { SOURCE_KINDS } from './sourceKinds.ts';

type Dependencies = Parameters<typeof recordEvents>[0] & {
  readonly accounts: Pick<Accounts, 'db' | 'auth'>;
  readonly sourceTrust: SourceTrust;
};

/**
 * Rule: events 8. Stores what a provider sends. Throws NOT_FOUND for an unknown source, UNAUTHORIZED unless the provider has signed it, and
 * VALIDATION_ERROR if it is no message of the provider. Providers disable an address that refuses for long: whatever is signed and cannot
 * be used is taken, and shown to the people who have set the source up.
 */
export async function receiveSourceEvents(
  deps: Dependencies,
  id: string,
  call: SourceCall,
): Promise<void> {
  const { db } = deps.accounts;
  const { source, sealed, project } = await findSource(db, id);
  let reading: SourceReading;
  try {
    reading = await readCall(deps, source, sealed, call);
  } catch (error) {
    const isTheirs = error instanceof Problem && error.code !== 'UNAVAILABLE';
    if (isTheirs) await noteProblem(db, source, error.message);
    throw error;
  }
  const events = reading.events.map((event) => ({ value: toRecord(source, event) }));
  if (reading.secondNames) await nameCustomer(db, project, reading.secondNames);
  const sender = { saidBy: source.kind, sourceId: source.id };
  const { errors } = await recordEvents(deps, project, { events, ...sender });
  await noteReceived(db, source, reading.problem ?? describe(errors));
}

async function findSource(db: Db, id: string) {
  const row = await db
    .selectFrom('event_sources')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  const project = row && (await findProject(db, row.project_id));
  if (!row || !project) throw new Problem('NOT_FOUND', 'There is no such event source');
  return { source: readEventSource(row), sealed: row.sealed, project };
}

async function readCall(
  { accounts, sourceTrust }: Dependencies,
  source: EventSource,
  sealed: string | null,
  call: SourceCall,
): Promise<SourceReading> {
  const { kind, settings } = source;
  const reader = SOURCE_KINDS[kind];
  const secret = sealed === null ? '' : await reveal(accounts, sealed);
  return reader.read(await reader.verify(call, settings, secret, sourceTrust), settings);
}

/** UNAVAILABLE if it was encrypted with a SECRET that is no longer configured, for the provider is not to blame. */
async function reveal(accounts: Pick<Accounts, 'auth'>, sealed: string): Promise<string> {
  const secret = await unseal(accounts, sealed);
  if (secret !== undefined) return secret;
  throw new Problem('UNAVAILABLE', 'The secret of this source cannot be read; enter it again');
}

function toRecord(source: EventSource, event: AppEvent): AppEvent {
  // An event without an id is refused, which says what is wrong.
  const own =
    event.eventId === undefined ? {} : { eventId: `${idPrefixOf(source)}${event.eventId}` };
  return { ...event, ...own, ...(source.testOnly && { test: true }) };
}

function describe(errors: RecordedEvents['errors']): string | undefined {
  const [first] = errors;
  if (first === undefined) return undefined;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return `An event could not be stored: ${first.message}${more}`;
}

/** Longer ones have been made by whoever sent it. */
const MAX_PROBLEM_LENGTH = 500;

async function noteProblem(db: Db, { id }: EventSource, message: string): Promise<void> {
  const problem = message.toWellFormed().replaceAll('\u0000', '').slice(0, MAX_PROBLEM_LENGTH);
  await db
    .updateTable('event_sources')
    .set({ problem, problem_at: new Date() })
    .where('id', '=', id)
    .execute();
}

async function noteReceived(db: Db, source: EventSource, problem?: string): Promise<void> {
  await db
    .updateTable('event_sources')
    .set({ received_at: new Date() })
    .where('id', '=', source.id)
    .execute();
  if (problem !== undefined) await noteProblem(db, source, problem);
}
