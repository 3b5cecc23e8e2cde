import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { operations } from '@fairlead/contract';
import type { QueryOf } from '@fairlead/contract/operation';
import type { AppEvent, LinkEvents, RecordedEvents } from '@fairlead/contract/eventResources';
import { appKey, type TestProject } from '../support/callers/personas.ts';

export const HOUR = 3600 * 1000;

/** An event as a server sends it; of nobody unless the test says of whom. */
export function newEvent(change: Partial<AppEvent> = {}): AppEvent {
  return { eventId: randomUUID(), name: 'purchase', ...change };
}

export const timeAt = (offset: number) => new Date(Date.now() + offset).toISOString();

/** What the server says to events, whatever they are. */
export async function sendEvents(
  project: TestProject,
  events: readonly unknown[],
  sentAt?: string,
): Promise<RecordedEvents> {
  const body = { events: events as AppEvent[], ...(sentAt !== undefined && { sentAt }) };
  const reply = await appKey(project)(operations.recordEvents, { body });
  assert.equal(reply.status, 202, JSON.stringify(reply.body));
  return reply.body;
}

/** Stores events that are all accepted. */
export async function recordAll(project: TestProject, events: readonly AppEvent[]) {
  assert.deepEqual(await sendEvents(project, events), {
    accepted: events.length,
    duplicates: 0,
    errors: [],
  });
}

export async function eventsOf(
  project: TestProject,
  linkId: string,
  query: QueryOf<typeof operations.getLinkEvents> = {},
): Promise<LinkEvents['events']> {
  const reply = await appKey(project)(operations.getLinkEvents, { params: { id: linkId }, query });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.body.events;
}

export async function countOf(project: TestProject, linkId: string): Promise<number> {
  const events = await eventsOf(project, linkId);
  return events.reduce((sum, { count }) => sum + count, 0);
}

/** The rows of a project, once they are there, by the ids of the senders. */
export async function rowsOf({ server, project }: TestProject) {
  await server.app.ledger.loaded();
  return server.app.db
    .selectFrom('events')
    .innerJoin('projects', 'projects.number', 'events.project_number')
    .selectAll('events')
    .where('projects.id', '=', project.id)
    .orderBy('event_id')
    .execute();
}

/** An installation that came by the link, under this id of the app. */
export async function installBy(
  project: TestProject,
  link: { readonly shortUrl: string },
  installationId: string = randomUUID(),
): Promise<string> {
  const headers = { 'x-installation-id': installationId };
  const reply = await appKey(project, headers)(operations.resolveLink, {
    query: { url: link.shortUrl },
  });
  assert.equal(reply.headers.get('x-svc-context'), 'auto-installed');
  return installationId;
}

/** The link opens the app of a known installation again. */
export async function reopenBy(
  project: TestProject,
  link: { readonly shortUrl: string },
  installationId: string,
): Promise<void> {
  const headers = { 'x-installation-id': installationId };
  const query = { url: link.shortUrl };
  const reply = await appKey(project, headers)(operations.resolveLink, { query });
  assert.equal(reply.status, 200);
}

export async function identify(project: TestProject, installationId: string, customerId: string) {
  const body = { installationId, customerId };
  assert.equal((await appKey(project)(operations.identify, { body })).status, 200);
}
