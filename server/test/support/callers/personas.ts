import { randomBytes, randomUUID } from 'node:crypto';
import { createClient } from '@fairlead/contract/client';
import type { TrackInstallationRequest } from '@fairlead/contract/installationResources';
import type { CreateLinkRequest, Link, LinkStats } from '@fairlead/contract/resources';
import { operations } from '@fairlead/contract';
import { provision, type ProvisionResult } from '#teams/provisioning/provision.ts';
import { ADMIN_TOKEN, type TestServer, useServer } from '../useServer.ts';

type Provisioning = Partial<Parameters<typeof provision>[1]> & { readonly noDomain?: boolean };

export interface TestProject extends ProvisionResult {
  readonly server: TestServer;
  /** The verified host; empty for a project without one. */
  readonly host: string;
}

/** A project of its own for a test: user, verified domain and secret key. */
export async function newProject(
  { noDomain, ...input }: Provisioning = {},
  on?: TestServer,
): Promise<TestProject> {
  const server = on ?? (await useServer());
  const host = noDomain ? '' : (input.domain ?? `t${randomBytes(6).toString('hex')}.test`);
  const made = await provision(server.app, {
    name: 'Test',
    plan: 'business',
    ...input,
    ...(host !== '' && { domain: host }),
  });
  return { ...made, server, host };
}

let shared: Promise<TestProject> | undefined;

/** One project for all tests that only look or are refused: it saves making one. */
export function anyProject(): Promise<TestProject> {
  shared ??= newProject();
  return shared;
}

/** Calls as someone without a credential. */
export async function anonymous(base = '/v1', headers: Record<string, string> = {}) {
  const { origin } = await useServer();
  return createClient({ baseUrl: origin + base, headers });
}

/** Calls with the project's application key. */
export function appKey(project: TestProject, headers: Record<string, string> = {}, base = '/v1') {
  return createClient({
    baseUrl: project.server.origin + base,
    headers: { 'x-app-key': project.appKey, ...headers },
  });
}

/** Calls with the dashboard session of the project's owner. */
export function member(project: TestProject, base = '/api/v1') {
  return createClient({
    baseUrl: project.server.origin + base,
    headers: { authorization: `Bearer ${project.sessionToken}` },
  });
}

/** Calls with the operator's token. */
export async function operator() {
  const { origin } = await useServer();
  return createClient({
    baseUrl: `${origin}/api/v1`,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  });
}

/** A link of the project; unified with a fallback unless the test says otherwise. */
export async function newLink(
  project: TestProject,
  input: Partial<CreateLinkRequest> = {},
): Promise<Link> {
  const reply = await appKey(project)(operations.createLink, {
    body: { type: 'unified', fallbackUrl: 'https://example.com/', ...input },
  });
  if (reply.status !== 201) throw new Error(`No link: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

/** The numbers of a link, which are exact at once. */
export async function statsOf(project: TestProject, id: string): Promise<LinkStats> {
  const reply = await appKey(project)(operations.getLinkStats, { params: { id } });
  if (reply.status !== 200) throw new Error(`No stats: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

export interface TestInstallation {
  /** The app's own id. */
  readonly clientId: string;
  /** The record id. */
  readonly id: string;
  readonly token: string;
}

/** An installation of the project's app, as `track` answers it. */
export async function newInstallation(
  project: TestProject,
  input: Partial<TrackInstallationRequest> = {},
): Promise<TestInstallation> {
  const clientId = input.installationId ?? randomUUID();
  const reply = await appKey(project)(operations.trackInstallation, {
    body: { ...input, installationId: clientId },
  });
  if (reply.status !== 201) throw new Error(`No installation: ${JSON.stringify(reply.body)}`);
  const { installationId: id, installationToken: token = '' } = reply.body;
  return { clientId, id, token };
}

/** Calls with the project's key and the installation's token, as an app on a phone does. */
export function installation(
  project: TestProject,
  { token }: Pick<TestInstallation, 'token'>,
  headers: Record<string, string> = {},
) {
  return appKey(project, { 'x-installation-token': token, ...headers });
}

/** Switches the project's setting `requireInstallation` on. */
export async function requireInstallation({ server, project }: TestProject): Promise<void> {
  await server.app.db
    .updateTable('projects')
    .set({ require_installation: true })
    .where('id', '=', project.id)
    .execute();
  server.app.lookups.apply({ kind: 'project', projectId: project.id });
}
