import { operations } from '@fairlead/contract';
import { ADMIN_TOKEN, type TestServer } from '../support/useServer.ts';
import { insertAppKey } from '#teams/appKeys/insertAppKey.ts';
import {
  installation,
  newInstallation,
  newLink,
  newProject,
  type TestProject,
} from '../support/callers/personas.ts';
import type { Credential, DrawnRequest } from './requestOf.ts';

/** Who sends the drawn requests, and what exists for them to name. */
export interface Actors {
  readonly project: TestProject;
  readonly publishable: string;
  /** Values by the name of their property, as replies have told them. */
  readonly known: Map<string, string[]>;
}

export async function makeActors(server: TestServer): Promise<Actors> {
  const project = await newProject({}, server);
  const key = await insertAppKey(server.app.db, project.project, {
    name: 'App',
    class: 'publishable',
  });
  const known = new Map([['projectId', [project.project.id]]]);
  const actors = { project, publishable: key.text, known };
  for (const type of ['unified', 'dynamic'] as const) {
    learn(actors, '/links', await newLink(project, { type, externalId: `known-${type}` }));
  }
  const opened = await newInstallation(project);
  await installation(project, opened)(operations.matchDeferred, { body: { fingerprint: {} } });
  known.set('installationId', [opened.id]);
  return actors;
}

/** What an `id` in a reply names, by the part of the operation's path that lists such things. */
const NAMED_BY: Readonly<Record<string, string>> = {
  links: 'linkId',
  folders: 'folderId',
  'link-views': 'viewId',
  'link-templates': 'templateId',
  annotations: 'annotationId',
  comments: 'commentId',
  proposal: 'proposalId',
  'event-sources': 'sourceId',
  'number-shares': 'shareId',
  keys: 'keyId',
  'test-codes': 'testCodeId',
  domains: 'domainId',
  invitations: 'invitationId',
  installations: 'installationId',
  export: 'jobId',
};

/** Remembers the values of a reply to a path, so that later requests name what exists. */
export function learn({ known }: Actors, path: string, value: unknown): void {
  const thing = path.split('/').findLast((part) => part in NAMED_BY);
  remember(known, thing === undefined ? 'id' : NAMED_BY[thing]!, value);
}

function remember(known: Actors['known'], ownId: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [property, each] of Object.entries(value)) {
    const name = property === 'id' ? ownId : property;
    if (typeof each === 'string') known.set(name, [each, ...(known.get(name) ?? [])].slice(0, 20));
    else remember(known, ownId, each);
  }
}

export function credentialsOf(
  actors: Actors,
  { operation, credential }: DrawnRequest,
): Record<string, string> {
  const headers: Record<Exclude<Credential, 'right'>, Record<string, string>> = {
    none: {},
    wrong: { 'x-app-key': 'fl_live_wrong', authorization: 'Bearer wrong' },
    key: { 'x-app-key': actors.project.appKey },
    publishable: { 'x-app-key': actors.publishable },
    session: { authorization: `Bearer ${actors.project.sessionToken}` },
  };
  if (credential !== 'right') return headers[credential];
  switch (operation.auth) {
    case 'anonymous':
      return headers.none;
    case 'appKey':
    case 'secretKey':
    case 'secretKeyOrSession':
      return headers.key;
    case 'instanceAdmin':
      return { authorization: `Bearer ${ADMIN_TOKEN}` };
    default:
      return headers.session;
  }
}

const LEARNT_AS: Readonly<Record<string, string>> = {
  id: 'linkId',
  url: 'shortUrl',
  cursor: 'nextCursor',
};

/** A value of the path or the query: the drawn text, or one of the things that exist under its name. */
export function partOf({ known }: Actors, name: string, drawn: string | number): string {
  if (typeof drawn === 'string') return drawn;
  const values = known.get(LEARNT_AS[name] ?? name) ?? known.get('linkId') ?? ['none'];
  return encodeURIComponent(values[drawn % values.length] ?? 'none');
}
