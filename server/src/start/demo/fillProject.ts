import type { ClickStore } from '#visits/numbers/ClickStore.ts';
import { ensurePartitions } from '#platform/db/migrations/partitions.ts';
import type { Log } from '#platform/ports/Log.ts';
import type { Project } from '#teams/projects/Project.ts';
import { DAY_MS, HOUR_MS } from '#platform/lib/time.ts';
import { drawOpens } from './drawOpens.ts';
import { drawVisits } from './drawVisits.ts';
import { writeEvents } from './writeEvents.ts';
import { type MadeLink, makeLinks } from './makeLinks.ts';
import { createRandom, oneOf } from './random.ts';
import { type WrittenInstall, writeInstalls, writeReturns } from './writeInstalls.ts';
import { writeSessions } from './writeSessions.ts';
import { type WrittenVisit, writeVisits } from './writeVisits.ts';

export type Stores = Parameters<typeof writeInstalls>[0] & {
  readonly log: Log;
  readonly clickStore: ClickStore;
};

export interface FillOptions {
  readonly seed: number;
  readonly now: number;
  /** Visits, previews and bots together. */
  readonly requests: number;
}

/** What was created, for the caller. */
export interface Filled {
  readonly links: number;
  readonly clicks: number;
  readonly previews: number;
  readonly bots: number;
  readonly installs: number;
  readonly receipts: number;
  readonly sessions: number;
  readonly events: number;
}

const DAYS = 91;

/**
 * Fills a project with a made-up business: links, 90 days of visits, the resulting installs and opens, and what people did in the app. Everything
 * goes through the same verbs as real requests, so totals, receipts and credits are realistic.
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
  const visits = await writeVisits(stores, project, drawVisits(options), links);
  const installs = await writeInstalls(stores, project, drawOpens(visits, options));
  await writeReturns(stores, project, chooseReturns(visits, installs, links, options));
  const sessions = await writeSessions(db, project, installs, options);
  const events = await writeEvents(stores, project, installs, options);
  // The server would do this within seconds; doing it here makes the dashboard correct immediately.
  await stores.clickStore.maintain();
  const ofKind = (kind: string) => visits.filter((visit) => visit.kind === kind).length;
  return {
    links: links.size,
    clicks: ofKind('click'),
    previews: ofKind('preview'),
    bots: ofKind('bot'),
    installs: installs.filter(({ credited }) => credited).length,
    receipts: installs.length,
    sessions,
    events,
  };
}

/** Opens through links, each by an installation on a matching phone that existed by then. */
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
        phone.os === visit.phone?.os && installation.firstSeenAt.getTime() < visit.at - HOUR_MS,
    );
    return there.length === 0 ? [] : [{ visit, install: oneOf(random, there), link }];
  });
}
