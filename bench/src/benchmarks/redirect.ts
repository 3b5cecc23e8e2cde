import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import {
  compareRates,
  figuresOf,
  type Measurement,
  measureRounds,
  type Target,
} from '../load/measureRounds.ts';
import { COMPARED_HEADING, comparedRow } from '../load/measurementRow.ts';
import { type LoadGenerator, startLoadGenerator } from '../load/startLoadGenerator.ts';
import { rounded } from '../renderTable.ts';
import { type BenchLink, readStoredClicks } from '../targets/benchLinks.ts';
import { connectDatabase } from '../targets/connectDatabase.ts';
import { drawVisits } from '../targets/drawVisits.ts';
import { type BenchProject, provisionProject } from '../targets/provisionProject.ts';
import { sowLinks } from '../targets/sowLinks.ts';
import { startBareServer } from '../targets/startBareServer.ts';
import { type BenchServer, startServer } from '../targets/startServer.ts';

const SECONDS_PER_ROUND = 2;

/** Issue "Must show": the live redirect and resolve as a share of a server that records nothing. */
export const redirect: Benchmark = {
  name: 'redirect',
  description: 'live redirect and resolve with durable clicks, against a bare node:http 302',
  seconds: { default: 12, help: 'measured time of each of the three' },
  options: {
    connections: { kind: 'count', help: 'keep-alive connections', default: 64 },
    slugs: { kind: 'count', help: 'links that are visited', default: 1000 },
    links: { kind: 'count', help: 'measure again with so many links in the table', default: 0 },
  },
  run: runRedirect,
};

interface Stage {
  readonly server: BenchServer;
  readonly project: BenchProject;
  readonly links: readonly BenchLink[];
  readonly targets: readonly Target[];
  /** The link of each request of every target's list. */
  readonly linkOfRequest: readonly number[];
}

/** By how much the ratio may change with a million links in the table. */
const MAX_CHANGE = 0.1;

async function runRedirect(context: BenchContext): Promise<BenchOutcome> {
  context.progress('starting the server');
  const server = context.resources.use(await startServer());
  const project = await provisionProject(server);
  const generator = context.resources.use(startLoadGenerator());
  const few = await measure(context, server, project, generator);
  const outcome = report(context, few);
  const many = context.count('links');
  if (many === 0) return outcome;
  context.progress(`writing ${many} links`);
  const client = context.resources.use(await connectDatabase(server.dataDir));
  await sowLinks(client, { projectId: project.projectId, links: many, months: 18 });
  const among = await measure(context, server, project, generator);
  const before = compareRates(few.ours, few.bare).ratio;
  const after = compareRates(among.ours, among.bare).ratio;
  const change = after / before - 1;
  const failures = [...outcome.failures, ...listFailures(among)];
  if (change < -MAX_CHANGE) {
    failures.push(`with ${many} links the ratio changed by ${(change * 100).toFixed(1)} %`);
  }
  return {
    ...outcome,
    figures: {
      ...outcome.figures,
      linksInTable: many,
      ratioWithLinks: rounded(after, 3),
      resolveRatioWithLinks: rounded(compareRates(among.resolve, among.bare).ratio, 3),
      change: rounded(change, 3),
    },
    table: [
      ...outcome.table,
      comparedRow(`redirect among ${many} links`, among.ours, after),
      comparedRow(
        `resolve among ${many} links`,
        among.resolve,
        compareRates(among.resolve, among.bare).ratio,
      ),
    ],
    failures,
  };
}

/** Visits links that are made for it, so that none is in a cache. */
async function measure(
  context: BenchContext,
  server: BenchServer,
  project: BenchProject,
  generator: LoadGenerator,
): Promise<Findings> {
  const stage = await setStage(context, server, project);
  const rounds = Math.max(3, Math.round(context.seconds / SECONDS_PER_ROUND));
  const measurements = await measureRounds(
    generator,
    stage.targets,
    {
      rounds,
      secondsPerRound: context.seconds / rounds,
      connections: context.count('connections'),
    },
    context.progress,
  );
  const [bare, ours, resolve] = measurements;
  if (bare === undefined || ours === undefined || resolve === undefined)
    throw new Error('no rounds');
  context.progress('counting the stored clicks');
  const stored = await readStoredClicks(stage.server, stage.project, stage.links);
  const answered = countByLink(stage, [ours, resolve]);
  return { bare, ours, resolve, answered, stored };
}

async function setStage(
  context: BenchContext,
  server: BenchServer,
  project: BenchProject,
): Promise<Stage> {
  context.progress(`creating ${context.count('slugs')} links`);
  const visits = await drawVisits(server, project, context.count('slugs'));
  const bare = context.resources.use(await startBareServer(visits.destinations));
  const ours = { port: server.port, pid: server.pid(), dataDir: server.dataDir };
  return {
    server,
    project,
    links: visits.links,
    linkOfRequest: visits.linkOfRequest,
    targets: [
      { name: 'bare', port: bare.port, pid: bare.pid, requests: visits.redirects },
      { ...ours, name: 'redirect', requests: visits.redirects },
      { ...ours, name: 'resolve', requests: visits.resolves },
    ],
  };
}

function countByLink(stage: Stage, measurements: readonly Measurement[]): number[] {
  const counts = stage.links.map(() => 0);
  for (const { answeredByRequest } of measurements) {
    for (const [request, count] of answeredByRequest.entries()) {
      const link = stage.linkOfRequest[request] ?? 0;
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
    const expected = name === 'resolve' ? '200' : '302';
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
