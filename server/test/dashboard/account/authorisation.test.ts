import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { type Auth, basesOf, type OperationDeclaration } from '@fairlead/contract/operation';
import { insertAppKey } from '#teams/appKeys/insertAppKey.ts';
import { newId } from '#platform/lib/uuid.ts';
import { addMember } from '#teams/projects/members/addMember.ts';
import { newProject, type TestProject } from '../../support/callers/personas.ts';
import { newPerson, ownerOf, signInAgain } from '../../support/callers/person.ts';
import { type RawReply, send } from '../../support/callers/request.ts';
import { ADMIN_TOKEN } from '../../support/useServer.ts';

/**
 * Every operation × everyone. Calls come without a body, and with ids that name nothing, so that who is
 * let in gets a 2xx, 400, 404 or 409 of the operation itself and changes next to nothing.
 */
const PERSONAS = [
  'anonymous',
  'publishable key',
  'secret key',
  'viewer',
  'admin',
  'owner',
  "another project's owner",
  'instance admin',
] as const;
type Persona = (typeof PERSONAS)[number];
type Verdict = 'let in' | 'unauthorized' | 'forbidden' | 'no such project';

const NONE_BUT = (...let_in: Persona[]): Record<Persona, Verdict> =>
  Object.fromEntries(
    PERSONAS.map((persona) => [persona, let_in.includes(persona) ? 'let in' : 'unauthorized']),
  ) as Record<Persona, Verdict>;

const MEMBERS = ['viewer', 'admin', 'owner'] as const;
const foreign = { "another project's owner": 'no such project' } as const;

const VERDICTS: Record<Exclude<Auth, 'anonymous'>, Record<Persona, Verdict>> = {
  appKey: NONE_BUT('publishable key', 'secret key'),
  secretKey: { ...NONE_BUT('secret key'), 'publishable key': 'forbidden' },
  secretKeyOrSession: {
    ...NONE_BUT('secret key', ...MEMBERS, "another project's owner"),
    'publishable key': 'forbidden',
  },
  secretKeyOrViewer: {
    ...NONE_BUT('secret key', ...MEMBERS),
    'publishable key': 'forbidden',
    ...foreign,
  },
  secretKeyOrEditor: {
    ...NONE_BUT('secret key', 'admin', 'owner'),
    'publishable key': 'forbidden',
    viewer: 'forbidden',
    ...foreign,
  },
  session: NONE_BUT(...MEMBERS, "another project's owner"),
  viewer: { ...NONE_BUT(...MEMBERS), ...foreign },
  editor: { ...NONE_BUT('admin', 'owner'), viewer: 'forbidden', ...foreign },
  admin: { ...NONE_BUT('admin', 'owner'), viewer: 'forbidden', ...foreign },
  owner: { ...NONE_BUT('owner'), viewer: 'forbidden', admin: 'forbidden', ...foreign },
  instanceAdmin: NONE_BUT('instance admin'),
};

const all = Object.values<OperationDeclaration>(operations);
const ofProjects = all.filter(
  ({ auth }) =>
    auth === 'viewer' ||
    auth === 'secretKeyOrViewer' ||
    auth === 'secretKeyOrEditor' ||
    auth === 'editor' ||
    auth === 'admin' ||
    auth === 'owner',
);

let stage: ReturnType<typeof build> | undefined;
const onStage = () => (stage ??= build());

async function build() {
  const project = await newProject();
  const [viewer, admin, owner, { text: publishable }] = await Promise.all([
    newPerson({ project, role: 'viewer' }),
    newPerson({ project, role: 'admin' }),
    ownerOf(project),
    insertAppKey(project.server.app.db, project.project, { name: 'App', class: 'publishable' }),
  ]);
  const other = await newProject();
  const foreigner = await ownerOf(other);
  return { project, viewer, admin, owner, publishable, foreigner };
}

/** Fresh credentials every time: some operations end the session or the membership that calls them. */
async function headersOf(persona: Persona): Promise<Record<string, string>> {
  const { project, viewer, admin, owner, publishable, foreigner } = await onStage();
  const { server } = project;
  const bearer = async (userId: string) => {
    const { token } = await signInAgain(server, userId);
    return { authorization: `Bearer ${token}` };
  };
  switch (persona) {
    case 'anonymous':
      return {};
    case 'publishable key':
      return { 'x-app-key': publishable };
    case 'secret key':
      return { 'x-app-key': project.appKey };
    case 'viewer':
      await addMember(server.app.db, project.project, viewer.user, 'viewer');
      return bearer(viewer.user.id);
    case 'admin':
      await addMember(server.app.db, project.project, admin.user, 'admin');
      return bearer(admin.user.id);
    case 'owner':
      return bearer(owner.user.id);
    case "another project's owner":
      return bearer(foreigner.user.id);
    case 'instance admin':
      return { authorization: `Bearer ${ADMIN_TOKEN}` };
    default:
      return persona satisfies never;
  }
}

async function perform(
  operation: OperationDeclaration,
  persona: Persona,
  ids: { readonly projectId: string; readonly other: string },
): Promise<RawReply> {
  const { project } = await onStage();
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'projectId' ? ids.projectId : ids.other,
  );
  return send({
    method: operation.method,
    path: `${basesOf(operation)[0]}${path}`,
    port: project.server.port,
    headers: {
      host: 'api.test:3000',
      'content-type': 'application/json',
      ...(await headersOf(persona)),
    },
  });
}

function verdictOf({ status, text }: RawReply): Verdict {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404 && text.includes('Project not found')) return 'no such project';
  return 'let in';
}

const own = async (): Promise<TestProject> => (await onStage()).project;

describe('authorisation matrix', () => {
  for (const operation of all) {
    test(`${operation.id} lets in exactly the callers of ${operation.auth}`, async () => {
      const ids = { projectId: (await own()).project.id, other: newId() };
      if (operation.auth === 'anonymous') return assertSameForAll(operation, ids);
      for (const persona of PERSONAS) {
        const reply = await perform(operation, persona, ids);
        const expected = VERDICTS[operation.auth][persona];
        // Some also ask who belongs to the thing named, which is nobody's here.
        const judged = verdictOf(reply);
        const fits =
          judged === expected ||
          (operation.auth === 'secretKeyOrSession' &&
            expected === 'let in' &&
            reply.status === 404);
        assert.ok(fits, `${persona}: ${judged} (${reply.status} ${reply.text}), not ${expected}`);
        assert.ok(reply.status < 500, `${persona}: ${reply.status}`);
      }
    });
  }

  /** Where anyone may call, a credential that comes along changes nothing. */
  async function assertSameForAll(
    operation: OperationDeclaration,
    ids: { readonly projectId: string; readonly other: string },
  ) {
    const statuses = new Set<number>();
    for (const persona of PERSONAS) statuses.add((await perform(operation, persona, ids)).status);
    assert.equal(statuses.size, 1, [...statuses].join(', '));
    assert.ok(!statuses.has(401) || operation.errors.includes('UNAUTHORIZED'));
  }
});

describe('projects of others and unknown projects', () => {
  for (const operation of ofProjects) {
    test(`${operation.id} answers both with the same 404`, async () => {
      const foreign = { projectId: (await own()).project.id, other: newId() };
      const absent = { ...foreign, projectId: newId() };
      const malformed = { ...foreign, projectId: 'no-uuid' };
      const replies = [];
      for (const ids of [foreign, absent, malformed]) {
        const { status, text, headers } = await perform(operation, "another project's owner", ids);
        const { date: _date, 'x-request-id': _id, ...comparable } = headers;
        replies.push({ status, text, comparable });
      }
      const [first] = replies;
      assert.equal(first?.status, 404);
      for (const reply of replies) assert.deepEqual(reply, first);
    });
  }
});

describe('invalid ids', () => {
  const withIds = ofProjects.filter(
    ({ path, params }) =>
      /\{(?!projectId)\w+\}/.test(path) &&
      Object.entries(params?.properties ?? {}).some(
        ([name, schema]) => name !== 'projectId' && schema['format'] === 'uuid',
      ),
  );
  for (const operation of withIds) {
    test(`${operation.id} answers them with 400`, async () => {
      const ids = { projectId: (await own()).project.id, other: 'no-uuid' };
      const reply = await perform(operation, 'owner', ids);
      assert.equal(reply.status, 400, reply.text);
      assert.match(reply.text, /must be a UUID/);
    });
  }
});

test('400: an unknown parameter; 415: an invalid content type, on operations without a body', async () => {
  const owner = (await headersOf('owner')) as { authorization: string };
  const { project } = await onStage();
  for (const { id, method, path, auth } of [
    operations.signOut,
    operations.revokeOtherSessions,
    operations.sendVerification,
    operations.leaveProject,
    operations.rebuildAnalytics,
    operations.openBillingPortal,
  ]) {
    const authorization = auth === 'instanceAdmin' ? `Bearer ${ADMIN_TOKEN}` : owner.authorization;
    const target = `/api/v1${path.replace('{projectId}', project.project.id)}`;
    const unknown = await send({ method, path: `${target}?a=b`, headers: { authorization } });
    assert.equal(unknown.status, 400, id);
    const headers = { authorization, 'content-type': 'nonsense' };
    assert.equal((await send({ method, path: target, headers })).status, 415, id);
  }
});
