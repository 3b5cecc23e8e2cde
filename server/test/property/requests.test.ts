import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { OperationDeclaration } from '@fairlead/contract/operation';
import fc from 'fast-check';
import { endings } from '../support/run/endings.ts';
import { openDnsServer } from '../support/outside/openDnsServer.ts';
import { send } from '../support/callers/request.ts';
import { SEED } from '../support/run/seed.ts';
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

/**
 * What chance cannot do: it draws no password, code, signature or token of a mail, knows no second user,
 * and has no provider of payments or sign-ins. Tests of their own do these.
 */
const BEYOND_CHANCE: ReadonlySet<string> = new Set(
  [
    // Of an event that was sent by chance.
    'getEventReceipt',
    ['startSession', 'provision', 'changePlan', 'receiveStripeEvent', 'downloadExport'],
    ['receiveSourceEvents'],
    ['openCheckout', 'openBillingPortal'],
    ['signIn', 'signInWithCode', 'refreshSession', 'startOidcSignIn', 'finishOidcSignIn'],
    ['forgotPassword'],
    ['startPasskeySignIn', 'signInWithPasskey', 'startPasskey', 'addPasskey'],
    ['renamePasskey', 'removePasskey'],
    // The server's owner alone, and a project that has no domain of the server yet.
    ['sendTestMail', 'useServerDomain'],
    ['changePassword', 'resetPassword', 'verifyEmail', 'startTotp', 'confirmTotp', 'disableTotp'],
    ['transferOwnership', 'updateMember', 'removeMember', 'leaveProject', 'deleteProject'],
    ['readInvitation', 'acceptInvitation', 'readSharedNumbers', 'readSharedEvents'],
    // A change of the very link that is named.
    ['revertLinkChange', 'updateLinkComment', 'deleteLinkComment'],
    // A printed link, and a second person.
    ['approveLinkProposal', 'closeLinkProposal'],
    // The bytes of an image, and the hash of one.
    ['shrinkBrandImage', 'uploadLinkImage', 'getLinkImage'],
    // A tag that a link has.
    ['setTag'],
    // Whoever deletes events by chance finds none to name.
    ['undeleteEvents', 'undeleteEventsForOperator'],
    // They name a domain of the project, or a link of it, by its whole URL.
    ['createShortLink', 'exchangeShortLink', 'examineHost', 'examineHostForOperator'],
  ].flat(),
);
/** At most so many rounds follow for operations that did not succeed in the draw over all of them. */
const MORE_ROUNDS = 600;
/** What makes the things that others name. */
const MAKING: readonly OperationDeclaration[] = [
  operations.createLink,
  operations.createFolder,
  operations.createLinkTemplate,
  operations.createLinkView,
  operations.createEventSource,
  operations.createAnnotation,
  operations.createNumberShare,
  operations.startExport,
  operations.createInvitation,
  operations.addDomain,
  operations.listDomains,
  operations.createAppKey,
  operations.createTestCode,
  operations.bootstrap,
];

test(`${REQUESTS} random requests: no 5xx, no undeclared status, no reply outside its schema`, async () => {
  // What chance meets does not count as tested.
  const dns = endings.use(await openDnsServer());
  const server = await startServer({ DNS_SERVERS: dns.address }, undefined, { onReply: () => {} });
  let actors = await makeActors(server);
  let rounds = 0;
  const succeeded = new Set<string>();

  async function sendTogether(requests: readonly DrawnRequest[]): Promise<void> {
    rounds += 1;
    if (rounds % ROUNDS_PER_PROJECT === 0) actors = await makeActors(server);
    const seen = actors;
    let ended = false;
    await Promise.all(
      requests.map(async (request) => {
        const { id } = request.operation;
        const status = await perform(seen, request);
        if (status >= 300) return;
        succeeded.add(id);
        ended ||= ENDING.has(id);
      }),
    );
    if (ended) actors = await makeActors(server);
  }

  await fc.assert(
    fc.asyncProperty(roundOf(all), sendTogether),
    // A failure prints its request in full, so nothing is shrunk.
    { numRuns: Math.ceil(REQUESTS / TOGETHER) },
  );
  // A draw that met only refusals would say little, and must not depend on luck either.
  const left = () => all.filter(({ id }) => !succeeded.has(id) && !BEYOND_CHANCE.has(id));
  for (let more = 0; more < MORE_ROUNDS && left().length > 0; more += 1) {
    await sendTogether(
      fc.sample(roundOf([...left(), ...MAKING]), { numRuns: 1, seed: SEED + more })[0]!,
    );
  }
  assert.deepEqual(
    left().map(({ id }) => id),
    [],
    'These were only ever refused',
  );
});

const roundOf = (from: readonly OperationDeclaration[]): fc.Arbitrary<DrawnRequest[]> =>
  fc.array(requestOf(from), { minLength: TOGETHER, maxLength: TOGETHER });

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
    learn(actors, operation.path, JSON.parse(reply.text));
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
