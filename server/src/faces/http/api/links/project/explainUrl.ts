import { parameterFinding } from '@fairlead/contract/finding';
import { operations } from '@fairlead/contract';
import { fillLinkTemplate } from '#platform/lib/web/fillLinkTemplate.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { parseLinkUrl } from '#links/link/parseLinkUrl.ts';
import { explainLink } from '#visits/decision/explainLink.ts';
import { findLinked } from '../../../../lookups/routeVisit.ts';
import { route } from '../../../routing/route.ts';
import { findLinkOfUrl } from '../findLinkOfUrl.ts';
import { renderExplanation } from '../../../views/links/explanationView.ts';

export const explainUrlRoute = route(operations.explainUrl, async ({ app, query }) => {
  const named = parseLinkUrl(query.url);
  if (named?.kind !== 'web') {
    const message = 'url must be the web URL of a link, such as https://go.example.com/summer';
    throw new Problem('VALIDATION_ERROR', parameterFinding('url', 'format', message));
  }
  const found = await findLinkOfUrl(app, named);
  const project = found && (await app.lookups.project(found.link.projectId));
  if (!found || !project) throw new Problem('NOT_FOUND', 'Link not found');
  const { domain, link } = found;
  const shortUrl = fillLinkTemplate(app.config.linkUrlTemplate, domain.host, link.slug);
  const { launchHost } = app.config;
  const { readVisitor } = app;
  const linked = await findLinked(app.lookups, link);
  const explanation = explainLink(
    { link, project, shortUrl, query: named.query, launchHost, linked, readVisitor },
    query.as && [query.as],
  );
  return { status: 200, body: renderExplanation(link, shortUrl, explanation) };
});
