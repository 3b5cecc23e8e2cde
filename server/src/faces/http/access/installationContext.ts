import { LIMITS } from '@fairlead/contract/limits';
import type { App } from '../../App.ts';
import type { Installation } from '#apps/installations/Installation.ts';
import { trackInstallation } from '#apps/installations/trackInstallation.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';
import { getPlan } from '#teams/plans/readPlans.ts';
import type { Project } from '#teams/projects/Project.ts';
import { describeClient, isMobileClient } from '../routing/client.ts';
import { readAppBuild } from '../server/headers/readAppBuild.ts';
import { type HeldToken, readToken } from './installationToken.ts';

/** Which installation a request comes from, and what the response says about it (Rule: resolve). */
export interface InstallationContext {
  readonly installation: Installation | null;
  readonly headers: {
    readonly 'x-svc-context': 'installation-attached' | 'auto-installed' | 'none';
    readonly 'x-svc-warning'?: 'missing_device_id';
    readonly 'x-installation-token'?: string | undefined;
  };
}

export const NO_INSTALLATION: InstallationContext = {
  installation: null,
  headers: { 'x-svc-context': 'none', 'x-svc-warning': 'missing_device_id' },
};

/**
 * The context of a resolve: that of the key's project, else that of the link's. Never fails the request: a bad
 * token, or a plan that allows no new installation, counts as absent. A bad token is replaced if the headers
 * name a known installation, because a key could track it; without a key, only if the token was that
 * installation's own.
 */
export async function findResolveContext(
  app: App,
  request: RequestFacts,
  link: { readonly projectId: string },
  { keyProject, creates }: { readonly keyProject: Project | null; readonly creates: boolean },
): Promise<InstallationContext> {
  const project = keyProject ?? { id: link.projectId };
  const reading = await readToken(app, request, project);
  if (reading !== null && 'installation' in reading) {
    return attached(reading.installation, reading.freshToken);
  }
  const known = await findHeaderInstallation(app, request, project);
  if (known) {
    const renewed =
      reading !== null && (keyProject !== null || reading.installationId === known.id);
    return attached(known, renewed ? app.installationTokens.issue(known) : undefined);
  }
  const created = creates && keyProject ? await install(app, request, keyProject) : null;
  return created ?? NO_INSTALLATION;
}

/**
 * The context of a key operation. PRECONDITION_REQUIRED if the project requires an installation and a phone
 * names no known one (Rule: credentials); otherwise an unknown one is created.
 */
export async function getKeyContext(
  app: App,
  request: RequestFacts,
  project: Project,
  token: HeldToken | null,
): Promise<InstallationContext> {
  if (token) return attached(token.installation, token.freshToken);
  const known = await findHeaderInstallation(app, request, project);
  if (known) return attached(known);
  if (demandsInstallation(app, request, project)) throw installationRequired();
  return (await install(app, request, project)) ?? NO_INSTALLATION;
}

/** Whether the project requires phones to identify their installation (Rule: credentials). */
export function demandsInstallation(app: App, request: RequestFacts, project: Project): boolean {
  return project.requireInstallation && isMobileClient(request, app.config);
}

export function installationRequired(): Problem {
  return new Problem(
    'PRECONDITION_REQUIRED',
    'This project requires an installation: call /sdk/installations/track and send its token as X-Installation-Token',
  );
}

function attached(installation: Installation, freshToken?: string): InstallationContext {
  return {
    installation,
    headers: { 'x-svc-context': 'installation-attached', 'x-installation-token': freshToken },
  };
}

/** An id in a header, unless it is empty or longer than an installation's can be. */
function idHeader(request: RequestFacts, name: string): string | undefined {
  const text = request.header(name)?.trim();
  return text && text.length <= LIMITS.installationIdLength ? text : undefined;
}

/** The installation that `X-Installation-Id` or `X-Device-Id` names in a project; null if none is known. */
export async function findHeaderInstallation(
  app: App,
  request: RequestFacts,
  project: Pick<Project, 'id'>,
): Promise<Installation | null> {
  const id = idHeader(request, 'x-installation-id');
  const device = idHeader(request, 'x-device-id');
  return (
    (id !== undefined && (await app.lookups.installationNamed(project.id, id))) ||
    (device !== undefined && (await app.lookups.installationOfDevice(project.id, device))) ||
    null
  );
}

/** Creates the installation that the headers name; null if they name none or the plan allows no more. */
async function install(
  app: App,
  request: RequestFacts,
  project: Project,
): Promise<InstallationContext | null> {
  const id = idHeader(request, 'x-installation-id');
  const device = idHeader(request, 'x-device-id');
  const installationId = id ?? device;
  if (installationId === undefined) return null;
  const appBuild = readAppBuild(request, app.config);
  const facts = {
    installationId,
    ...(id !== undefined && device !== undefined && { deviceId: device }),
    ...(appBuild !== undefined && { appBuild }),
    client: describeClient(request, app.config),
  };
  const options = { plan: getPlan(app.plans, project.plan), at: new Date() };
  try {
    const { installation, isNew } = await trackInstallation(app, project, facts, options);
    // Another call created it at the same moment: then it is known.
    if (!isNew) return attached(installation);
    const token = app.installationTokens.issue(installation);
    return {
      installation,
      headers: { 'x-svc-context': 'auto-installed', 'x-installation-token': token },
    };
  } catch (error) {
    if (error instanceof Problem && error.code === 'FORBIDDEN') return null;
    throw error;
  }
}
