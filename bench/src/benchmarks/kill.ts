import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import { buildRequest } from '../load/buildRequest.ts';
import { medianOf } from '../load/measureRounds.ts';
import type { LoadResult } from '../load/runLoad.ts';
import { type LoadGenerator, startLoadGenerator } from '../load/startLoadGenerator.ts';
import { createVisitors, headersOf } from '../load/visitors.ts';
import { type BenchLink, createLinks, readStoredClicks } from '../targets/benchLinks.ts';
import { connectDatabase } from '../targets/connectDatabase.ts';
import { type BenchProject, provisionProject } from '../targets/provisionProject.ts';
import { countWrongCounters, countWrongTotals } from '../targets/recount.ts';
import { type BenchServer, startServer } from '../targets/startServer.ts';
import { survives, type Victim, VICTIMS } from '../targets/victims.ts';

/** A round ends when the server is dead; this only bounds one whose kill failed. */
const MAX_LOAD_SECONDS = 60;
const MIN_LOAD_MS = 500;
/** Visitors come for so long after a kill that the server outlives. */
const SECONDS_AFTER = 1.5;
/** For what was journaled to be loaded, once everything runs again. */
const PATIENCE_MS = 120_000;

/** "kill -9 under load": every answered redirect and resolve has its click afterwards, once, and the totals say so. */
export const kill: Benchmark = {
  name: 'kill',
  description:
    'kill -9 under load at random moments: server, worker, a database process, database, all; all frozen, and taken over; counts losses',
  seconds: { default: 2, help: 'longest time under load before a kill' },
  options: {
    rounds: { kind: 'count', help: 'kills', default: 20 },
    connections: { kind: 'count', help: 'connections, each on a link of its own', default: 64 },
    only: {
      kind: 'text',
      help: `what is killed, of ${VICTIMS.join(', ')}; all in turn by default`,
    },
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

interface Round {
  readonly victim: Victim;
  readonly answered: number;
  readonly inFlight: number;
  readonly lost: number;
  readonly extra: number;
  /** Links whose counters differ from a recount. */
  readonly wrong: number;
  /** Until the server is healthy again. */
  readonly backMs: number;
}

async function runKill(context: BenchContext): Promise<BenchOutcome> {
  const victims = readVictims(context.texts('only'));
  const stage = await setStage(context);
  const rounds: Round[] = [];
  let stored: readonly number[] = stage.links.map(() => 0);
  const count = context.count('rounds');
  for (let number = 1; number <= count; number += 1) {
    const victim = victims[(number - 1) % victims.length] ?? 'all';
    const { result, backMs } = await loadAndKill(context, stage, victim);
    const now = await readStoredClicks(stage.server, stage.project, stage.links, PATIENCE_MS);
    await using client = await connectDatabase(stage.server.dataDir);
    const wrong = await countWrongCounters(client);
    const round = { victim, backMs, wrong, ...compare(result, stored, now) };
    stored = now;
    rounds.push(round);
    context.progress(
      `round ${number} of ${count}, kill of ${victim}: ${round.answered} answered, ${round.lost} lost, ` +
        `${round.extra} extra, ${wrong} links with wrong totals, back in ${Math.round(backMs)} ms`,
    );
  }
  context.progress('counting everything again');
  await using client = await connectDatabase(stage.server.dataDir);
  return report(context, rounds, stored, await countWrongTotals(stage.server, client));
}

function readVictims(names: readonly string[]): readonly Victim[] {
  const chosen = VICTIMS.filter((victim) => names.includes(victim));
  if (chosen.length < new Set(names).size) throw new Error(`--only takes ${VICTIMS.join(', ')}`);
  return chosen.length === 0 ? VICTIMS : chosen;
}

async function setStage(context: BenchContext): Promise<Stage> {
  context.progress('starting the server');
  const server = context.resources.use(await startServer({ PROCESSES: '2' }));
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

async function loadAndKill(
  context: BenchContext,
  stage: Stage,
  victim: Victim,
): Promise<{ readonly result: LoadResult; readonly backMs: number }> {
  const spread = Math.max(0, context.seconds * 1000 - MIN_LOAD_MS);
  const wait = MIN_LOAD_MS + Math.random() * spread;
  const goesOn = survives(victim);
  const running = stage.generator.run({
    host: '127.0.0.1',
    port: stage.server.port,
    connections: stage.requests.length,
    seconds: goesOn ? wait / 1000 + SECONDS_AFTER : MAX_LOAD_SECONDS,
    requests: stage.requests,
    pinned: true,
    reconnect: goesOn,
  });
  await new Promise((resolve) => setTimeout(resolve, wait));
  const killed = performance.now();
  await stage.server.kill(victim);
  if (!goesOn) {
    const result = await running;
    return { result, backMs: await stage.server.start() };
  }
  await stage.server.untilHealthy();
  const backMs = performance.now() - killed;
  return { result: await running, backMs };
}

/**
 * Each link must have gained what was answered, and at most what was in flight beside. Round by round: a click in
 * flight that was stored must not make up for one lost later.
 */
function compare(result: LoadResult, before: readonly number[], now: readonly number[]) {
  const sums = { answered: 0, inFlight: 0, lost: 0, extra: 0 };
  for (const [link, clicks] of now.entries()) {
    const gained = clicks - (before[link] ?? 0);
    const answered = result.answeredByRequest[link] ?? 0;
    const inFlight = result.unansweredByRequest[link] ?? 0;
    sums.answered += answered;
    sums.inFlight += inFlight;
    sums.lost += Math.max(0, answered - gained);
    sums.extra += Math.max(0, gained - answered - inFlight);
  }
  return sums;
}

function report(
  context: BenchContext,
  rounds: readonly Round[],
  storedByLink: readonly number[],
  wrongTotals: Readonly<Record<string, number>>,
): BenchOutcome {
  const answered = sumOf('answered', rounds);
  const inFlight = sumOf('inFlight', rounds);
  const lost = sumOf('lost', rounds);
  const extra = sumOf('extra', rounds);
  const stored = storedByLink.reduce((total, clicks) => total + clicks, 0);
  const wrong = Object.values(wrongTotals).reduce((total, rows) => total + rows, 0);
  return {
    figures: {
      benchmark: 'kill',
      lost,
      extra,
      rounds: rounds.length,
      roundsWithWrongTotals: rounds.filter((round) => round.wrong > 0).length,
      wrongTotals,
      answered,
      stored,
      inFlight,
      byRound: rounds.map((round) => ({ ...round, backMs: Math.round(round.backMs) })),
      connections: context.count('connections'),
    },
    table: [
      [
        'killed',
        'rounds',
        'answered',
        'lost',
        'extra',
        'wrong totals',
        'back ms, median',
        'slowest',
      ],
      ...rowsOf(rounds),
    ],
    notes: [
      `${answered} answered, ${stored} stored, ${inFlight} in flight at the kills: ${lost} lost, ${extra} extra.`,
      `Rows of totals that counting everything again has changed: ${JSON.stringify(wrongTotals)}.`,
    ],
    failures: [
      ...rounds.flatMap((round, index) =>
        round.answered === 0 ? [`round ${index + 1}: no request was answered`] : [],
      ),
      ...(lost > 0 ? [`${lost} answered clicks are not stored`] : []),
      ...(extra > 0 ? [`${extra} clicks are stored that nobody asked for`] : []),
      ...(sumOf('wrong', rounds) + wrong > 0 ? ['totals differ from a recount'] : []),
    ],
  };
}

const COUNTS = ['answered', 'lost', 'extra', 'wrong'] as const;

function sumOf(name: (typeof COUNTS)[number] | 'inFlight', rounds: readonly Round[]): number {
  return rounds.reduce((total, round) => total + round[name], 0);
}

function rowsOf(rounds: readonly Round[]): string[][] {
  return VICTIMS.flatMap((victim) => {
    const own = rounds.filter((round) => round.victim === victim);
    if (own.length === 0) return [];
    const back = own.map(({ backMs }) => backMs);
    const counts = COUNTS.map((name) => String(sumOf(name, own)));
    const times = [medianOf(back), Math.max(...back)].map((ms) => ms.toFixed(0));
    return [[victim, String(own.length), ...counts, ...times]];
  });
}
