import { operations } from '@fairlead/contract';
import { findLink } from '#links/finding/findLink.ts';
import { displayNameOf } from '#links/link/Link.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { findProject } from '#teams/projects/findProject.ts';
import { listAnnotations } from '#visits/numbers/annotations/listAnnotations.ts';
import { chooseWindow } from '#visits/numbers/chooseWindow.ts';
import { readAnalytics } from '#visits/numbers/readAnalytics.ts';
import { findNumberShare } from '#visits/numbers/shares/findNumberShares.ts';
import { hideFew } from '#visits/numbers/shares/hideFew.ts';
import type { NumberShare } from '#visits/numbers/shares/NumberShare.ts';
import { readShareToken } from '#visits/numbers/shares/shareToken.ts';
import type { App } from '../../../App.ts';
import { tryOnAccount } from '../../access/rateLimit.ts';
import { route } from '../../routing/route.ts';
import { renderAnnotation } from '../../views/numbersView.ts';

/** Entries of each list. */
const LIMIT = 100;

export const readSharedNumbersRoute = route(
  operations.readSharedNumbers,
  async ({ app, body: { token, password, ...asked } }) => {
    const share = await findShare(app, token);
    await assertPassword(app, share, password);
    const project = await findProject(app.db, share.projectId);
    const { linkId } = share;
    const link =
      project && linkId !== null ? await findLink(app.db, project, { id: linkId }) : undefined;
    if (!project || (linkId !== null && !link)) throw gone();
    const window = await chooseWindow(app.db, { ...asked, ...share.facts });
    const numbers = await app.numbers.read((reading) =>
      readAnalytics(reading, project, { link, window, limit: LIMIT }),
    );
    const annotations = await listAnnotations(app.db, project);
    return {
      status: 200,
      body: {
        name: share.name,
        project: project.name,
        link: link ? displayNameOf(link) : null,
        facts: share.facts,
        numbers: hideFew(numbers),
        annotations: annotations.map(renderAnnotation),
      },
    };
  },
);

const gone = () =>
  new Problem('NOT_FOUND', 'There is nothing at this address (any more); ask for a new one');

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
