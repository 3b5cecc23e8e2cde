import type { App } from '../../../app.ts';
import { findLastChange } from '../../../audit/findLastChange.ts';
import { Problem } from '../../../lib/Problem.ts';
import type { Link } from '../../../links/Link.ts';
import { versionOf } from '../../../links/linkVersion.ts';
import type { CallerOf } from '../../routing/route.ts';

/** What answers a change of another version of the link than it is now; `shown` is the link as it is answered. */
export async function conflictOver(
  app: App,
  caller: CallerOf<'secretKeyOrSession'>,
  link: Link,
  shown: object,
): Promise<Problem> {
  const change = caller.kind === 'user' ? await describeLastChange(app, link) : {};
  const message =
    'The link has changed since you read it; look at it as it is now and send the change again with its ETag in If-Match';
  return new Problem(
    'PRECONDITION_FAILED',
    message,
    { etag: versionOf(link) },
    { link: shown, ...change },
  );
}

/** An entry is written after its change, so an older one is not about the last change: that was made by a key. */
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
