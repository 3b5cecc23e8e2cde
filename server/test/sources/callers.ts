import assert from 'node:assert/strict';
import { operations } from '@fairlead/contract';
import type {
  EventSource,
  EventSourceKind,
} from '@fairlead/contract/operations/dashboard/eventSources';
import { rowsOf } from '../events/callers.ts';
import { member, newProject, type TestProject } from '../support/callers/personas.ts';
import { bodyOf } from '../support/callers/person.ts';
import { send } from '../support/callers/request.ts';

const { createEventSource, listEventSources } = operations;

interface Given {
  readonly settings?: Record<string, unknown>;
  readonly secret?: string;
  readonly testOnly?: boolean;
}

/** A project that keeps events however old the samples are, with a source. */
export async function newSource(kind: EventSourceKind, given: Given = {}, on?: TestProject) {
  const project = on ?? (await newProject({ plan: 'self-hosted' }));
  const params = { projectId: project.project.id };
  const body = { kind, name: `A source of ${kind}`, ...given };
  const source = bodyOf(await member(project)(createEventSource, { params, body }), 201);
  return { project, source };
}

export type Sourced = Awaited<ReturnType<typeof newSource>>;

/** The status of what a provider sends. */
export async function deliver(
  { project, source }: Sourced,
  body: string | Buffer | object,
  headers: Record<string, string> = {},
): Promise<number> {
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const reply = await send({
    method: 'POST',
    path: new URL(source.url).pathname,
    headers: { 'content-type': 'application/json', ...headers },
    body: text.toString(),
    port: project.server.port,
  });
  return reply.status;
}

/** The source as its project sees it. */
export async function seen({ project, source }: Sourced): Promise<EventSource> {
  const params = { projectId: project.project.id };
  const { sources } = bodyOf(await member(project)(listEventSources, { params }), 200);
  return sources.find(({ id }) => id === source.id)!;
}

/** What is stored, in brief. */
export async function storedOf({ project }: Pick<Sourced, 'project'>) {
  const rows = await rowsOf(project);
  return rows.map((row) => ({
    id: row.event_id,
    name: row.name,
    at: row.at.toISOString(),
    customer: row.customer_id,
    amount: row.amount,
    currency: row.currency,
    transaction: row.transaction_id,
    test: row.test,
  }));
}

/** Sums of money by currency, without tests. */
export async function sumsOf(sourced: Pick<Sourced, 'project'>): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { amount, currency, test } of await storedOf(sourced)) {
    if (amount !== null && currency !== null && !test) {
      sums[currency] = (sums[currency] ?? 0) + amount;
    }
  }
  return sums;
}

/** Every one of these is refused as unsigned, and nothing of it is stored. */
export async function assertRefused(
  sourced: Sourced,
  calls: readonly { readonly body: string | object; readonly headers?: Record<string, string> }[],
): Promise<void> {
  for (const [index, { body, headers }] of calls.entries()) {
    assert.equal(await deliver(sourced, body, headers), 401, `call ${index}`);
  }
  assert.deepEqual(await storedOf(sourced), []);
  const { lastProblem, lastReceivedAt } = await seen(sourced);
  assert.match(lastProblem?.message ?? '', /signature does not fit/);
  assert.equal(lastReceivedAt, null);
}

/** With another character at that place. */
export function changed(text: string, place = Math.floor(text.length / 2)): string {
  const other = text[place] === 'A' ? 'B' : 'A';
  return text.slice(0, place) + other + text.slice(place + 1);
}
