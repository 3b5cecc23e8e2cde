import type { Pool } from 'pg';
import { createLinks } from '../targets/benchLinks.ts';
import { mapConcurrently } from '../targets/mapConcurrently.ts';
import { openClient } from '../targets/openClient.ts';
import { type BenchProject, provisionProject } from '../targets/provisionProject.ts';
import type { BenchServer } from '../targets/startServer.ts';
import { tapLink } from '../targets/tapLink.ts';
import { fingerprintOf } from './phones.ts';
import { isUnified, LINKS, type Open, type Site, type Tap, WARM_UP } from './population.ts';

/** What the server said to a first open, and what it should have said. */
export interface Verdict {
  readonly phones: number;
  readonly open: Open;
  readonly matchType: 'deterministic' | 'fingerprint' | null;
  /** The tap that was credited; null without a match. */
  readonly credited: Tap | null;
  readonly reason: string;
}

export interface Stage {
  readonly server: BenchServer;
  readonly database: Pool;
  readonly project: BenchProject;
  readonly slugs: readonly string[];
  readonly windowMinutes: number;
}

const LANES = 12;
/** Minutes: the server remembers clicks so long to know how many phones share an address. */
const REMEMBERED = 360;
/** An address that nobody taps from. */
const ELSEWHERE = '10.255.255.254';

/** A project with its links and this window. */
export async function setStage(
  server: BenchServer,
  database: Pool,
  windowMinutes: number,
): Promise<Stage> {
  const project = await provisionProject(server, { domain: `w${windowMinutes}.bench.localhost` });
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
    const verdict = await firstOpen(stage, site, event, known);
    if (event.at >= WARM_UP) verdicts.push(verdict);
  }
  return verdicts;
}

async function tapAll(stage: Stage, site: Site, taps: readonly Tap[]): Promise<[Tap, string][]> {
  const made = await Promise.all(
    taps.map(async (tap): Promise<[Tap, string]> => {
      const id = await tapLink(stage.server, {
        linkHost: stage.project.linkHost,
        slug: stage.slugs[tap.link] ?? '',
        address: site.address,
        userAgent: tap.userAgent,
        acceptLanguage: `${tap.phone.language},${tap.phone.language.slice(0, 2)};q=0.9`,
      });
      return [tap, id];
    }),
  );
  const reporting = made.filter(([tap]) => tap.reports);
  // What the page of the click would report.
  await stage.database.query(
    `update click_signals set screen = said.screen, time_zone = said.zone, language = lower(said.language)
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as said (id, screen, zone, language)
     where click_id = said.id`,
    [
      reporting.map(([, id]) => id),
      reporting.map(([tap]) => tap.phone.screen),
      reporting.map(([tap]) => spelled(tap.phone.timeZone)),
      reporting.map(([tap]) => tap.phone.language),
    ],
  );
  return made;
}

/** The one spelling that the server keeps of a zone. */
function spelled(timeZone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
}

/** Gives the clicks the age that they have at the moment `at` of the played time. */
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
