import { findLink } from '#links/finding/findLink.ts';
import type { Link } from '#links/link/Link.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { findProject } from '#teams/projects/findProject.ts';
import type { Project } from '#teams/projects/Project.ts';
import { findNumberShare } from '#visits/numbers/shares/findNumberShares.ts';
import type { NumberShare } from '#visits/numbers/shares/NumberShare.ts';
import { readShareToken } from '#visits/numbers/shares/shareToken.ts';
import type { App } from '../../../App.ts';
import { tryOnAccount } from '../../access/tries.ts';

interface OpenShare {
  readonly share: NumberShare;
  readonly project: Project;
  /** Undefined: of the whole project. */
  readonly link: Link | undefined;
}

export const gone = () =>
  new Problem('NOT_FOUND', 'There is nothing at this address (any more); ask for a new one');

/** The shared page of an address: NOT_FOUND if there is none, FORBIDDEN without its password. */
export async function openShare(
  app: App,
  { token, password }: { readonly token: string; readonly password?: string | undefined },
): Promise<OpenShare> {
  const share = await findShare(app, token);
  await assertPassword(app, share, password);
  const project = await findProject(app.db, share.projectId);
  const { linkId } = share;
  const link =
    project && linkId !== null ? await findLink(app.db, project, { id: linkId }) : undefined;
  if (!project || (linkId !== null && !link)) throw gone();
  return { share, project, link };
}

async function findShare({ db, secrets }: App, token: string): Promise<NumberShare> {
  const known = [secrets.secret, ...(secrets.previousSecrets ?? [])];
  const id = readShareToken(
    token,
    known.map((secret) => secret.reveal()),
  );
  const share = id === null ? undefined : await findNumberShare(db, id);
  if (!share) throw gone();
  return share;
}

/** Wrong ones are counted against the page, as those of an account are. */
async function assertPassword(
  app: App,
  { id, passwordHash }: NumberShare,
  password: string | undefined,
): Promise<void> {
  if (passwordHash === null) return;
  if (password === undefined) {
    throw new Problem('FORBIDDEN', 'This page has a password; ask whoever gave you the address');
  }
  await tryOnAccount(app, id, async () => {
    if (await app.accounts.passwords.verify({ hash: passwordHash, password })) return;
    throw new Problem('FORBIDDEN', 'That is not the password of this page');
  });
}
