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
import { connectDatabase } from '../targets/connectDatabase.ts';
import { drawVisits, type Visits } from '../targets/drawVisits.ts';
import { type BenchProject, provisionProject } from '../targets/provisionProject.ts';
import { sowLinks } from '../targets/sowLinks.ts';
import { sowProjects } from '../targets/sowProjects.ts';
import { startBareServer } from '../targets/startBareServer.ts';
import { type BenchServer, startServer } from '../targets/startServer.ts';

/** Issue "Must show": the live redirect and resolve as a share of a server that records nothing. */
export const redirect: Benchmark = {
  name: 'redirect',
  description: 'live redirect and resolve with durable clicks, against a bare node:http 302',
  seconds: { default: 12, help: 'measured time of each of the three' },
  options: {
    connections: { kind: 'count', help: 'keep-alive connections', default: 64 },
    slugs: { kind: 'count', help: 'links that are visited', default: 1000 },
    links: { kind: 'count', help: 'a second server too, with so many links more', default: 0 },
    projects: { kind: 'count', help: 'projects that those links are of', default: 10_000 },
  },
  run: runRedirect,
};

interface Stage {
  readonly server: BenchServer;
  readonly project: BenchProject;
  readonly visits: Visits;
}

/** By how much the rate may change with a million links in the table. */
const MAX_CHANGE = 0.1;

async function runRedirect(context: BenchContext): Promise<BenchOutcome> {
  const few = await setStage(context);
  const many = context.count('links');
  const among = many > 0 ? await setStage(context, { links: many }) : undefined;
  const bare = context.resources.use(await startBareServer(few.visits.destinations));
  const measurements = await measureRounds(context, [
    // Both servers are neighbors of the bare one, which leaves nothing to do.
    ...targetsOf(few, '').toReversed(),
    { name: 'bare', port: bare.port, pid: bare.pid, requests: few.visits.redirects },
    ...(among ? targetsOf(among, ' among many') : []),
  ]);
  context.progress('counting the stored clicks');
  const [resolve, ours, bareOnes, oursAmong, resolveAmong] = measurements;
  if (!bareOnes || !ours || !resolve) throw new Error('no rounds');
  const findings = { bare: bareOnes, ...(await compareClicks(few, { ours, resolve })) };
  const outcome = report(context, findings);
  if (!among || !oursAmong || !resolveAmong) return outcome;
  const others = await compareClicks(among, { ours: oursAmong, resolve: resolveAmong });
  return withMany(context, outcome, findings, { bare: bareOnes, ...others });
}

/** A server of its own with links to visit, among others if `crowd` says so. */
async function setStage(context: BenchContext, crowd?: { readonly links: number }): Promise<Stage> {
  context.progress('starting a server');
  const server = context.resources.use(await startServer());
  const project = await provisionProject(server);
  context.progress(`creating ${context.count('slugs')} links`);
  const visits = await drawVisits(server, project, context.count('slugs'));
  if (crowd) {
    const projects = context.count('projects');
    context.progress(`writing ${crowd.links} links of ${projects} projects`);
    await using client = await connectDatabase(server.dataDir);
    const projectIds = [project.projectId, ...(await sowProjects(client, projects - 1))];
    await sowLinks(client, { projectIds, links: crowd.links / projects, months: 18 });
  }
  // What is left to write to the tables would be written during the first rounds.
  await server.stop();
  await server.start();
  return { server, project, visits };
}

function targetsOf({ server, visits }: Stage, suffix: string): Target[] {
  const ours = { port: server.port, pid: server.pid(), dataDir: server.dataDir };
  return [
    { ...ours, name: `redirect${suffix}`, requests: visits.redirects },
    { ...ours, name: `resolve${suffix}`, requests: visits.resolves },
  ];
}

async function compareClicks(
  stage: Stage,
  { ours, resolve }: Pick<Findings, 'ours' | 'resolve'>,
): Promise<Omit<Findings, 'bare'>> {
  const stored = await readStoredClicks(stage.server, stage.project, stage.visits.links);
  return { ours, resolve, stored, answered: countByLink(stage.visits, [ours, resolve]) };
}

/** The outcome, with what was measured among many links in the same rounds. */
function withMany(
  context: BenchContext,
  outcome: BenchOutcome,
  few: Findings,
  among: Findings,
): BenchOutcome {
  const [links, projects] = [context.count('links'), context.count('projects')];
  const { ratio, ratios } = compareRates(among.ours, few.ours);
  const resolved = compareRates(among.resolve, few.resolve);
  const change = ratio - 1;
  const failures = [...outcome.failures, ...listFailures(among)];
  if (change < -MAX_CHANGE) {
    failures.push(`with ${links} links the rate changed by ${(change * 100).toFixed(1)} %`);
  }
  const row = (label: string, measurement: Measurement) =>
    comparedRow(label, measurement, compareRates(measurement, few.bare).ratio);
  const percent = (share: number) => `${((share - 1) * 100).toFixed(1)} %`;
  return {
    ...outcome,
    figures: {
      ...outcome.figures,
      linksInTable: links,
      projects,
      change: rounded(change, 3),
      changes: ratios.map((ratio) => rounded(ratio - 1, 3)),
      resolveChange: rounded(resolved.ratio - 1, 3),
      answeredAmong: sum(among.answered),
      storedAmong: sum(among.stored),
    },
    table: [
      ...outcome.table,
      row('redirect among many', among.ours),
      row('resolve among many', among.resolve),
    ],
    notes: [
      ...outcome.notes,
      `Among ${links} links of ${projects} projects: redirects ${percent(ratio)}, resolves ${percent(resolved.ratio)}; ` +
        `${sum(among.answered)} answered, ${sum(among.stored)} stored.`,
    ],
    failures,
  };
}

function countByLink(visits: Visits, measurements: readonly Measurement[]): number[] {
  const counts = visits.links.map(() => 0);
  for (const { answeredByRequest } of measurements) {
    for (const [request, count] of answeredByRequest.entries()) {
      const link = visits.linkOfRequest[request] ?? 0;
      counts[link] = (counts[link] ?? 0) + count;
    }
  }
  return counts;
}

interface Findings {
  readonly bare: Measurement;
  readonly ours: Measurement;
  readonly resolve: Measurement;
  /** Clicks by link: what the load generator was answered, and what the server tells of itself. */
  readonly answered: readonly number[];
  readonly stored: readonly number[];
}

function report(context: BenchContext, findings: Findings): BenchOutcome {
  const { bare, ours, resolve } = findings;
  const redirectShare = compareRates(ours, bare);
  const resolveShare = compareRates(resolve, bare);
  const answered = sum(findings.answered);
  const stored = sum(findings.stored);
  const [bareFigures, oursFigures, resolveFigures] = [bare, ours, resolve].map(roundedFigures);
  return {
    figures: {
      benchmark: 'redirect',
      ratio: rounded(redirectShare.ratio, 3),
      ...oursFigures,
      answered,
      stored,
      ratios: redirectShare.ratios.map((ratio) => rounded(ratio, 3)),
      resolveRatio: rounded(resolveShare.ratio, 3),
      ...prefixed('resolve', resolveFigures),
      resolveRatios: resolveShare.ratios.map((ratio) => rounded(ratio, 3)),
      ...prefixed('bare', bareFigures),
      connections: context.count('connections'),
      seconds: context.seconds,
      rounds: bare.rates.length,
      links: findings.stored.length,
    },
    table: [
      COMPARED_HEADING,
      comparedRow('bare 302 from a Map', bare, 1),
      comparedRow('redirect, click durable', ours, redirectShare.ratio),
      comparedRow('resolve, click durable', resolve, resolveShare.ratio),
    ],
    notes: [
      `${answered} redirects and resolves answered, ${stored} clicks stored.`,
      'CPU µs: processor time a request, of the server process and of its database.',
    ],
    failures: listFailures(findings),
  };
}

function listFailures(findings: Findings): string[] {
  const failures: string[] = [];
  const wrong = findings.answered.filter((count, link) => count !== findings.stored[link]).length;
  if (wrong > 0) failures.push(`${wrong} links have stored another number of clicks than answered`);
  for (const { name, unanswered, statuses, errors } of [
    findings.bare,
    findings.ours,
    findings.resolve,
  ]) {
    if (unanswered > 0) failures.push(`${name}: ${unanswered} requests got no good answer`);
    const expected = name.startsWith('resolve') ? '200' : '302';
    const others = Object.keys(statuses).filter((status) => status !== expected);
    if (others.length > 0) failures.push(`${name}: answered ${others.join(', ')} too`);
    if (errors.size > 0) failures.push(`${name}: ${[...errors].join('; ')}`);
  }
  return failures;
}

function roundedFigures(measurement: Measurement): Record<string, number> {
  const { requestsPerSecond, p50, p99, cpuMicros, databaseCpuMicros } = figuresOf(measurement);
  return {
    requestsPerSecond: Math.round(requestsPerSecond),
    p50: rounded(p50, 2),
    p99: rounded(p99, 2),
    ...(cpuMicros !== undefined && { cpuMicros: rounded(cpuMicros, 1) }),
    ...(databaseCpuMicros && { databaseCpuMicros: rounded(databaseCpuMicros, 1) }),
  };
}

function prefixed(prefix: string, figures: Record<string, number> = {}): Record<string, number> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      value,
    ]),
  );
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
