import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createLinks } from '../targets/benchLinks.ts';
import { mapConcurrently } from '../targets/mapConcurrently.ts';
import { openClient } from '../targets/openClient.ts';
import { type BenchProject, provisionProject } from '../targets/provisionProject.ts';
import type { BenchServer } from '../targets/startServer.ts';
import { tapAndReport, tapLink } from '../targets/tapLink.ts';
import { fingerprintOf } from './phones.ts';
import type { Verdict } from './score.ts';
import { isUnified, LINKS, type Open, type Site, type Tap, WARM_UP } from './population.ts';

export interface Stage {
  readonly server: BenchServer;
  readonly database: Pool;
  readonly project: BenchProject;
  readonly slugs: readonly string[];
  readonly windowMinutes: number;
}

const LANES = 12;
const LOADED_WITHIN_MS = 60_000;
const ASK_AGAIN_MS = 10;
/** Minutes: the server remembers clicks so long to know how many phones share an address. */
const REMEMBERED = 360;
/** An address that nobody taps from. */
const ELSEWHERE = '10.255.255.254';

/** A project with its links and this window. */
export async function setStage(
  server: BenchServer,
  database: Pool,
  { population, windowMinutes }: { readonly population: string; readonly windowMinutes: number },
): Promise<Stage> {
  const project = await provisionProject(server, {
    domain: `${population}${windowMinutes}.bench.localhost`,
    // With an app on both systems, dynamic links show a page, and that page reports.
    ios: { teamId: 'ABCDE12345', bundleId: 'com.example.app', storeId: '123456789' },
    android: { packageName: 'com.example.app' },
  });
  await database.query('update projects set matching_window_minutes = $2 where id = $1', [
    project.projectId,
    windowMinutes,
  ]);
  const links = await createLinks(server, project, LINKS, (number) =>
    isUnified(number) ? 'unified' : 'dynamic',
  );
  return { server, database, project, windowMinutes, slugs: links.map((link) => link.slug) };
}

/** Plays the events of every site against the server, each site in order of time. */
export async function replay(stage: Stage, sites: readonly Site[]): Promise<Verdict[]> {
  const verdicts = await mapConcurrently(sites, LANES, (site) => replaySite(stage, site));
  return verdicts.flat();
}

async function replaySite(stage: Stage, site: Site): Promise<Verdict[]> {
  const known = new Map<Tap, string>();
  const within = new Map<string, Tap>();
  const verdicts: Verdict[] = [];
  /** What signals have given away, also before the verdicts count. */
  const given = new Set<Tap>();
  let waiting: Tap[] = [];
  for (const event of site.events) {
    if (event.kind === 'tap') {
      waiting.push(event);
      continue;
    }
    for (const [tap, id] of await tapAll(stage, site, waiting)) {
      known.set(tap, id);
      within.set(id, tap);
    }
    waiting = [];
    await letTimePass(stage, within, event.at);
    const taken = event.named && event.truth !== null && given.has(event.truth);
    const verdict = { ...(await firstOpen(stage, site, event, known)), taken };
    if (verdict.matchType === 'fingerprint' && verdict.credited) given.add(verdict.credited);
    if (event.at >= WARM_UP) verdicts.push(verdict);
  }
  return verdicts;
}

/** The taps, as the database has them in the end: the click is answered before its row is loaded. */
async function tapAll(stage: Stage, site: Site, taps: readonly Tap[]): Promise<[Tap, string][]> {
  const made = await Promise.all(
    taps.map(async (tap): Promise<[Tap, string]> => [tap, await makeTap(stage, site, tap)]),
  );
  await untilLoaded(
    stage.database,
    made.map(([, id]) => id),
  );
  return made;
}

function makeTap({ server, project, slugs }: Stage, site: Site, tap: Tap): Promise<string> {
  const { screen, timeZone, language } = tap.phone;
  const tapping = {
    linkHost: project.linkHost,
    slug: slugs[tap.link] ?? '',
    address: site.address,
    userAgent: tap.userAgent,
    acceptLanguage: `${language},${language.slice(0, 2)};q=0.9`,
  };
  return tap.reports
    ? tapAndReport(server, tapping, { screen, timeZone, language })
    : tapLink(server, tapping);
}

async function untilLoaded(database: Pool, ids: readonly string[]): Promise<void> {
  const limit = performance.now() + LOADED_WITHIN_MS;
  for (;;) {
    const { rows } = await database.query<{ loaded: number }>(
      'select count(*)::int as loaded from click_signals where click_id = any($1::uuid[])',
      [ids],
    );
    if (rows[0]?.loaded === ids.length) return;
    if (performance.now() > limit) {
      throw new Error(`only ${rows[0]?.loaded} of ${ids.length} clicks have their signals`);
    }
    await sleep(ASK_AGAIN_MS);
  }
}

/**
 * Gives the clicks the age that they have at the moment `at` of the played time. Their rows are there, and nothing else
 * writes to them. A clock of the server's own would have to run for days within minutes, past the keys of days and the
 * deletion of traces, for all addresses at once.
 */
async function letTimePass(stage: Stage, within: Map<string, Tap>, at: number): Promise<void> {
  const ids = [...within.keys()];
  const ages = [...within.values()].map((tap) => (at - tap.at) / 1000);
  await stage.database.query(
    `update click_signals set clicked_at = now() - make_interval(secs => said.age)
     from unnest($1::uuid[], $2::float8[]) as said (id, age) where click_id = said.id`,
    [ids, ages],
  );
  for (const [id, tap] of within) {
    if (at - tap.at > Math.max(stage.windowMinutes, REMEMBERED) * 60_000) within.delete(id);
  }
}

async function firstOpen(
  { server, project }: Stage,
  site: Site,
  open: Open,
  known: ReadonlyMap<Tap, string>,
): Promise<Verdict> {
  const clickId = open.named && open.truth !== null ? known.get(open.truth) : undefined;
  const address = open.named && !open.atHome ? ELSEWHERE : site.address;
  const { matchType, receipt } = await openClient(server, project).installations.match(
    { fingerprint: fingerprintOf(open.phone), ...(clickId && { clickId }) },
    { headers: { 'x-forwarded-for': address } },
  );
  if (receipt === undefined) throw new Error('a match without its receipt');
  const id = receipt.delivered?.clickId;
  return {
    phones: site.phones,
    open,
    matchType,
    credited: [...known].find(([, each]) => each === id)?.[0] ?? null,
    reason: receipt.reason,
  };
}
