import type { App } from '../../../../App.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { getLink } from '#links/finding/findLink.ts';
import { findLinkOfUser } from '#links/finding/findLinkOfUser.ts';
import type { Link } from '#links/link/Link.ts';
import type { CallerOf } from '../../../routing/route.ts';

/** A live link that the caller may read: in the key's project, or in any project that the person is a member of. */
export async function getCallersLink(
  app: App,
  caller: CallerOf<'secretKeyOrSession'>,
  id: string,
): Promise<Link> {
  if (caller.kind === 'key') return getLink(app.db, caller.project, id);
  const link = await findLinkOfUser(app.db, caller.user, id);
  if (!link) throw new Problem('NOT_FOUND', 'Link not found');
  return link;
}
