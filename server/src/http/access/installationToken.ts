import type { App } from '../../app.ts';
import type { Installation } from '../../installations/Installation.ts';
import { Problem } from '../../lib/Problem.ts';
import type { RequestFacts } from '../../lib/requestFacts.ts';
import type { Project } from '../../projects/Project.ts';

/** The installation whose valid token came along, and a fresh token where that one grows old. */
export interface HeldToken {
  readonly installation: Installation;
  readonly freshToken: string | undefined;
}

/** A token that does not hold, or does not hold any longer. */
export interface StaleToken {
  readonly fault: 'expired' | 'invalid';
  /** Whose it was: known of an expired token of the project alone. */
  readonly installationId: string | null;
}

const INVALID: StaleToken = { fault: 'invalid', installationId: null };

/**
 * Reads `X-Installation-Token` within a project. Nothing is asked of the database but, once in a while,
 * whether the installation still exists; an erased one's token is invalid. Null where none was sent.
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
    freshToken: check.needsRefresh ? await app.installationTokens.issue(installation) : undefined,
  };
}

/** On a key operation a bad token is UNAUTHORIZED (Rule: credentials); one that is `forgiven` is taken for none. */
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
