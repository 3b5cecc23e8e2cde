import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import { drawUserAgent, fingerprintOf, type Phone } from '../attribution/phones.ts';
import { createRandom } from '../load/random.ts';
import { rounded } from '../renderTable.ts';
import { createLinks } from '../targets/benchLinks.ts';
import { openClient } from '../targets/openClient.ts';
import { openDatabase } from '../targets/openDatabase.ts';
import { type BenchProject, provisionProject } from '../targets/provisionProject.ts';
import { type BenchServer, startServer } from '../targets/startServer.ts';
import { storeClicks } from '../targets/storeClicks.ts';
import { tapLink } from '../targets/tapLink.ts';

/** Issue "Must show": matching costs the same however many clicks are stored. */
const MAX_RATIO = 1.5;
const MATCHES = 400;
const WARM_UP = 300;

export const match: Benchmark = {
  name: 'match',
  description: 'latency of deferred matching with few and with many clicks stored',
  seconds: { default: 1, help: 'not used: the number of matches decides' },
  options: {
    few: { kind: 'count', help: 'clicks stored at first', default: 10_000 },
    many: { kind: 'count', help: 'clicks stored in the end', default: 1_000_000 },
  },
  run: runMatch,
};

interface Stage {
  readonly server: BenchServer;
  readonly project: BenchProject;
  readonly slug: string;
  readonly random: () => number;
}

/** Milliseconds of each match, in order of size. */
interface Latencies {
  readonly bySignals: readonly number[];
  readonly byId: readonly number[];
  readonly unmatched: number;
}

async function runMatch(context: BenchContext): Promise<BenchOutcome> {
  context.progress('starting the server');
  const server = context.resources.use(await startServer());
  const database = context.resources.use(await openDatabase(server));
  const project = await provisionProject(server);
  const links = await createLinks(server, project, 100);
  const stage = { server, project, slug: links[0]?.slug ?? '', random: createRandom(11) };
  const sizes = [context.count('few'), context.count('many')] as const;
  const measured: Latencies[] = [];
  let stored = 0;
  for (const size of sizes) {
    context.progress(`storing ${size} clicks, signals included`);
    await storeClicks(database, project.projectId, size - stored, context.progress);
    stored = size;
    context.progress('matching');
    measured.push(await measureMatches(stage));
  }
  const [few, many] = measured;
  if (few === undefined || many === undefined) throw new Error('nothing was measured');
  return report(sizes, few, many);
}

/** Each match is of a phone and a click of its own; taps are not part of the time. */
async function measureMatches(stage: Stage): Promise<Latencies> {
  const bySignals: number[] = [];
  const byId: number[] = [];
  let unmatched = 0;
  for (let number = 0; number < MATCHES + WARM_UP; number += 1) {
    const named = number % 2 === 1;
    const { elapsed, matched } = await measureMatch(stage, number, named);
    if (!matched) unmatched += 1;
    if (number >= WARM_UP) (named ? byId : bySignals).push(elapsed);
  }
  return {
    bySignals: bySignals.toSorted((a, b) => a - b),
    byId: byId.toSorted((a, b) => a - b),
    unmatched,
  };
}

const PHONE: Phone = {
  os: 'ios',
  osMajor: 18,
  model: 'iPhone16,2',
  screen: '430x932',
  timeZone: 'Europe/Berlin',
  language: 'de-DE',
  appLanguage: 'de-DE',
};

async function measureMatch(stage: Stage, number: number, named: boolean) {
  const { server, project } = stage;
  const address = `203.${Math.floor(stage.random() * 250)}.${Math.floor(number / 250)}.${number % 250}`;
  const clickId = await tapLink(server, {
    linkHost: project.linkHost,
    slug: stage.slug,
    address,
    userAgent: drawUserAgent(stage.random, PHONE),
    acceptLanguage: 'de-DE',
  });
  const { installations } = openClient(server, project);
  const started = performance.now();
  const { data } = await installations.match(
    { fingerprint: fingerprintOf(PHONE), ...(named && { clickId }) },
    { headers: { 'x-forwarded-for': address } },
  );
  const elapsed = performance.now() - started;
  return { elapsed, matched: data !== null };
}

function report(sizes: readonly [number, number], few: Latencies, many: Latencies): BenchOutcome {
  const ratios = {
    ratioBySignals: rounded(at(many.bySignals, 0.5) / at(few.bySignals, 0.5), 2),
    ratioById: rounded(at(many.byId, 0.5) / at(few.byId, 0.5), 2),
  };
  const failures = Object.entries(ratios)
    .filter(([, ratio]) => ratio > MAX_RATIO)
    .map(([name, ratio]) => `${name} is ${ratio}; at most ${MAX_RATIO} is wanted`);
  const unmatched = few.unmatched + many.unmatched;
  if (unmatched > 0) failures.push(`${unmatched} first opens were not matched`);
  return {
    figures: {
      benchmark: 'match',
      clicks: sizes,
      ...ratios,
      few: figuresOf(few),
      many: figuresOf(many),
    },
    table: [
      ['clicks stored', 'by signals p50 ms', 'p99 ms', 'by click id p50 ms', 'p99 ms'],
      rowOf(sizes[0], few),
      rowOf(sizes[1], many),
    ],
    notes: ['One match after another, each of a phone and click of its own, over HTTP.'],
    failures,
  };
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function figuresOf({ bySignals, byId }: Latencies): Record<string, number> {
  return {
    bySignalsP50: rounded(at(bySignals, 0.5), 2),
    bySignalsP99: rounded(at(bySignals, 0.99), 2),
    byIdP50: rounded(at(byId, 0.5), 2),
    byIdP99: rounded(at(byId, 0.99), 2),
  };
}

function rowOf(clicks: number, { bySignals, byId }: Latencies): string[] {
  const figure = (sorted: readonly number[], share: number) => at(sorted, share).toFixed(2);
  return [
    String(clicks),
    figure(bySignals, 0.5),
    figure(bySignals, 0.99),
    figure(byId, 0.5),
    figure(byId, 0.99),
  ];
}
