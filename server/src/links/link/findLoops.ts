import { DESTINATION_FIELDS } from '@fairlead/contract/destinationFields';
import { type Finding, finding } from '@fairlead/contract/finding';
import type { Db } from '#platform/db/Db.ts';
import type { Domain } from '#teams/domains/Domain.ts';
import type { Project } from '#teams/projects/Project.ts';
import { slugOfPath } from './parseLinkUrl.ts';

type Destinations = Readonly<
  Partial<Record<(typeof DESTINATION_FIELDS)[number], string | null | undefined>>
>;

interface Place {
  readonly project: Pick<Project, 'id'>;
  readonly domain: Pick<Domain, 'id' | 'host'>;
  readonly slug: string;
}

/** A longer chain of links is not followed. */
const MAX_HOPS = 10;
/** Nor are more links than this at each hop. */
const MAX_LINKS = 100;

/**
 * The destinations of the link at `place` that lead to itself, or to another link of its domain that leads back: its
 * visitors would go round in circles (Rule: bodies 17). `pending`: links by slug that are about to be written to the
 * domain. Asks the database only about destinations on the link's own domain. For fields that passed their checks.
 */
export async function findLoops(
  db: Db,
  place: Place,
  destinations: Destinations,
  pending: ReadonlyMap<string, Destinations> = new Map(),
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const field of DESTINATION_FIELDS) {
    const to = slugOn(place.domain.host, destinations[field]);
    if (to === null || !(await leadsBack(db, place, to, pending))) continue;
    const where = to === place.slug ? 'the link itself' : `the link "${to}", which leads back here`;
    findings.push(
      finding(field, 'not_allowed', `${field} leads to ${where}; use the page it should end at`),
    );
  }
  return findings;
}

async function leadsBack(
  db: Db,
  { project, domain, slug }: Place,
  from: string,
  pending: ReadonlyMap<string, Destinations>,
): Promise<boolean> {
  const seen = new Set<string>();
  let next = [from];
  for (let hop = 0; hop < MAX_HOPS && next.length > 0; hop += 1) {
    if (next.includes(slug)) return true;
    for (const slug of next) seen.add(slug);
    const links = [
      ...next.flatMap((slug) => pending.get(slug) ?? []),
      ...(await readDestinations(db, project, domain, next)),
    ];
    const slugs = links.flatMap((link) =>
      DESTINATION_FIELDS.flatMap((field) => slugOn(domain.host, link[field]) ?? []),
    );
    next = [...new Set(slugs)].filter((slug) => !seen.has(slug)).slice(0, MAX_LINKS);
  }
  return false;
}

async function readDestinations(
  db: Db,
  project: Pick<Project, 'id'>,
  domain: Pick<Domain, 'id'>,
  slugs: readonly string[],
): Promise<Destinations[]> {
  return db
    .selectFrom('links')
    .select([
      'fallback_url as fallbackUrl',
      'ios_url as iosUrl',
      'android_url as androidUrl',
      'ios_fallback_url as iosFallbackUrl',
      'android_fallback_url as androidFallbackUrl',
    ])
    .where('project_id', '=', project.id)
    .where('domain_id', '=', domain.id)
    .where('slug', '=', (any) => any.fn.any(any.val(slugs)))
    .where('deleted_at', 'is', null)
    .execute();
}

/** The slug of the link that a URL names on a host; null for any other URL. */
function slugOn(host: string, url: string | null | undefined): string | null {
  if (!url || !/^https?:/i.test(url)) return null;
  const { hostname, pathname } = new URL(url);
  return hostname === host ? slugOfPath(pathname) : null;
}
