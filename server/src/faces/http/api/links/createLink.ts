import { operations } from '@fairlead/contract';
import type { CreateLinkRequest } from '@fairlead/contract/resources';
import { createLink } from '#links/creating/createLink.ts';
import { examineNewLink } from '#links/creating/examineNewLink.ts';
import { getKeyContext } from '../../access/installationContext.ts';
import { route } from '../../routing/route.ts';
import { renderLink } from '../../views/links/linkView.ts';
import { shortUrlOf } from '../../views/links/shortUrlOf.ts';

export const createLinkRoute = route(
  operations.createLink,
  async ({ app, request, caller, token, body }) => {
    const { project } = caller;
    const context = await getKeyContext(app, request, project, token);
    const { link, created } = await createLink(app, project, withoutFlags(body), {
      byApp: caller.key.class !== 'secret',
    });
    const shortUrl = await shortUrlOf(app, link);
    return {
      status: created ? 201 : 200,
      body: renderLink(link, shortUrl),
      headers: {
        ...context.headers,
        ...(created && { location: `/v1/sdk/links/${encodeURIComponent(link.slug)}` }),
      },
    };
  },
  ({ app, caller, body }) => examineNewLink(app.db, caller.project, withoutFlags(body)),
);

/** Apps set no flags; theirs are accepted and ignored (Rule: bodies 2). */
function withoutFlags<Body extends Partial<CreateLinkRequest>>({
  iosSocialBreakout: _breakout,
  iosBrowserAutoOpen: _autoOpen,
  ...body
}: Body) {
  return body;
}
