import { ADMIN_TOKEN, type TestServer } from '../support/useServer.ts';
import { createAppKey } from '../../src/appKeys/createAppKey.ts';
import { newLink, newProject, type TestProject } from '../support/personas.ts';
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
  const key = await createAppKey(server.app.db, project.project, {
    name: 'App',
    class: 'publishable',
  });
  const known = new Map([['projectId', [project.project.id]]]);
  const actors = { project, publishable: key.text, known };
  for (const type of ['unified', 'dynamic'] as const) {
    learn(actors, await newLink(project, { type, externalId: `known-${type}` }));
  }
  return actors;
}

/** Remembers the values of a reply, so that later requests name what exists. */
export function learn({ known }: Actors, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, each] of Object.entries(value)) {
    if (typeof each === 'string') known.set(name, [each, ...(known.get(name) ?? [])].slice(0, 20));
    else learn({ known } as Actors, each);
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
    case 'none':
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

const LEARNT_AS: Readonly<Record<string, string>> = { url: 'shortUrl', cursor: 'nextCursor' };

/** A value of the path or the query: the drawn text, or one of the things that exist under its name. */
export function partOf({ known }: Actors, name: string, drawn: string | number): string {
  if (typeof drawn === 'string') return drawn;
  const values = known.get(LEARNT_AS[name] ?? name) ?? known.get('id') ?? ['none'];
  return encodeURIComponent(values[drawn % values.length] ?? 'none');
}
