import type { Domain } from '#teams/domains/Domain.ts';
import { readDestination } from '#platform/lib/web/destination.ts';
import type { LinkHostContext } from './LinkHostContext.ts';

/**
 * Where a visitor goes who named no link of the domain; null: nowhere. A host that has become a domain for links since
 * could send visitors back, and back again, so they stay (Rule: visitors 16).
 */
export async function findElsewhere(
  { app }: LinkHostContext,
  domain: Domain,
  path: string,
): Promise<string | null> {
  const url = path === '/' ? domain.rootUrl : domain.notFoundUrl;
  const to = url === null ? null : readDestination(url).header;
  if (to === null) return null;
  const { hostname } = new URL(to);
  return (await app.lookups.domain(hostname)) === null ? to : null;
}
