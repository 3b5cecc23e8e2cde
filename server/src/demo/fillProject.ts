import { sql } from 'kysely';
import { countDays } from '../analytics/countDays.ts';
import { ensurePartitions } from '../db/partitions.ts';
import { listVerifiedDomains } from '../domains/listVerifiedDomains.ts';
import type { Log } from '../lib/Log.ts';
import { Problem } from '../lib/Problem.ts';
import type { Link } from '../links/Link.ts';
import { createLinks } from '../links/createLinks.ts';
import { getPlan } from '../plans/readPlans.ts';
import type { Project } from '../projects/Project.ts';
import { CAMPAIGNS, linkOf } from './campaigns.ts';
import { drawOpens } from './drawOpens.ts';
import { drawVisits } from './drawVisits.ts';
import { createRandom, oneOf } from './random.ts';
import { type WrittenInstall, writeInstalls, writeReturns } from './writeInstalls.ts';
import { writeSessions } from './writeSessions.ts';
import { type WrittenVisit, writeVisits } from './writeVisits.ts';

export type Stores = Parameters<typeof writeInstalls>[0] & { readonly log: Log };

export interface FillOptions {
  readonly seed: number;
  readonly now: number;
  /** Visits, previews and bots together. */
  readonly requests: number;
}

/** What was made, for whoever asked for it. */
export interface Filled {
  readonly links: number;
  readonly clicks: number;
  readonly previews: number;
  readonly bots: number;
  readonly installs: number;
  readonly receipts: number;
  readonly sessions: number;
}

const DAY_MS = 24 * 3600 * 1000;
const DAYS = 91;

/**
 * Fills a project with a made-up business: links, 90 days of visits, and the installs and opens that came of them. Everything
 * goes through the verbs that real requests go through, so totals, receipts and credits are what they would be.
 */
export async function fillProject(
  stores: Stores,
  project: Project,
  options: FillOptions,
): Promise<Filled> {
  const { db } = stores;
  const links = await makeLinks(stores, project, options);
  const began = new Date(options.now - DAYS * DAY_MS);
  await ensurePartitions(db, began, 5);
  const keys = new Map([...links.values()].map(({ slug, key }) => [slug, key]));
  const visits = await writeVisits(stores, project, drawVisits(options), keys);
  const installs = await writeInstalls(stores, project, drawOpens(visits, options));
  await writeReturns(stores, project, chooseReturns(visits, installs, links, options));
  const sessions = await writeSessions(db, project, installs, options);
  // The server would do it within seconds; so the dashboard is right at once.
  await countDays(db);
  const ofKind = (kind: string) => visits.filter((visit) => visit.kind === kind).length;
  return {
    links: links.size,
    clicks: ofKind('click'),
    previews: ofKind('preview'),
    bots: ofKind('bot'),
    installs: installs.filter(({ credited }) => credited).length,
    receipts: installs.length,
    sessions,
  };
}

type MadeLink = Pick<Link, 'id' | 'key' | 'slug'>;

/** By the slug of their campaign. */
async function makeLinks(
  { db, plans }: Stores,
  project: Project,
  { now }: FillOptions,
): Promise<ReadonlyMap<string, MadeLink>> {
  const domains = await listVerifiedDomains(db, project);
  if (domains.length === 0) {
    throw new Problem(
      'CONFLICT',
      `The project ${project.name} has no verified domain: add one, or set LINK_DOMAIN and leave --project out`,
    );
  }
  const byHost = new Map(domains.map((domain) => [domain.host, domain]));
  const limit = getPlan(plans, project.plan).limits.links;
  const outcomes = await createLinks(
    db,
    { project, domains: byHost, limit },
    CAMPAIGNS.map(linkOf),
  );
  const made = new Map<string, MadeLink>();
  for (const [index, outcome] of outcomes.entries()) {
    const { slug, began } = CAMPAIGNS[index]!;
    if ('code' in outcome) throw new Problem(outcome.code, `Link ${slug}: ${outcome.message}`);
    const createdAt = new Date(now - began * DAY_MS - 3600_000);
    const row = await db
      .updateTable('links')
      .set(outcome.created ? { created_at: createdAt, updated_at: createdAt } : { name: sql`name` })
      .where('project_id', '=', project.id)
      .where('id', '=', outcome.link.id)
      .returning(['id', 'key', 'slug'])
      .executeTakeFirstOrThrow();
    // A link of before may have been given another slug; visits are drawn by campaign.
    made.set(slug, { ...row, slug });
  }
  return made;
}

/** Opens by links, each of an installation on such a phone that was there by then. */
function chooseReturns(
  visits: readonly WrittenVisit[],
  installs: readonly WrittenInstall[],
  links: ReadonlyMap<string, MadeLink>,
  { seed }: FillOptions,
) {
  const random = createRandom(seed + 3);
  return visits.flatMap((visit) => {
    const link = links.get(visit.campaign.slug);
    if (!visit.opened || !link || random() < 0.3) return [];
    const there = installs.filter(
      ({ installation, phone }) =>
        phone.os === visit.phone?.os && installation.firstSeenAt.getTime() < visit.at - 3600_000,
    );
    return there.length === 0 ? [] : [{ visit, install: oneOf(random, there), link }];
  });
}
