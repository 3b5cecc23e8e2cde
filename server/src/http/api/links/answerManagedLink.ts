import type { App } from '../../../app.ts';
import type { Link } from '../../../links/Link.ts';
import { versionOf } from '../../../links/linkVersion.ts';
import { renderManagedLink } from '../../views/linkView.ts';
import { shortUrlOf } from '../../views/shortUrlOf.ts';

/** A link for those who manage it, with the version that it is. */
export async function answerManagedLink(app: App, link: Link) {
  const body = renderManagedLink(link, await shortUrlOf(app, link));
  return { status: 200, body, headers: { etag: versionOf(link) } } as const;
}
