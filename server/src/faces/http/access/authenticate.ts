import { createHash, timingSafeEqual } from 'node:crypto';
import type { Auth, OperationDeclaration } from '@fairlead/contract/operation';
import { unlessAway } from '#platform/db/connections/isUnavailable.ts';
import { hashOfKey } from '#teams/appKeys/AppKey.ts';
import type { AppKey } from '#teams/appKeys/AppKey.ts';
import { verifyDashboardToken } from '#teams/accounts/sessions/verifyDashboardToken.ts';
import type { App } from '../../App.ts';
import { assertEditor } from '#links/folders/folderRights.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { UUID_PATTERN } from '#platform/lib/uuid.ts';
import { findMembership, type ProjectRole } from '#teams/projects/members/findMembership.ts';
import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';
import type { CallerOf, KeyHolder } from '../routing/route.ts';

type Caller = CallerOf<Auth>;

/** Finds out who calls, or throws UNAUTHORIZED, FORBIDDEN or the one NOT_FOUND of projects. */
export async function authenticate(
  app: App,
  { auth, limitClass }: Pick<OperationDeclaration, 'auth' | 'limitClass'>,
  request: RequestFacts,
  params: Readonly<Record<string, string>>,
): Promise<Caller> {
  const projectId = params['projectId'] ?? '';
  switch (auth) {
    case 'anonymous':
      return { kind: 'anonymous', holder: await findLimitedHolder(app, limitClass, request) };
    case 'appKey':
      return onlyFromAllowedPages(await getKeyCaller(app, request), request);
    case 'secretKey':
      return onlySecret(await getKeyCaller(app, request));
    case 'secretKeyOrSession':
      return bringsSession(request)
        ? getUserCaller(app, request)
        : onlySecret(await getKeyCaller(app, request));
    case 'secretKeyOrViewer':
      return getMemberOrKey(app, 'viewer', request, projectId);
    case 'secretKeyOrEditor':
      return getMemberOrKey(app, 'editor', request, projectId);
    case 'session':
      return getUserCaller(app, request);
    case 'viewer':
    case 'editor':
    case 'admin':
    case 'owner':
      return getMemberCaller(app, auth, request, projectId);
    case 'instanceAdmin':
      checkOperator(app, request);
      return { kind: 'operator' };
    default:
      return auth satisfies never;
  }
}

/** If nothing is limited, as on /health, the database is not asked either. */
function findLimitedHolder(
  app: App,
  limitClass: OperationDeclaration['limitClass'],
  request: RequestFacts,
): Promise<KeyHolder | null> | null {
  return limitClass === 'public' ? findKeyHolder(app, request) : null;
}

/** The holder of a key sent where none is needed; a bad key counts as none. */
export async function findKeyHolder(app: App, request: RequestFacts): Promise<KeyHolder | null> {
  const text = keyText(request);
  // While the database is down, an unknown key counts as none too: it only adds context.
  return text === undefined ? null : ((await unlessAway(findKey(app, text), undefined)) ?? null);
}

function keyText(request: RequestFacts): string | undefined {
  // Header names are case-insensitive, and one guide uses x-api-key (Rule: credentials).
  return request.header('x-app-key') || request.header('x-api-key') || keyInBearer(request);
}

/** Where other services expect their keys. */
function keyInBearer(request: RequestFacts): string | undefined {
  return /^Bearer +(fl_live_\S+)$/i.exec(request.header('authorization') ?? '')?.[1];
}

function bringsSession(request: RequestFacts): boolean {
  return request.header('authorization') !== undefined && keyInBearer(request) === undefined;
}

async function getKeyCaller(app: App, request: RequestFacts) {
  const text = keyText(request);
  if (text === undefined) throw new Problem('UNAUTHORIZED', 'API key is required');
  const found = await findKey(app, text);
  if (!found) throw new Problem('UNAUTHORIZED', 'Invalid API key');
  if (found.key.class === 'secret' && isFromPage(request)) {
    throw new Problem(
      'FORBIDDEN',
      'Everyone who opens this page can read its secret key: use a publishable key here, and revoke this one',
    );
  }
  return { kind: 'key', ...found } as const;
}

/** Browsers send both with each call of a page; other clients send one of them at most. */
function isFromPage({ header }: RequestFacts): boolean {
  return header('origin') !== undefined && header('sec-fetch-mode') !== undefined;
}

async function findKey(app: App, text: string): Promise<KeyHolder | undefined> {
  const key = await app.lookups.appKey(hashOfKey(text));
  if (!key || (key.expiresAt !== null && key.expiresAt.getTime() <= Date.now())) return undefined;
  const project = await app.lookups.project(key.projectId);
  return project ? { project, key } : undefined;
}

function onlySecret<C extends { key: AppKey }>(caller: C): C {
  if (caller.key.class === 'secret') return caller;
  throw new Problem('FORBIDDEN', 'This operation needs a secret key; the key is publishable');
}

function ofProject<C extends KeyHolder>(caller: C, projectId: string | undefined): C {
  if (caller.project.id === projectId?.toLowerCase()) return caller;
  throw new Problem('NOT_FOUND', 'Project not found');
}

/** Browsers say which page is calling, and pages cannot prevent that; other clients say nothing. */
function onlyFromAllowedPages<C extends KeyHolder>(caller: C, request: RequestFacts): C {
  const origin = request.header('origin');
  const { allowedOrigins } = caller.project;
  if (origin === undefined || allowedOrigins.length === 0) return caller;
  if (allowedOrigins.includes(origin.toLowerCase())) return caller;
  throw new Problem(
    'FORBIDDEN',
    `Pages of ${origin.slice(0, 200)} may not use this key: add the origin to the project's settings`,
  );
}

function bearerToken(request: RequestFacts): string {
  if (keyInBearer(request) !== undefined) {
    const message = 'An API key does not open this operation; it needs a session token';
    throw new Problem('UNAUTHORIZED', message);
  }
  const match = /^Bearer +(\S+)$/i.exec(request.header('authorization') ?? '');
  if (match) return match[1]!;
  throw new Problem('UNAUTHORIZED', 'A session token is required: Authorization: Bearer …');
}

async function getUserCaller(app: App, request: RequestFacts) {
  const { user, sessionId } = await verifyDashboardToken(app.accounts, bearerToken(request));
  return { kind: 'user', user, sessionId } as const;
}

const RANK: Record<ProjectRole, number> = { viewer: 0, admin: 1, owner: 2 };
/** A member's right to an operation, if not to everything that it can be asked for. */
type MemberRight = ProjectRole | 'editor';

async function getMemberCaller(
  app: App,
  least: MemberRight,
  request: RequestFacts,
  projectId: string,
) {
  const caller = await getUserCaller(app, request);
  const membership = UUID_PATTERN.test(projectId)
    ? await findMembership(app.db, caller.user, projectId)
    : undefined;
  const project = membership && (await app.lookups.project(projectId.toLowerCase()));
  // A project that does not exist and one that is not yours look the same (Rule: credentials).
  if (!membership || !project) throw new Problem('NOT_FOUND', 'Project not found');
  if (least === 'editor') {
    await assertEditor(app.db, project.id, caller.user, membership.role);
  } else if (RANK[membership.role] < RANK[least]) {
    throw new Problem('FORBIDDEN', `This needs the role ${least}; yours is ${membership.role}`);
  }
  return { ...caller, project, role: membership.role };
}

/** A member with at least this role, or the holder of a secret key of the project. */
async function getMemberOrKey(
  app: App,
  least: MemberRight,
  request: RequestFacts,
  projectId: string,
) {
  return bringsSession(request)
    ? getMemberCaller(app, least, request, projectId)
    : ofProject(onlySecret(await getKeyCaller(app, request)), projectId);
}

/** Refuses callers that do not send the instance's `ADMIN_TOKEN` as bearer token. */
export function checkOperator(app: App, request: RequestFacts): void {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const given = digest(bearerToken(request));
  if (!timingSafeEqual(given, digest(app.secrets.adminToken.reveal()))) {
    throw new Problem('UNAUTHORIZED', 'The admin token is invalid');
  }
}
