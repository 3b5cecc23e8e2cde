import type { App } from '../../../../App.ts';
import type { Link } from '#links/link/Link.ts';
import { versionOf } from '#links/link/linkVersion.ts';
import { renderManagedLink } from '../../../views/links/linkView.ts';
import { shortUrlOf } from '../../../views/links/shortUrlOf.ts';

/** A link for those who manage it, with the version that it is. */
export async function answerManagedLink(app: App, link: Link) {
  const body = renderManagedLink(link, await shortUrlOf(app, link));
  return { status: 200, body, headers: { etag: versionOf(link) } } as const;
}
