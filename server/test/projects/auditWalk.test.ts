import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { createClient } from '@fairlead/contract/client';
import { exampleOf } from '@fairlead/contract/exampleOf';
import type { OperationDeclaration } from '@fairlead/contract/operation';
import { newId } from '#platform/lib/uuid.ts';
import { drawPng } from '../support/callers/brands.ts';
import {
  appKey,
  newInstallation,
  newLink,
  newProject,
  type TestProject,
} from '../support/callers/personas.ts';
import { bodyOf, newPerson, ownerOf, type Person } from '../support/callers/person.ts';
import { ADMIN_TOKEN, startServer, type TestServer } from '../support/useServer.ts';

// Whatever changes a project or takes something out of it leaves an entry in its audit log, whoever does it.

const PHONES = 'What apps and servers report: facts about phones, not changes of the project';
const READS = 'Reads, with a body';
const ACCOUNT = 'Of a person’s account, which belongs to no project';
const OUTSIDE =
  'Needs a mail, a DNS record or Stripe: held by members, domains and billing.test.ts';

/** Operations without an entry of their own, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  ...reasons(PHONES, [
    'trackInstallation',
    'bootstrap',
    'startSession',
    'endSession',
    'identify',
    'recordSdkEvents',
    'recordEvents',
    'matchDeferred',
    'receiveSourceEvents',
  ]),
  ...reasons('Apps create links with it: one for each thing that is shared', [
    'createLink',
    'createShortLink',
  ]),
  ...reasons(READS, [
    'exchangeShortLink',
    'simulateVisit',
    'dryRunLink',
    'dryRunProject',
    'examineHost',
    'examineHostForOperator',
    'examineDomain',
    'examineReach',
    'getFunnel',
    'readInvitation',
    'readDestination',
    'readSharedNumbers',
    'readSharedEvents',
    'shrinkBrandImage',
    'previewBrand',
    'previewMail',
  ]),
  ...reasons(ACCOUNT, [
    'signIn',
    'signInWithCode',
    'refreshSession',
    'signOut',
    'revokeSession',
    'revokeOtherSessions',
    'startPasskeySignIn',
    'signInWithPasskey',
    'updateCurrentUser',
    'changePassword',
    'forgotPassword',
    'resetPassword',
    'sendVerification',
    'verifyEmail',
    'startTotp',
    'confirmTotp',
    'disableTotp',
    'startPasskey',
    'addPasskey',
    'renamePasskey',
    'removePasskey',
  ]),
  ...reasons(OUTSIDE, ['acceptInvitation', 'verifyDomain', 'receiveStripeEvent']),
  ...reasons('Open a page of Stripe; what is bought there has an entry', [
    'openCheckout',
    'openBillingPortal',
  ]),
  ...reasons('Take two people: held by proposals.test.ts', [
    'approveLinkProposal',
    'closeLinkProposal',
  ]),
  ...reasons('Of the server as a whole', ['rebuildAnalytics', 'sendTestMail']),
  deleteProject: 'The log goes with its project',
  setWeeklyMail: 'Whether a person gets a mail is their own affair',
};

/** Not for one kind of caller. */
const NOT_BY_KEY: Readonly<Record<string, string>> = {
  createManagedLink: 'Servers create a link for each of their orders, which would bury the rest',
};

function reasons(reason: string, ids: readonly (keyof typeof operations)[]) {
  return Object.fromEntries(ids.map((id) => [id, reason]));
}

interface Stage {
  readonly project: TestProject;
  readonly owner: Person;
  readonly projectId: string;
}

/** What a part of a path names, made anew for each call, so that any of them may delete it. */
const MAKERS: Readonly<Record<string, (stage: Stage) => Promise<string>>> = {
  projectId: async ({ projectId }) => projectId,
  id: linkOf,
  linkId: linkOf,
  platform: async () => 'ios',
  build: async () => '42',
  installationId: async ({ project }) => (await newInstallation(project)).id,
  folderId: (stage) => made(stage, operations.createFolder, { name: newId() }),
  templateId: (stage) => made(stage, operations.createLinkTemplate, { name: newId(), fields: {} }),
  viewId: (stage) =>
    made(stage, operations.createLinkView, { team: true, name: newId(), filters: {}, columns: [] }),
  annotationId: (stage) => made(stage, operations.createAnnotation),
  shareId: (stage) => made(stage, operations.createNumberShare),
  sourceId: (stage) => made(stage, operations.createEventSource),
  keyId: (stage) => made(stage, operations.createAppKey),
  invitationId: (stage) =>
    made(stage, operations.createInvitation, { email: `${newId()}@guest.test`, role: 'viewer' }),
  testCodeId: (stage) => made(stage, operations.createTestCode),
  jobId: (stage) => made(stage, operations.startExport),
  userId: async ({ project }) => (await newPerson({ project, role: 'viewer' })).user.id,
  async domainId(stage) {
    const id = await made(stage, operations.addDomain, { host: `${newId()}.test` });
    const { db } = stage.project.server.app;
    await db.updateTable('domains').set({ verified_at: new Date() }).where('id', '=', id).execute();
    return id;
  },
};

async function linkOf({ project }: Stage): Promise<string> {
  return (await newLink(project)).id;
}

/** Makes something by the smallest request. */
async function made(stage: Stage, operation: OperationDeclaration, body?: object): Promise<string> {
  const reply = await send(stage, stage.owner.token, operation, {
    params: await paramsOf(stage, operation),
    body: body ?? smallest(operation),
  });
  assert.ok(reply.status < 300, `${operation.id}: ${JSON.stringify(reply.body)}`);
  return idIn(reply.body);
}

function idIn(body: unknown): string {
  const [, id] = /"(?:id|jobId)":"([^"]+)"/.exec(JSON.stringify(body)) ?? [];
  return id ?? assert.fail(JSON.stringify(body));
}

function smallest({ body, bodyExample }: OperationDeclaration): unknown {
  return body && (bodyExample ?? exampleOf(body));
}

/** Bodies that name something, or that chance would not draw. */
const BODIES: Readonly<Record<string, (stage: Stage, params: Named) => unknown>> = {
  deleteEvents: () => ({ ...RANGE, dryRun: false }),
  deleteEventsForOperator: () => ({ ...RANGE, dryRun: false }),
  undeleteEvents: deletion,
  undeleteEventsForOperator: deletion,
  undoLinks: unchanged,
  undoLinksForOperator: unchanged,
  setMetaReferrerKey: () => ({ key: 'ab'.repeat(32) }),
  setBrand: () => ({ ...(smallest(operations.setBrand) as object), color: '#112233' }),
  updateProject: () => ({ name: newId() }),
  transferOwnership: async ({ project }) => {
    const { user } = await newPerson({ project, role: 'admin' });
    return { userId: user.id };
  },
  createInvitation: () => ({ email: `${newId()}@guest.test`, role: 'viewer' }),
  addDomain: () => ({ host: `${newId()}.test` }),
  createFolder: () => ({ name: newId() }),
  createLinkTemplate: () => ({ name: newId(), fields: {} }),
  createLinkView: () => ({ team: true, name: newId(), filters: {}, columns: [] }),
  uploadLinkImage: async () =>
    drawPng(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="9" height="9"/></svg>`,
    ),
  createManagedLink: () => ({ type: 'unified' }),
  createLinks: () => [{ type: 'unified' }],
  createProjectLinks: () => [{ type: 'unified' }],
  createLinksForOperator: () => [{ type: 'unified' }],
  updateProjectLink: () => ({ fallbackUrl: 'https://example.com/winter' }),
  deleteProjectLinks: async (stage) => ({ ids: [await linkOf(stage)] }),
  restoreProjectLinks: async (stage) => {
    const id = await linkOf(stage);
    bodyOf(await appKey(stage.project)(operations.deleteLink, { params: { id } }), 200);
    return { ids: [id] };
  },
  changeProjectLinks: async (stage) => {
    const filter = { ids: [await linkOf(stage)] };
    return { filter, expected: 1, change: { addTag: 'print' } };
  },
  setTag: async ({ project }) => {
    const body = { type: 'unified' as const, tags: ['spring'] };
    bodyOf(await appKey(project)(operations.createManagedLink, { body }), 201);
    return { tag: 'spring', color: 'green' };
  },
  proposeLinkChange: async ({ owner, projectId }, { linkId = '' }) => {
    const params = { projectId, linkId };
    bodyOf(
      await owner.call(operations.updateProjectLink, { params, body: { printed: true } }),
      200,
    );
    return { changes: { fallbackUrl: 'https://example.com/winter' }, confirmed: true };
  },
  changePlan: () => ({ plan: 'pro' }),
  createProject: () => ({ name: 'Another' }),
  provision: () => ({ name: 'Another', plan: 'free' }),
};

const RANGE = { from: '2020-01-01T00:00:00Z', to: '2021-01-01T00:00:00Z' };

async function deletion(stage: Stage) {
  const { owner, projectId } = stage;
  const body = { ...RANGE, dryRun: false };
  const given = { params: {}, query: { projectId }, body };
  const reply = await send(stage, owner.token, operations.deleteEvents, given);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return { deletionId: (reply.body as { deletionId: string }).deletionId };
}

async function unchanged({ project }: Stage) {
  const body = { type: 'unified' as const };
  const { id, updatedAt } = bodyOf(
    await appKey(project)(operations.createManagedLink, { body }),
    201,
  );
  return { links: [{ id, updatedAt }] };
}

type Named = Readonly<Record<string, string>>;

/** Where a path names a part of a part, both belong together. */
async function paramsOf(stage: Stage, { id, path }: OperationDeclaration): Promise<Named> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const named: Record<string, string> = {};
  for (const name of names) {
    if (name === 'commentId') {
      const params = { projectId: stage.projectId, linkId: named['linkId']! };
      const body = { text: 'Printed.' };
      named[name] = bodyOf(
        await stage.owner.call(operations.createLinkComment, { params, body }),
        201,
      ).id;
    } else if (name === 'changeId') {
      const params = { projectId: stage.projectId, linkId: named['linkId']! };
      const body = { name: 'Poster' };
      bodyOf(await stage.owner.call(operations.updateProjectLink, { params, body }), 200);
      const history = await stage.owner.call(operations.listLinkHistory, { params });
      named[name] = bodyOf(history, 200).changes[0]!.id;
    } else {
      named[name] = await (MAKERS[name] ?? assert.fail(`${id}: nothing makes ${name}`))(stage);
    }
  }
  return named;
}

interface Given {
  readonly params: Named;
  readonly query?: Named;
  readonly body?: unknown;
}

function send(
  { project }: Stage,
  token: string | null,
  operation: OperationDeclaration,
  given: Given,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const base = operation.api === 'dashboard' ? '/api/v1' : '/v1';
  const headers: Record<string, string> =
    token === null ? { 'x-app-key': project.appKey } : { authorization: `Bearer ${token}` };
  const call = createClient({ baseUrl: project.server.origin + base, headers });
  return call(operation, given as never);
}

/** Servers of their own. */
const ON: Readonly<Record<string, () => Promise<TestServer>>> = {
  useServerDomain: () =>
    startServer({
      PUBLIC_URL: 'https://app.example.com',
      LAUNCH_HOST: 'launch.go.example.com',
      LINK_DOMAIN: 'go.example.com',
    }),
};

type Caller = 'user' | 'key' | 'operator';

const CALLERS: Partial<Record<OperationDeclaration['auth'], readonly Caller[]>> = {
  secretKey: ['key'],
  secretKeyOrSession: ['key', 'user'],
  secretKeyOrViewer: ['key', 'user'],
  secretKeyOrEditor: ['key', 'user'],
  instanceAdmin: ['operator'],
};

/** Whoever leaves is no owner. */
async function tokenOf({ project, owner }: Stage, caller: Caller, id: string) {
  if (caller === 'key') return null;
  if (caller === 'operator') return ADMIN_TOKEN;
  return id === 'leaveProject' ? (await newPerson({ project, role: 'viewer' })).token : owner.token;
}

describe('the audit log', () => {
  const walked = Object.values<OperationDeclaration>(operations).filter(
    ({ id, method }) => method !== 'GET' && !(id in EXCEPTIONS),
  );
  for (const operation of walked) {
    for (const caller of CALLERS[operation.auth] ?? (['user'] as const)) {
      const { id } = operation;
      if (caller === 'key' && id in NOT_BY_KEY) continue;
      test(`has an entry of ${id}, called by the ${caller}`, async () => {
        const project = await newProject({}, await ON[id]?.());
        const owner = await ownerOf(project);
        const stage: Stage = { project, owner, projectId: project.project.id };
        const { db } = project.server.app;
        const token = await tokenOf(stage, caller, id);
        const params = await paramsOf(stage, operation);
        const body = await (BODIES[id] ?? (() => smallest(operation)))(stage, params);
        const needsProject = operation.query && 'projectId' in operation.query.properties;
        const query = needsProject && caller === 'user' ? { projectId: stage.projectId } : {};
        const before = await db.selectFrom('audit_entries').select('id').execute();
        const reply = await send(stage, token, operation, { params, query, body });
        assert.ok(reply.status < 300, `${reply.status} ${JSON.stringify(reply.body)}`);
        // Lines that are written while they are sent.
        if (typeof reply.body === 'object' && Symbol.asyncIterator in (reply.body ?? {})) {
          await Array.fromAsync(reply.body as AsyncIterable<unknown>);
        }
        const entries = await db
          .selectFrom('audit_entries')
          .select(['actor_kind', 'actor_name', 'details'])
          .where('id', 'not in', before.length === 0 ? [newId()] : before.map((row) => row.id))
          .where('actor_kind', '=', caller)
          .execute();
        assert.ok(entries.length > 0, 'no entry');
        if (caller === 'key') {
          assert.match(entries[0]!.actor_name, / \(fl_live_\w{4}…\)$/);
          assert.doesNotMatch(JSON.stringify(entries), new RegExp(project.appKey));
        }
      });
    }
  }

  test('is waived only by operations that there are', () => {
    const named = [...Object.keys(EXCEPTIONS), ...Object.keys(NOT_BY_KEY)];
    assert.deepEqual(
      named.filter((id) => !(id in operations)),
      [],
    );
  });

  test('names a key by its name and how it begins', async () => {
    const project = await newProject();
    const owner = await ownerOf(project);
    const { id } = await newLink(project);
    bodyOf(await appKey(project)(operations.deleteLink, { params: { id } }), 200);
    const params = { projectId: project.project.id };
    const { entries } = bodyOf(await owner.call(operations.listAuditEntries, { params }), 200);
    const [{ actor, action } = assert.fail()] = entries;
    assert.equal(action, 'link.deleted');
    assert.equal(actor.kind, 'key');
    assert.equal(actor.userId, null);
    const { keys } = bodyOf(await owner.call(operations.listAppKeys, { params }), 200);
    const [key = assert.fail()] = keys;
    assert.equal(actor.keyId, key.id);
    assert.equal(actor.name, `${key.name} (${key.prefix}…)`);
  });
});
