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
import {
  SHARED_SECRET,
  startLinkNode,
  untilCopied,
  untilStored,
} from '../targets/startLinkNode.ts';

const LANES = 16;
const PLACES = ['server', 'copy'] as const;

/** Issue "Must show": redirects of links with ten rules as a share of those without, also from the copy of a link node. */
export const rules: Benchmark = {
  name: 'rules',
  description: 'redirects of links with ten rules, against links without, and from a complete copy',
  seconds: { default: 40, help: 'measured time of each of the six' },
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

/** `again`: without rules too. What it differs from `plain` is the machine's doing, and so is as much of `ruled`. */
const KINDS = ['plain', 'ruled', 'again'] as const;

interface Kind {
  readonly name: (typeof KINDS)[number];
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
  await untilCopied(metrics);
  // The difference is smaller than what one moment of the machine differs from the next: many short turns.
  const measurements = await measureRounds(
    context,
    [...targetsOf(PLACES[0], main, kinds), ...targetsOf(PLACES[1], node, kinds)],
    { turnSeconds: 0.5, settle: false },
  );
  context.progress('waiting until all clicks are in the database');
  await untilStored(metrics);
  const failures = await compareClicks(main, project, kinds, measurements);
  return report(context, measurements, failures);
}

/** Links of each kind, visited by the same people. */
async function createKinds(
  context: BenchContext,
  server: BenchServer,
  project: BenchProject,
): Promise<Kind[]> {
  const count = context.count('slugs');
  context.progress(`creating ${KINDS.length * count} links`);
  const client = openClient(server, project);
  const kinds: Kind[] = [];
  for (const name of KINDS) {
    const visits = await drawVisits(server, project, count);
    kinds.push({ name, visits });
    if (name !== 'ruled') continue;
    await mapConcurrently(visits.links, LANES, ({ id }) =>
      client.links.update(id, { rules: TEN_RULES }),
    );
  }
  return kinds;
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
  const places = PLACES.map((place, index) => {
    const start = index * KINDS.length;
    const [plain, ruled, again] = measurements.slice(start, start + KINDS.length);
    if (!plain || !ruled || !again) throw new Error('no rounds');
    return { place, plain, ruled, again };
  });
  return {
    figures: {
      benchmark: 'rules',
      ...Object.fromEntries(
        places.flatMap(({ place, plain, ...others }) =>
          Object.entries(others).map(([name, one]) => [`${place}_${name}`, compare(one, plain)]),
        ),
      ),
      connections: context.count('connections'),
      seconds: context.seconds,
    },
    table: [
      COMPARED_HEADING,
      ...places.flatMap(({ place, plain, ruled, again }) => [
        comparedRow(`${place}, no rules`, plain, 1),
        comparedRow(`${place}, ten rules`, ruled, compareRates(ruled, plain).ratio),
        comparedRow(`${place}, no rules again`, again, compareRates(again, plain).ratio),
      ]),
    ],
    notes: ['The last column: of the same without rules.'],
    failures,
  };
}

/** The rate as a share of the other's, also round by round, and the processor time of both in µs. */
function compare(one: Measurement, plain: Measurement) {
  const { ratio, ratios } = compareRates(one, plain);
  const micros = (measured: Measurement) => rounded(figuresOf(measured).cpuMicros ?? Number.NaN, 1);
  return {
    ratio: rounded(ratio, 3),
    ratios: ratios.map((each) => rounded(each, 3)),
    cpuMicros: micros(one),
    plainCpuMicros: micros(plain),
  };
}
