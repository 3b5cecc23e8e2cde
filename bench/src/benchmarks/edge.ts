import { statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import { buildRequest } from '../load/buildRequest.ts';
import {
  compareRates,
  figuresOf,
  type Measurement,
  measureRounds,
  medianOf,
} from '../load/measureRounds.ts';
import { COMPARED_HEADING, comparedRow } from '../load/measurementRow.ts';
import { createRandom, shuffle } from '../load/random.ts';
import { type LoadGenerator, startLoadGenerator } from '../load/startLoadGenerator.ts';
import { createAudience, headersOf } from '../load/visitors.ts';
import { rounded } from '../renderTable.ts';
import { connectDatabase } from '../targets/connectDatabase.ts';
import { findDatabasePids } from '../targets/findDatabasePids.ts';
import { openClient } from '../targets/openClient.ts';
import { signalAll } from '../targets/processes.ts';
import { type BenchProject, provisionProject } from '../targets/provisionProject.ts';
import { readMemory } from '../targets/runExport.ts';
import { sowLinks } from '../targets/sowLinks.ts';
import { startBareServer } from '../targets/startBareServer.ts';
import {
  SHARED_SECRET,
  startLinkNode,
  untilCopied,
  untilStored,
} from '../targets/startLinkNode.ts';
import { type BenchServer, startServer } from '../targets/startServer.ts';

const CHANGES = 40;
const MEGABYTE = 1024 ** 2;

/** A region that serves every link with its database an ocean away, or gone. */
export const edge: Benchmark = {
  name: 'edge',
  description:
    'a link node with a complete copy of all links, its database running and then stopped',
  seconds: { default: 600, help: 'for which the database is stopped; half of them are visits' },
  options: {
    links: { kind: 'count', help: 'links in the copy', default: 1_000_000 },
    visited: { kind: 'count', help: 'links that are visited, at random', default: 20_000 },
    running: { kind: 'count', help: 'measured seconds with the database running', default: 12 },
    connections: { kind: 'count', help: 'keep-alive connections', default: 64 },
  },
  run: runEdge,
};

interface Stage {
  readonly main: BenchServer;
  readonly project: BenchProject;
  readonly node: BenchServer;
  /** Where `/metrics` is. */
  readonly metrics: string;
  /** The links that are visited, and a request of each. */
  readonly slugs: readonly string[];
  readonly requests: readonly string[];
  readonly barePort: number;
  readonly barePid: number;
  readonly generator: LoadGenerator;
}

async function runEdge(context: BenchContext): Promise<BenchOutcome> {
  context.progress('starting the server beside the database');
  const main = context.resources.use(await startServer({ SECRET: SHARED_SECRET }));
  const project = await provisionProject(main);
  const client = context.resources.use(await connectDatabase(main.dataDir));
  context.progress(`writing ${context.count('links')} links`);
  const links = context.count('links');
  await sowLinks(client, { projectIds: [project.projectId], links, months: 18 });
  const stage = await setStage(context, main, project);
  const copied = await makeCopy(context, stage);
  const stale = await measureStaleness(context, stage);
  const startMs = await restart(stage);
  const [bare, running] = await measure(context, stage, context.count('running'));
  const away = await stopDatabase(context, stage);
  context.progress('waiting until all clicks are in the database');
  const since = performance.now();
  await untilStored(stage.metrics);
  const loadedSeconds = (performance.now() - since) / 1_000;
  const memory = await readMemory(stage.node.pid());
  const clicks = await compareClicks(client, stage, [running, away.measured]);
  return report(context, {
    bare,
    running,
    away,
    clicks,
    stale,
    startMs,
    loadedSeconds,
    copied,
    memory,
  });
}

async function setStage(
  context: BenchContext,
  main: BenchServer,
  project: BenchProject,
): Promise<Stage> {
  const random = createRandom(11);
  const drawVisitor = await createAudience(random);
  // Every second sown link is a plain redirect for all visitors.
  const unified = Array.from(
    { length: Math.floor(context.count('links') / 2) },
    (_, n) => 2 * n + 2,
  );
  const numbers = shuffle(unified, random).slice(0, context.count('visited'));
  const slugs = numbers.map((number) => `p${number}`);
  const requests = slugs.map((slug) =>
    buildRequest(`/${slug}`, headersOf(drawVisitor(), project.linkHost)),
  );
  const destinations = numbers.map(
    (number) =>
      [`${project.linkHost}/p${number}`, `https://shop.example.com/products/${number}`] as const,
  );
  const bare = context.resources.use(await startBareServer(new Map(destinations)));
  context.progress('starting the link node');
  const { node, metrics } = await startLinkNode(main);
  context.resources.use(node);
  return {
    main,
    project,
    node,
    metrics,
    slugs,
    requests,
    barePort: bare.port,
    barePid: bare.pid,
    generator: context.resources.use(startLoadGenerator()),
  };
}

async function makeCopy(context: BenchContext, stage: Stage) {
  context.progress('copying');
  const since = performance.now();
  await untilCopied(stage.metrics);
  const seconds = (performance.now() - since) / 1_000;
  const file = join(stage.node.dataDir, 'journal/seen.sqlite');
  const bytes = statSync(file).size;
  const memory = await readMemory(stage.node.pid());
  context.progress(
    `${rounded(seconds, 1)} s, ${Math.round(bytes / MEGABYTE)} MB on disk, ${Math.round(memory / MEGABYTE)} MB in memory`,
  );
  return { seconds, bytes, memory };
}

/** Milliseconds from the answer of an update until a visitor of the other node is sent to the new destination. */
async function measureStaleness(context: BenchContext, stage: Stage): Promise<number[]> {
  context.progress(`changing a link ${CHANGES} times`);
  const client = openClient(stage.main, stage.project);
  const slug = 'changing';
  const { id } = await client.links.create({
    type: 'unified',
    slug,
    fallbackUrl: 'https://a.test/',
  });
  const late: number[] = [];
  for (let change = 0; change < CHANGES; change += 1) {
    const fallbackUrl = `https://a.test/${change}`;
    await client.links.update(id, { fallbackUrl });
    const since = performance.now();
    while ((await visit(stage, slug)) !== fallbackUrl) await sleep(2);
    late.push(performance.now() - since);
  }
  return late.toSorted((one, other) => one - other);
}

function visit({ node, project }: Stage, slug: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { host: project.linkHost, 'user-agent': 'Mozilla/5.0 (Windows NT 10.0)' };
    const sent = request({ host: '127.0.0.1', port: node.port, path: `/${slug}`, headers });
    sent.on('error', reject);
    sent.on('response', (response) => {
      response.resume();
      resolve(response.headers.location);
    });
    sent.end();
  });
}

async function restart({ node }: Stage, database?: 'away'): Promise<number> {
  await node.kill('server');
  return node.start(database && { database });
}

async function measure(
  context: BenchContext,
  { barePort, barePid, node, requests, generator }: Stage,
  seconds: number,
): Promise<[bare: Measurement, edge: Measurement]> {
  const [bare, edge] = await measureRounds(
    context,
    [
      { name: 'bare', port: barePort, pid: barePid, requests },
      { name: 'edge', port: node.port, pid: node.pid(), requests },
    ],
    { seconds, generator },
  );
  if (bare === undefined || edge === undefined) throw new Error('no rounds');
  return [bare, edge];
}

/** Its processes are stopped, so that nothing answers, which is the worst of ways to be gone. */
async function stopDatabase(context: BenchContext, stage: Stage) {
  context.progress('stopping the database');
  const pids = await findDatabasePids(stage.main.dataDir);
  signalAll(pids, 'SIGSTOP');
  const since = performance.now();
  try {
    const [bare, measured] = await measure(context, stage, context.seconds / 2);
    context.progress('starting the link node again, without the database');
    const startMs = await restart(stage, 'away');
    const sent = await visit(stage, 'p1000');
    return { bare, measured, startMs, sent, seconds: (performance.now() - since) / 1_000 };
  } finally {
    signalAll(pids, 'SIGCONT');
  }
}

/** Clicks of each link: what the load generator was answered, and what the database has. */
async function compareClicks(client: Client, stage: Stage, measured: readonly Measurement[]) {
  const { rows } = await client.query<{ slug: string; clicks: number }>(
    `select links.slug, count(*)::int as clicks from clicks join links on links.key = clicks.link_key
     group by links.slug`,
  );
  const stored = new Map(rows.map(({ slug, clicks }) => [slug, clicks]));
  const answeredOf = (index: number) =>
    measured.reduce((sum, { answeredByRequest }) => sum + (answeredByRequest[index] ?? 0), 0);
  const answered = stage.slugs.map((_, index) => answeredOf(index));
  const storedOf = stage.slugs.map((slug) => stored.get(slug) ?? 0);
  return {
    answered: answered.reduce((sum, count) => sum + count, 0),
    stored: storedOf.reduce((sum, count) => sum + count, 0),
    wrongLinks: answered.filter((count, index) => count !== storedOf[index]).length,
  };
}

interface Findings {
  readonly bare: Measurement;
  readonly running: Measurement;
  readonly away: Awaited<ReturnType<typeof stopDatabase>>;
  readonly clicks: Awaited<ReturnType<typeof compareClicks>>;
  readonly stale: readonly number[];
  readonly startMs: number;
  readonly loadedSeconds: number;
  readonly copied: Awaited<ReturnType<typeof makeCopy>>;
  /** Bytes, at the end. */
  readonly memory: number;
}

function report(context: BenchContext, findings: Findings): BenchOutcome {
  const { bare, running, away, clicks, stale, startMs, loadedSeconds, copied, memory } = findings;
  const ratio = compareRates(running, bare).ratio;
  const awayRatio = compareRates(away.measured, away.bare).ratio;
  const staleMs = {
    median: Math.round(medianOf(stale)),
    p95: Math.round(stale[Math.ceil(stale.length * 0.95) - 1]!),
    longest: Math.round(stale.at(-1)!),
  };
  const perMillion = (copied.bytes / MEGABYTE / context.count('links')) * 1e6;
  const figures = {
    benchmark: 'edge',
    links: context.count('links'),
    copySeconds: rounded(copied.seconds, 1),
    megabytesPerMillionLinks: Math.round(perMillion),
    startMs: Math.round(startMs),
    startAwayMs: Math.round(away.startMs),
    memoryMegabytes: {
      copied: Math.round(copied.memory / MEGABYTE),
      visited: Math.round(memory / MEGABYTE),
    },
    staleMs,
    ratio: rounded(ratio, 3),
    p99: rounded(figuresOf(running).p99, 2),
    awayRatio: rounded(awayRatio, 3),
    awayP99: rounded(figuresOf(away.measured).p99, 2),
    awaySeconds: Math.round(away.seconds),
    ...clicks,
    loadedSeconds: rounded(loadedSeconds, 1),
  };
  return {
    figures,
    table: [
      COMPARED_HEADING,
      comparedRow('bare 302 from a Map', bare, 1),
      comparedRow('redirect, database running', running, ratio),
      comparedRow('redirect, database stopped', away.measured, awayRatio),
    ],
    notes: [
      `The copy was complete after ${figures.copySeconds} s; ${figures.megabytesPerMillionLinks} MB per million links.`,
      `Starts with the copy in ${figures.startMs} ms, without the database in ${figures.startAwayMs} ms; ${figures.memoryMegabytes.visited} MB in memory.`,
      `Changes were seen after ${staleMs.median} ms (median), ${staleMs.p95} ms (95 %), ${staleMs.longest} ms (longest).`,
      `${clicks.answered} redirects answered, ${clicks.stored} clicks stored ${figures.loadedSeconds} s after the database had been stopped for ${figures.awaySeconds} s.`,
    ],
    failures: listFailures(findings),
  };
}

function listFailures({ running, away, clicks, stale }: Findings): string[] {
  const failures: string[] = [];
  for (const [when, { unanswered, statuses }] of [
    ['running', running],
    ['stopped', away.measured],
  ] as const) {
    if (unanswered > 0) failures.push(`${when}: ${unanswered} requests got no good answer`);
    const others = Object.keys(statuses).filter((status) => status !== '302');
    if (others.length > 0) failures.push(`${when}: answered ${others.join(', ')} too`);
  }
  if (away.sent !== 'https://shop.example.com/products/1000')
    failures.push(`started without the database, the node sent a visitor to ${away.sent}`);
  if (clicks.wrongLinks > 0)
    failures.push(`${clicks.wrongLinks} links have stored another number of clicks than answered`);
  if ((stale.at(-1) ?? 0) > 1_000) failures.push('a change was seen after more than a second');
  return failures;
}
