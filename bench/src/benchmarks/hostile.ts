import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import type { HostilePlan, HostileResult } from '../hostile/runHostileClients.ts';
import { addHistogram, createHistogram, type Histogram, percentileMs } from '../load/histogram.ts';
import { medianOf } from '../load/measureRounds.ts';
import { startLoadGenerator } from '../load/startLoadGenerator.ts';
import { rounded } from '../renderTable.ts';
import { drawVisits } from '../targets/drawVisits.ts';
import { type BenchProject, provisionProject } from '../targets/provisionProject.ts';
import { readMemory } from '../targets/runExport.ts';
import { type BenchServer, startServer } from '../targets/startServer.ts';

const ROUND_SECONDS = 30;
/** Wanted: what hostile clients may cost the others, and what they may cost in memory. */
const MAX_P99_RATIO = 2;
const MAX_GROWTH = 1.25;

/** A third of the clients means harm: what do the others feel, and does memory stay flat? */
export const hostile: Benchmark = {
  name: 'hostile',
  description: 'p99 of honest visits alone and beside hostile clients, in turn, and memory',
  seconds: { default: 600, help: 'all of it' },
  options: {
    connections: { kind: 'count', help: 'honest keep-alive connections', default: 64 },
    rate: { kind: 'count', help: 'honest requests a second', default: 1000 },
    kind: {
      kind: 'text',
      help: 'one kind of hostile client alone: neverReading, halfRequests, emptyRows, imageClicks or guesses',
    },
  },
  run: runHostile,
};

interface Side {
  readonly latencies: Histogram;
  /** Milliseconds, round by round. */
  readonly p99: number[];
  readonly memory: number[];
  answered: number;
  unanswered: number;
}

async function runHostile(context: BenchContext): Promise<BenchOutcome> {
  context.progress('starting the server');
  const server = context.resources.use(await startServer({ RATE_LIMITS: 'on' }));
  const project = await provisionProject(server);
  const visits = await drawVisits(server, project, 300);
  const plan = await planHostile(context, server, project, visits.links[0]?.slug ?? '');
  const generator = context.resources.use(startLoadGenerator());
  const attackers = openAttackers(context);
  const alone = emptySide();
  const attacked = emptySide();
  const seen: Record<string, Record<string, number>> = {};
  const rounds = Math.max(2, Math.round(context.seconds / ROUND_SECONDS / 2));
  const seconds = context.seconds / rounds / 2;
  let fresh = 0;
  for (let round = 0; round <= rounds; round += 1) {
    for (const side of [alone, attacked]) {
      if (side === attacked) attackers.start(plan);
      const result = await generator.run({
        host: '127.0.0.1',
        port: server.port,
        connections: context.count('connections'),
        seconds: round === 0 ? 5 : seconds,
        requests: visits.redirects.flatMap((each, index) => [each, visits.resolves[index] ?? each]),
        pinned: false,
        reconnect: true,
        ratePerSecond: context.count('rate'),
        freshFrom: fresh,
      });
      fresh = result.freshTo;
      const memory = await readMemory(server.pid());
      if (side === attacked) addCounts(seen, await attackers.stop());
      if (round === 0) continue;
      side.memory.push(memory);
      side.answered += result.answered;
      side.unanswered += result.unansweredByRequest.reduce((sum, count) => sum + count, 0);
      addHistogram(side.latencies, result.latencies);
      side.p99.push(percentileMs(result.latencies, 0.99));
      context.progress(
        `round ${round} of ${rounds}${side === attacked ? ', attacked' : ''}: ` +
          `p99 ${percentileMs(result.latencies, 0.99).toFixed(1)} ms, ${megabytes(memory)} MB`,
      );
    }
  }
  return report(context, alone, attacked, seen);
}

/** The stranger's project is on the free plan, as anyone can have one. */
async function planHostile(
  context: BenchContext,
  server: BenchServer,
  project: BenchProject,
  slug: string,
): Promise<HostilePlan> {
  const stranger = await provisionProject(server, {
    plan: 'free',
    domain: 'go.stranger.localhost',
  });
  return {
    kinds: context.texts('kind'),
    port: server.port,
    linkHost: project.linkHost,
    apiHost: new URL(server.baseUrl).host,
    slug,
    appKey: stranger.appKey,
    // Five kinds; together half as many as the honest ones.
    connections: Math.ceil(context.count('connections') / 2 / 5),
    ratePerSecond: context.count('rate') / 4,
  };
}

function openAttackers(context: BenchContext) {
  const child = fork(fileURLToPath(new URL('../hostile/hostileProcess.ts', import.meta.url)), [], {
    serialization: 'advanced',
  });
  context.resources.defer(() => void child.kill('SIGKILL'));
  return {
    start: (plan: HostilePlan) => void child.send(plan),
    async stop(): Promise<HostileResult> {
      const reply = once(child, 'message') as Promise<[HostileResult]>;
      child.send('stop');
      return (await reply)[0];
    },
  };
}

function addCounts(into: Record<string, Record<string, number>>, from: HostileResult): void {
  for (const [kind, counts] of Object.entries(from)) {
    const sums = (into[kind] ??= {});
    for (const [what, count] of Object.entries(counts)) sums[what] = (sums[what] ?? 0) + count;
  }
}

function emptySide(): Side {
  return { latencies: createHistogram(), p99: [], memory: [], answered: 0, unanswered: 0 };
}

function report(
  context: BenchContext,
  alone: Side,
  attacked: Side,
  seen: Readonly<Record<string, Readonly<Record<string, number>>>>,
): BenchOutcome {
  // A machine that is slow for half a minute is so for one round.
  const ratios = attacked.p99.map((p99, round) => p99 / (alone.p99[round] ?? p99));
  const ratio = medianOf(ratios);
  const half = Math.ceil(attacked.memory.length / 2);
  const growth =
    Math.max(...attacked.memory.slice(half)) / Math.max(...attacked.memory.slice(0, half));
  const failures: string[] = [];
  if (ratio > MAX_P99_RATIO)
    failures.push(`p99 beside hostile clients is ${ratio.toFixed(2)} times (median of the rounds)`);
  if (growth > MAX_GROWTH)
    failures.push(`memory grew ${growth.toFixed(2)} times in the second half`);
  for (const [name, side] of Object.entries({ alone, attacked })) {
    if (side.unanswered > 0) failures.push(`${name}: ${side.unanswered} got no good answer`);
  }
  return {
    figures: {
      benchmark: 'hostile',
      p99Ratio: rounded(ratio, 2),
      p99Ratios: ratios.map((each) => rounded(each, 2)),
      growth: rounded(growth, 2),
      alone: figuresOf(alone),
      attacked: figuresOf(attacked),
      seenByHostileClients: seen,
      connections: context.count('connections'),
      rate: context.count('rate'),
      seconds: context.seconds,
    },
    table: [
      ['honest clients', 'answered', 'unanswered', 'p50 ms', 'p99 ms', 'memory MB, round by round'],
      rowOf('alone', alone),
      rowOf('beside hostile ones', attacked),
    ],
    notes: Object.entries(seen).map(([kind, counts]) => `${kind}: ${JSON.stringify(counts)}`),
    failures,
  };
}

function figuresOf(side: Side) {
  return {
    answered: side.answered,
    unanswered: side.unanswered,
    p50: rounded(percentileMs(side.latencies, 0.5), 2),
    p99: rounded(percentileMs(side.latencies, 0.99), 2),
    p99OfRounds: side.p99.map((each) => rounded(each, 1)),
    memoryMegabytes: side.memory.map(megabytes),
  };
}

function rowOf(label: string, side: Side): string[] {
  const { answered, unanswered, p50, p99, memoryMegabytes } = figuresOf(side);
  return [
    label,
    `${answered}`,
    `${unanswered}`,
    p50.toFixed(2),
    p99.toFixed(2),
    memoryMegabytes.join(' '),
  ];
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}
