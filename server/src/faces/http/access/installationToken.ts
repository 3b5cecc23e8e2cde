import type { App } from '../../App.ts';
import type { Installation } from '#apps/installations/Installation.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';
import type { Project } from '#teams/projects/Project.ts';

/** The installation whose valid token was sent, and a new token if that one is about to expire. */
export interface HeldToken {
  readonly installation: Installation;
  readonly freshToken: string | undefined;
}

/** A token that is invalid or has expired. */
export interface StaleToken {
  readonly fault: 'expired' | 'invalid';
  /** Whose it was: only known for an expired token of the same project. */
  readonly installationId: string | null;
}

const INVALID: StaleToken = { fault: 'invalid', installationId: null };

/**
 * Reads `X-Installation-Token` within a project. The database is only asked, once in a while, whether
 * the installation still exists; an erased installation's token is invalid. Null if none was sent.
 */
export async function readToken(
  app: App,
  request: RequestFacts,
  project: Pick<Project, 'id'>,
): Promise<HeldToken | StaleToken | null> {
  const text = request.header('x-installation-token')?.trim();
  // Some SDKs send the header before they have a token.
  if (!text) return null;
  const check = await app.installationTokens.verify(text);
  if (check.kind === 'invalid' || check.projectId !== project.id) return INVALID;
  const { installationId } = check;
  if (check.kind === 'expired') return { fault: 'expired', installationId };
  const installation = await app.lookups.installation(project.id, installationId);
  if (!installation) return INVALID;
  return {
    installation,
    freshToken: check.needsRefresh ? app.installationTokens.issue(installation) : undefined,
  };
}

/** On a key operation a bad token is UNAUTHORIZED (Rule: credentials); one that is `forgiven` counts as none. */
export async function getHeldToken(
  app: App,
  request: RequestFacts,
  project: Project,
  { forgiven }: { forgiven: readonly StaleToken['fault'][] },
): Promise<HeldToken | null> {
  const reading = await readToken(app, request, project);
  if (reading === null || 'installation' in reading) return reading;
  if (forgiven.includes(reading.fault)) return null;
  throw new Problem('UNAUTHORIZED', `Installation token ${reading.fault}`);
}
