import type { App } from '../../../../App.ts';
import { findLastChange } from '#teams/audit/findLastChange.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Link } from '#links/link/Link.ts';
import type { ChangedLink } from '#links/changing/changeLinks.ts';
import { versionOf } from '#links/link/linkVersion.ts';
import type { CallerOf } from '../../../routing/route.ts';

/**
 * The link as `show` answers it after a change. Throws PRECONDITION_FAILED, with the link as it is, if the change was
 * meant for another version of it.
 */
export async function assertChanged(
  app: App,
  caller: CallerOf<'secretKeyOrSession'>,
  { link, changed }: ChangedLink,
  show: (link: Link) => Promise<{ readonly body: object }>,
): Promise<void> {
  if (changed) return;
  const { body } = await show(link);
  const change = caller.kind === 'user' ? await describeLastChange(app, link) : {};
  const message =
    'The link has changed since you read it; look at it as it is now and send the change again with its ETag in If-Match';
  throw new Problem(
    'PRECONDITION_FAILED',
    message,
    { etag: versionOf(link) },
    { link: body, ...change },
  );
}

/** An entry is written after its change, so an older one is not about the last change. */
async function describeLastChange({ db }: App, link: Link) {
  const target = { kind: 'link', id: link.id };
  const entry = await findLastChange(db, { id: link.projectId }, target, link.updatedAt);
  const { fields } = entry?.details ?? {};
  return {
    changedAt: link.updatedAt.toISOString(),
    ...(entry && { changedBy: entry.actorName }),
    ...(Array.isArray(fields) && { changedFields: fields }),
  };
}
