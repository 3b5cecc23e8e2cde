import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import { buildRequest } from '../load/buildRequest.ts';
import { medianOf } from '../load/measureRounds.ts';
import type { LoadResult } from '../load/runLoad.ts';
import { type LoadGenerator, startLoadGenerator } from '../load/startLoadGenerator.ts';
import { createVisitors, headersOf } from '../load/visitors.ts';
import { type BenchLink, createLinks, readStoredClicks } from '../targets/benchLinks.ts';
import { type BenchProject, provisionProject } from '../targets/provisionProject.ts';
import { type BenchServer, startServer } from '../targets/startServer.ts';

/** A round ends when the server is dead; this only bounds one whose kill failed. */
const MAX_LOAD_SECONDS = 60;
const MIN_LOAD_MS = 500;

/** "kill -9 under load": every answered redirect and resolve has its click after the restart. */
export const kill: Benchmark = {
  name: 'kill',
  description:
    'kill -9 under load, of the server and of server and database in turn; counts losses',
  seconds: { default: 2, help: 'longest time under load before a kill' },
  options: {
    rounds: { kind: 'count', help: 'kills', default: 20 },
    connections: { kind: 'count', help: 'connections, each on a link of its own', default: 64 },
  },
  run: runKill,
};

interface Stage {
  readonly server: BenchServer;
  readonly project: BenchProject;
  readonly generator: LoadGenerator;
  /** Link n is visited by connection n alone, so that its clicks can be counted against it. */
  readonly links: readonly BenchLink[];
  readonly requests: readonly string[];
}

/** Sums over the rounds so far. */
interface Ledger {
  answered: number;
  inFlight: number;
  lost: number;
  extra: number;
  /** Clicks of each link at the last count. */
  stored: readonly number[];
  readonly failures: string[];
}

async function runKill(context: BenchContext): Promise<BenchOutcome> {
  const stage = await setStage(context);
  const ledger: Ledger = {
    answered: 0,
    inFlight: 0,
    lost: 0,
    extra: 0,
    stored: stage.links.map(() => 0),
    failures: [],
  };
  const restarts: number[] = [];
  const rounds = context.count('rounds');
  for (let round = 1; round <= rounds; round += 1) {
    const what = round % 2 === 1 ? 'server' : 'serverAndDatabase';
    const result = await loadUntilKilled(context, stage, what);
    restarts.push(await stage.server.start());
    await countRound(stage, ledger, result, round);
    context.progress(
      `round ${round} of ${rounds}, kill of ${what}: ${result.answered} answered, back in ` +
        `${Math.round(restarts.at(-1) ?? 0)} ms, ${ledger.lost} lost so far`,
    );
  }
  return report(context, ledger, restarts);
}

async function setStage(context: BenchContext): Promise<Stage> {
  context.progress('starting the server');
  const server = context.resources.use(await startServer());
  const project = await provisionProject(server);
  const connections = context.count('connections');
  const links = await createLinks(server, project, connections);
  const visitors = await createVisitors(connections);
  const requests = links.map((link, index) => {
    const visitor = visitors[index];
    if (visitor === undefined) throw new Error('fewer visitors than links');
    if (index % 2 === 0) {
      return buildRequest(`/${link.slug}`, headersOf(visitor, project.linkHost));
    }
    const url = encodeURIComponent(`${project.linkOrigin}/${link.slug}`);
    return buildRequest(`/v1/sdk/resolve?url=${url}`, {
      ...headersOf(visitor, new URL(server.baseUrl).host),
      'X-App-Key': project.appKey,
    });
  });
  const generator = context.resources.use(startLoadGenerator());
  return { server, project, generator, links, requests };
}

async function loadUntilKilled(
  context: BenchContext,
  stage: Stage,
  what: 'server' | 'serverAndDatabase',
): Promise<LoadResult> {
  const running = stage.generator.run({
    host: '127.0.0.1',
    port: stage.server.port,
    connections: stage.requests.length,
    seconds: MAX_LOAD_SECONDS,
    requests: stage.requests,
    pinned: true,
    reconnect: false,
  });
  const spread = Math.max(0, context.seconds * 1000 - MIN_LOAD_MS);
  const wait = MIN_LOAD_MS + Math.random() * spread;
  await new Promise((resolve) => setTimeout(resolve, wait));
  await stage.server.kill(what);
  return running;
}

/**
 * After a restart each link must have gained what was answered, and at most what was in flight beside.
 * Round by round: a click in flight that was stored must not make up for one lost later.
 */
async function countRound(
  stage: Stage,
  ledger: Ledger,
  result: LoadResult,
  round: number,
): Promise<void> {
  if (result.answered === 0) ledger.failures.push(`round ${round}: no request was answered`);
  const stored = await readStoredClicks(stage.server, stage.project, stage.links);
  for (const [link, clicks] of stored.entries()) {
    const gained = clicks - (ledger.stored[link] ?? 0);
    const answered = result.answeredByRequest[link] ?? 0;
    const inFlight = result.unansweredByRequest[link] ?? 0;
    ledger.lost += Math.max(0, answered - gained);
    ledger.extra += Math.max(0, gained - answered - inFlight);
    ledger.answered += answered;
    ledger.inFlight += inFlight;
  }
  ledger.stored = stored;
}

function report(context: BenchContext, ledger: Ledger, restarts: readonly number[]): BenchOutcome {
  const { answered, inFlight, lost, extra } = ledger;
  const stored = ledger.stored.reduce((total, clicks) => total + clicks, 0);
  const alone = restarts.filter((_, index) => index % 2 === 0).map(Math.round);
  const together = restarts.filter((_, index) => index % 2 === 1).map(Math.round);
  const failures = [...ledger.failures];
  if (lost > 0) failures.push(`${lost} answered clicks are not stored`);
  if (extra > 0) failures.push(`${extra} clicks are stored that nobody asked for`);
  return {
    figures: {
      benchmark: 'kill',
      lost,
      extra,
      rounds: restarts.length,
      answered,
      stored,
      inFlight,
      restartMs: { server: alone, serverAndDatabase: together },
      connections: context.count('connections'),
    },
    table: [
      ['killed', 'rounds', 'restart ms, median', 'slowest'],
      restartRow('server', alone),
      restartRow('server and database', together),
    ],
    notes: [
      `${answered} answered, ${stored} stored, ${inFlight} in flight at the kills: ` +
        `${lost} lost, ${extra} extra.`,
    ],
    failures,
  };
}

function restartRow(label: string, restarts: readonly number[]): string[] {
  if (restarts.length === 0) return [label, '0', '-', '-'];
  return [
    label,
    String(restarts.length),
    medianOf(restarts).toFixed(0),
    Math.max(...restarts).toFixed(0),
  ];
}
