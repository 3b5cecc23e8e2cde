import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import {
  compareRates,
  figuresOf,
  type Measurement,
  measureRounds,
  type Target,
} from '../load/measureRounds.ts';
import { COMPARED_HEADING, comparedRow } from '../load/measurementRow.ts';
import { rounded } from '../renderTable.ts';
import { readStoredClicks } from '../targets/benchLinks.ts';
import { drawVisits, type Visits } from '../targets/drawVisits.ts';
import { mapConcurrently } from '../targets/mapConcurrently.ts';
import { openClient } from '../targets/openClient.ts';
import { type BenchProject, provisionProject } from '../targets/provisionProject.ts';
import { type BenchServer, startServer } from '../targets/startServer.ts';
import { SHARED_SECRET, startLinkNode } from '../targets/startLinkNode.ts';
import { untilMetric } from '../targets/untilMetric.ts';

const LANES = 16;

/** Issue "Must show": redirects of links with ten rules as a share of those without, also from the copy of a link node. */
export const rules: Benchmark = {
  name: 'rules',
  description: 'redirects of links with ten rules, against links without, and from a complete copy',
  seconds: { default: 16, help: 'measured time of each of the four' },
  options: {
    connections: { kind: 'count', help: 'keep-alive connections', default: 64 },
    slugs: { kind: 'count', help: 'links of each kind', default: 1000 },
  },
  run: runRules,
};

const TO = { fallbackUrl: 'https://shop.example.com/elsewhere' };
/** One of each kind that is asked often; most visitors fit none, and so are asked for all of them. */
const TEN_RULES = [
  { when: { country: ['DE', 'AT', 'CH'] }, to: TO },
  { when: { country: ['FR'], language: ['fr'] }, to: TO },
  { when: { app: ['TikTok' as const, 'Instagram' as const] }, to: TO },
  { when: { platform: ['ios' as const], osVersion: { max: '15' } }, to: TO },
  { when: { device: ['ipad' as const] }, to: TO },
  { when: { referrer: ['news.example.com', '*.example.org'] }, to: TO },
  { when: { query: { utm_source: 'mail' } }, to: TO },
  { when: { to: '2026-01-01T00:00:00Z' }, to: TO },
  { when: { language: ['pt', 'ja'] }, to: TO },
  { when: { country: ['JP'], share: 50 }, to: TO },
];

interface Kind {
  readonly name: 'plain' | 'ruled';
  readonly visits: Visits;
}

async function runRules(context: BenchContext): Promise<BenchOutcome> {
  context.progress('starting a server');
  const main = context.resources.use(await startServer({ SECRET: SHARED_SECRET }));
  const project = await provisionProject(main);
  const kinds = await createKinds(context, main, project);
  // What creating them has left in memory is not what visitors meet.
  await main.stop();
  await main.start();
  context.progress('starting a link node with a complete copy');
  const { node, metrics } = await startLinkNode(main);
  context.resources.use(node);
  await untilMetric(metrics, {
    name: 'fairlead_link_copy',
    state: 'complete',
    holds: (value) => value === 1,
  });
  const measurements = await measureRounds(context, [
    ...targetsOf('server', main, kinds),
    ...targetsOf('copy', node, kinds),
  ]);
  context.progress('waiting until all clicks are in the database');
  await untilMetric(metrics, {
    name: 'fairlead_journal_backlog',
    state: 'bytes',
    holds: (value) => value === 0,
  });
  const failures = await compareClicks(main, project, kinds, measurements);
  return report(context, measurements, failures);
}

/** Links of both kinds, visited by the same people. */
async function createKinds(
  context: BenchContext,
  server: BenchServer,
  project: BenchProject,
): Promise<Kind[]> {
  const count = context.count('slugs');
  context.progress(`creating ${2 * count} links`);
  const plain = await drawVisits(server, project, count);
  const ruled = await drawVisits(server, project, count);
  const client = openClient(server, project);
  await mapConcurrently(ruled.links, LANES, ({ id }) =>
    client.links.update(id, { rules: TEN_RULES }),
  );
  return [
    { name: 'plain', visits: plain },
    { name: 'ruled', visits: ruled },
  ];
}

function targetsOf(place: string, server: BenchServer, kinds: readonly Kind[]): Target[] {
  return kinds.map(({ name, visits }) => ({
    name: `${place} ${name}`,
    port: server.port,
    pid: server.pid(),
    requests: visits.redirects,
  }));
}

async function compareClicks(
  server: BenchServer,
  project: BenchProject,
  kinds: readonly Kind[],
  measurements: readonly Measurement[],
): Promise<string[]> {
  const failures: string[] = [];
  for (const { name, visits } of kinds) {
    const stored = await readStoredClicks(server, project, visits.links, 60_000);
    const answered = visits.links.map(() => 0);
    for (const each of measurements.filter((one) => one.name.endsWith(name))) {
      if (each.unanswered > 0) failures.push(`${each.name}: ${each.unanswered} got no good answer`);
      for (const [request, count] of each.answeredByRequest.entries()) {
        answered[visits.linkOfRequest[request] ?? 0]! += count;
      }
    }
    const wrong = answered.filter((count, link) => count !== stored[link]).length;
    if (wrong > 0)
      failures.push(`${name}: ${wrong} links have other numbers of clicks than answered`);
  }
  return failures;
}

function report(
  context: BenchContext,
  measurements: readonly Measurement[],
  failures: string[],
): BenchOutcome {
  const [plain, ruled, copied, copiedRuled] = measurements;
  if (!plain || !ruled || !copied || !copiedRuled) throw new Error('no rounds');
  const [server, copy] = [compareRates(ruled, plain), compareRates(copiedRuled, copied)];
  const micros = (one: Measurement) => rounded(figuresOf(one).cpuMicros ?? Number.NaN, 1);
  return {
    figures: {
      benchmark: 'rules',
      ratio: rounded(server.ratio, 3),
      ratios: server.ratios.map((ratio) => rounded(ratio, 3)),
      copyRatio: rounded(copy.ratio, 3),
      copyRatios: copy.ratios.map((ratio) => rounded(ratio, 3)),
      cpuMicros: micros(ruled),
      plainCpuMicros: micros(plain),
      copyCpuMicros: micros(copiedRuled),
      plainCopyCpuMicros: micros(copied),
      connections: context.count('connections'),
      seconds: context.seconds,
    },
    table: [
      COMPARED_HEADING,
      comparedRow('server, no rules', plain, 1),
      comparedRow('server, ten rules', ruled, server.ratio),
      comparedRow('copy, no rules', copied, 1),
      comparedRow('copy, ten rules', copiedRuled, copy.ratio),
    ],
    notes: ['The last column: of the same without rules.'],
    failures,
  };
}
