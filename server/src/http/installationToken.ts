import type { App } from '../app.ts';
import type { Installation } from '../installations/Installation.ts';
import { Problem } from '../lib/Problem.ts';
import type { RequestFacts } from '../lib/requestFacts.ts';
import type { Project } from '../projects/Project.ts';

/** The installation whose valid token came along, and a fresh token where that one grows old. */
export interface HeldToken {
  readonly installation: Installation;
  readonly freshToken: string | undefined;
}

type Reading = HeldToken | 'absent' | 'expired' | 'invalid';

/**
 * Reads `X-Installation-Token` within a project. Nothing is asked of the database but, once in a while,
 * whether the installation still exists; an erased one's token is invalid.
 */
export async function readToken(
  app: App,
  request: RequestFacts,
  project: Pick<Project, 'id'>,
): Promise<Reading> {
  const text = request.header('x-installation-token')?.trim();
  // Some SDKs send the header before they have a token.
  if (!text) return 'absent';
  const check = await app.installationTokens.verify(text);
  if (check.kind !== 'valid') return check.kind;
  if (check.projectId !== project.id) return 'invalid';
  const installation = await app.lookups.installation(project.id, check.installationId);
  if (!installation) return 'invalid';
  return {
    installation,
    freshToken: check.needsRefresh ? await app.installationTokens.issue(installation) : undefined,
  };
}

/** On a key operation a bad token is UNAUTHORIZED (DECISIONS 4); `forgiving` takes it for none. */
export async function getHeldToken(
  app: App,
  request: RequestFacts,
  project: Project,
  { forgiving }: { forgiving: boolean },
): Promise<HeldToken | null> {
  const reading = await readToken(app, request, project);
  if (typeof reading === 'object') return reading;
  if (reading === 'absent' || forgiving) return null;
  throw new Problem('UNAUTHORIZED', `Installation token ${reading}`);
}
