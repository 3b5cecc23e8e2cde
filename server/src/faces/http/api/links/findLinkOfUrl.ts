import type { App } from '../../../App.ts';
import type { Domain } from '#teams/domains/Domain.ts';
import type { Link } from '#links/link/Link.ts';

/** The link of a web URL, with its domain; null also where the host is another domain of the link's project. */
export async function findLinkOfUrl(
  { lookups }: App,
  { host, slug }: { readonly host: string; readonly slug: string },
): Promise<{ readonly domain: Domain; readonly link: Link } | null> {
  const domain = await lookups.domain(host);
  const link = domain && (await lookups.link(domain.projectId, slug));
  return domain && link?.domainId === domain.id ? { domain, link } : null;
}
