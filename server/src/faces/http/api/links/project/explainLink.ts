import { operations } from '@fairlead/contract';
import { Problem } from '#platform/lib/Problem.ts';
import { findLink } from '#links/finding/findLink.ts';
import { explainLink } from '#visits/decision/explainLink.ts';
import { route } from '../../../routing/route.ts';
import { renderExplanation } from '../../../views/links/explanationView.ts';
import { shortUrlOf } from '../../../views/links/shortUrlOf.ts';

export const explainLinkRoute = route(
  operations.explainLink,
  async ({ app, caller, params, query }) => {
    const link = await findLink(app.db, caller.project, { id: params.linkId });
    if (!link) throw new Problem('NOT_FOUND', 'Link not found');
    const shortUrl = await shortUrlOf(app, link);
    const explanation = explainLink(
      {
        link,
        project: caller.project,
        shortUrl,
        query: (query.query ?? '').replace(/^\?/, ''),
        launchHost: app.config.launchHost,
        readVisitor: app.readVisitor,
      },
      query.as && [query.as],
    );
    return { status: 200, body: renderExplanation(link, shortUrl, explanation) };
  },
);
