import { DESTINATION_FIELDS } from '@fairlead/contract/destinationFields';
import { type Finding, finding } from '@fairlead/contract/finding';
import type { Db } from '#platform/db/Db.ts';
import type { Domain } from '#teams/domains/Domain.ts';
import { createSlices, type Slices } from '#platform/lib/createSlices.ts';
import type { Project } from '#teams/projects/Project.ts';
import { type Ruled, targetsOf } from './targetsOf.ts';
import { isSlugText } from '../link/isSlug.ts';
import { slugOfPath } from '../link/parseLinkUrl.ts';

type Destinations = Readonly<
  Partial<Record<(typeof DESTINATION_FIELDS)[number], string | null | undefined>> & Ruled
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
  slices = createSlices(),
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const leads: Leads = { slices, known: new Map() };
  for (const { path, slug: to } of leadsOf(destinations, place.domain.host)) {
    if (!(await leadsBack(db, place, to, pending, leads))) continue;
    const where = to === place.slug ? 'the link itself' : `the link "${to}", which leads back here`;
    const message = `${path.join('.')} leads to ${where}; use the page it should end at`;
    findings.push(finding(path, 'not_allowed', message));
  }
  return findings;
}

/** Where the links lead that one question has come by. */
interface Leads {
  readonly slices: Slices;
  readonly known: Map<string, readonly string[]>;
}

/** The links of a host, or named by rules, that a link leads to. */
function leadsOf(
  destinations: Destinations,
  host: string,
): { readonly path: readonly string[]; readonly slug: string }[] {
  const urls = (path: readonly string[], fields: Destinations) =>
    DESTINATION_FIELDS.flatMap((field) => {
      const slug = slugOn(host, fields[field]);
      return slug === null ? [] : [{ path: [...path, field], slug }];
    });
  return [
    ...urls([], destinations),
    ...targetsOf(destinations).flatMap(({ path, to }) => [
      ...urls(path, to),
      ...(to.slug === undefined ? [] : [{ path: [...path, 'slug'], slug: to.slug }]),
    ]),
  ];
}

/** Links that rules name and the project does not have; `pending` as for `findLoops`. For fields that passed their checks. */
export async function findMissing(
  db: Db,
  project: Pick<Project, 'id'>,
  fields: Ruled,
  pending: ReadonlyMap<string, unknown> = new Map(),
): Promise<Finding[]> {
  const named = targetsOf(fields).flatMap(({ path, to: { slug } }) =>
    slug === undefined || pending.has(slug) ? [] : [{ path: [...path, 'slug'], slug }],
  );
  if (named.length === 0) return [];
  // The database could not even be asked for some that are none.
  const asked = named.map(({ slug }) => slug).filter(isSlugText);
  const rows = await db
    .selectFrom('links')
    .select('slug')
    .where('project_id', '=', project.id)
    .where('slug', '=', (any) => any.fn.any(any.val(asked)))
    .where('deleted_at', 'is', null)
    .execute();
  const known = new Set(rows.map(({ slug }) => slug));
  return named.flatMap(({ path, slug }) => {
    const message = `${path.join('.')} names no link of the project: "${slug}"; create it first, or name another`;
    return known.has(slug) ? [] : [finding(path, 'unknown', message)];
  });
}

async function leadsBack(
  db: Db,
  place: Place,
  from: string,
  pending: ReadonlyMap<string, Destinations>,
  leads: Leads,
): Promise<boolean> {
  const seen = new Set<string>();
  let next = [from];
  for (let hop = 0; hop < MAX_HOPS && next.length > 0; hop += 1) {
    if (next.includes(place.slug)) return true;
    for (const slug of next) seen.add(slug);
    await readLeads(db, place, next, pending, leads);
    const slugs = next.flatMap((slug) => leads.known.get(slug) ?? []);
    next = [...new Set(slugs)].filter((slug) => !seen.has(slug)).slice(0, MAX_LINKS);
  }
  return false;
}

/** Of a rule's destinations, which are read as URLs. */
const STEPS_OF_A_TARGET = 10;

/** Reads where links lead, each once. */
async function readLeads(
  db: Db,
  { project, domain }: Place,
  slugs: readonly string[],
  pending: ReadonlyMap<string, Destinations>,
  { slices, known }: Leads,
): Promise<void> {
  const unknown = slugs.filter((slug) => !known.has(slug));
  if (unknown.length === 0) return;
  const stored = await readDestinations(db, project, unknown);
  for (const slug of unknown) {
    const links = [pending.get(slug), stored.get(slug)].filter((link) => link !== undefined);
    const leads = links.flatMap((link) => leadsOf(link, domain.host));
    known.set(
      slug,
      leads.map((lead) => lead.slug),
    );
    const targets = links.flatMap(targetsOf).length;
    if (slices.spend(STEPS_OF_A_TARGET * (1 + targets))) await slices.turn();
  }
}

async function readDestinations(
  db: Db,
  project: Pick<Project, 'id'>,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, Destinations>> {
  const rows = await db
    .selectFrom('links')
    .select([
      'slug',
      'fallback_url as fallbackUrl',
      'ios_url as iosUrl',
      'android_url as androidUrl',
      'ios_fallback_url as iosFallbackUrl',
      'android_fallback_url as androidFallbackUrl',
      'rules',
      'variants',
    ])
    .where('project_id', '=', project.id)
    .where('slug', '=', (any) => any.fn.any(any.val(slugs)))
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ slug, ...row }) => [slug, row as Destinations]));
}

/** The slug of the link that a URL names on a host; null for any other URL. */
function slugOn(host: string, url: string | null | undefined): string | null {
  if (!url || !/^https?:/i.test(url)) return null;
  const { hostname, pathname } = new URL(url);
  return hostname === host ? slugOfPath(pathname) : null;
}
