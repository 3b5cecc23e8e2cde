import { operations } from '@fairlead/contract';
import { Problem } from '#platform/lib/Problem.ts';
import { fillLinkTemplate } from '#platform/lib/web/fillLinkTemplate.ts';
import { writeLongQuery } from '#links/longLinks/longLink.ts';
import { parseLinkUrl } from '#links/link/parseLinkUrl.ts';
import { expandLink } from '#links/longLinks/shortenLongLink.ts';
import { route } from '../../routing/route.ts';
import { renderLink } from '../../views/links/linkView.ts';
import { findLinkOfUrl } from './findLinkOfUrl.ts';

export const exchangeShortLinkRoute = route(
  operations.exchangeShortLink,
  async ({ app, caller: { project }, body }) => {
    const named = parseLinkUrl(body.requestedLink);
    const found = named?.kind === 'web' ? await findLinkOfUrl(app, named) : null;
    if (found?.link.projectId !== project.id) {
      throw new Problem('NOT_FOUND', 'requestedLink is no short link of this project');
    }
    const { domain, link } = found;
    const prefix = link.slug.includes('/')
      ? link.slug.slice(0, link.slug.lastIndexOf('/') + 1)
      : '';
    const base = fillLinkTemplate(app.config.linkUrlTemplate, domain.host, prefix);
    const query = writeLongQuery(expandLink(textsOf(renderLink(link, base)), project));
    return { status: 200, body: { longLink: `${base}?${query}` } };
  },
);

/** The service's links omit what they do not have. */
function textsOf({
  type,
  fallbackUrl,
  iosFallbackUrl,
  androidFallbackUrl,
  parameters,
  metadata,
}: ReturnType<typeof renderLink>) {
  return {
    type,
    ...(fallbackUrl && { fallbackUrl }),
    ...(iosFallbackUrl && { iosFallbackUrl }),
    ...(androidFallbackUrl && { androidFallbackUrl }),
    ...(parameters && { parameters }),
    ...(metadata && { metadata }),
  };
}
