import { operations } from '@fairlead/contract';
import { getLink } from '#links/finding/findLink.ts';
import { explainLink } from '#visits/decision/explainLink.ts';
import { findLinked } from '../../../../lookups/routeVisit.ts';
import { route } from '../../../routing/route.ts';
import { renderExplanation } from '../../../views/links/explanationView.ts';
import { shortUrlOf } from '../../../views/links/shortUrlOf.ts';

export const explainLinkRoute = route(
  operations.explainLink,
  async ({ app, caller, params, query }) => {
    const link = await getLink(app.db, caller.project, params.linkId);
    const shortUrl = await shortUrlOf(app, link);
    const explanation = explainLink(
      {
        link,
        project: caller.project,
        shortUrl,
        query: (query.query ?? '').replace(/^\?/, ''),
        linked: await findLinked(app.lookups, link),
        launchHost: app.config.launchHost,
        readVisitor: app.readVisitor,
      },
      query.as && [query.as],
    );
    return { status: 200, body: renderExplanation(link, shortUrl, explanation) };
  },
);
