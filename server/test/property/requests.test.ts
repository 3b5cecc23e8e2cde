import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { OperationDeclaration } from '@fairlead/contract/operation';
import fc from 'fast-check';
import { endings } from '../support/endings.ts';
import { openDnsServer } from '../support/openDnsServer.ts';
import { send } from '../support/request.ts';
import { startServer } from '../support/useServer.ts';
import { type Actors, credentialsOf, learn, makeActors, partOf } from './actors.ts';
import { findBreach } from './findBreach.ts';
import { type DrawnRequest, requestOf } from './requestOf.ts';

/** Requests in all; fewer by PROPERTY_REQUESTS while developing. */
const REQUESTS = Number(process.env['PROPERTY_REQUESTS'] ?? 10_000);
/** Requests that are under way together. */
const TOGETHER = 20;
/** Rounds after which everything begins with a new project: deletions would empty the old one. */
const ROUNDS_PER_PROJECT = 50;

/** What takes the session or the project away with which all others are asked. */
const ENDING: ReadonlySet<string> = new Set(['signOut', 'deleteProject', 'leaveProject']);

const all = Object.values<OperationDeclaration>(operations);

test(`${REQUESTS} requests drawn from the schemas: no 5xx, no undeclared status, no reply outside its schema`, async () => {
  // What chance meets does not count as tested.
  const dns = endings.use(await openDnsServer());
  const server = await startServer({ DNS_SERVERS: dns.address }, undefined, () => {});
  let actors = await makeActors(server);
  let rounds = 0;
  const met = new Map<string, number>();
  const round = fc.array(requestOf(all), { minLength: TOGETHER, maxLength: TOGETHER });
  await fc.assert(
    fc.asyncProperty(round, async (requests) => {
      rounds += 1;
      if (rounds % ROUNDS_PER_PROJECT === 0) actors = await makeActors(server);
      const seen = actors;
      let ended = false;
      await Promise.all(
        requests.map(async (request) => {
          const status = await perform(seen, request);
          const pair = `${request.operation.id} ${status}`;
          ended ||= ENDING.has(request.operation.id) && status < 300;
          met.set(pair, (met.get(pair) ?? 0) + 1);
        }),
      );
      if (ended) actors = await makeActors(server);
    }),
    // A failure prints its request in full, so nothing is shrunk.
    { numRuns: Math.ceil(REQUESTS / TOGETHER), endOnFailure: true },
  );
  assertReached(met);
});

async function perform(actors: Actors, request: DrawnRequest): Promise<number> {
  const { operation, base, params, body } = request;
  const query = request.query.map(([name, drawn]) => `${name}=${partOf(actors, name, drawn)}`);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    partOf(actors, name, params[name] ?? 0),
  );
  const sent = {
    method: operation.method,
    path: `${base}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers: { ...request.headers, ...credentialsOf(actors, request) },
    ...(body !== undefined && { body }),
    port: actors.project.server.port,
  };
  const reply = await send(sent);
  const breach = findBreach(isDecodable(path) ? operation : withUndecodable(operation), reply);
  if (breach !== undefined) {
    assert.fail(
      `${operation.id}: ${breach}\n${JSON.stringify(sent)}\n${reply.status} ${reply.text.slice(0, 500)}`,
    );
  }
  if (reply.status < 300 && operation.replies[reply.status]?.mediaType === undefined) {
    learn(actors, JSON.parse(reply.text));
  }
  return reply.status;
}

/** Percent signs that stand for nothing are refused before any operation is found. */
function isDecodable(path: string): boolean {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
}

const withUndecodable = (operation: OperationDeclaration): OperationDeclaration => ({
  ...operation,
  errors: [...operation.errors, 'VALIDATION_ERROR'],
});

/**
 * A draw that only ever met refusals would say little: many operations have to succeed too. About one in
 * five wants a password, a code or the token of a mail, which chance does not draw.
 */
function assertReached(met: ReadonlyMap<string, number>): void {
  if (REQUESTS < 10_000) return;
  const names = all.map((operation) => operation.id);
  const reached = names.filter((id) => [...met.keys()].some((pair) => pair.startsWith(`${id} 2`)));
  assert.ok(
    reached.length >= names.length * 0.55,
    `only these succeeded: ${reached.join(', ')}; all: ${[...met].map(String).join(' ')}`,
  );
}
