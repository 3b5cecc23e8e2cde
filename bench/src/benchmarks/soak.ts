import { join } from 'node:path';
import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import type { LoadResult } from '../load/runLoad.ts';
import { type LoadGenerator, startLoadGenerator } from '../load/startLoadGenerator.ts';
import { APP_CALLS, type AppCall, listAppCalls } from '../soak/appCalls.ts';
import { cause, type Fault, PHASES } from '../soak/faults.ts';
import { listRefusals, type Phase, type Stream, streamFigures, STREAMS } from '../soak/Phase.ts';
import { readStoredClicks } from '../targets/benchLinks.ts';
import { connectDatabase } from '../targets/connectDatabase.ts';
import { drawVisits, type Visits } from '../targets/drawVisits.ts';
import { type BenchProject, provisionProject } from '../targets/provisionProject.ts';
import { countWrongTotals } from '../targets/recount.ts';
import { readMemory } from '../targets/runExport.ts';
import { mountSmallDisk, type SmallDisk } from '../targets/smallDisk.ts';
import { type BenchServer, startServer } from '../targets/startServer.ts';
import { findWorkers } from '../targets/victims.ts';

const DISK_MEGABYTES = 1_024;
/** For what was journaled to be loaded. */
const PATIENCE_MS = 600_000;

/** A day of mishaps in twenty minutes: nothing answered is lost, nothing is counted twice, visitors of known links do not notice. */
export const soak: Benchmark = {
  name: 'soak',
  description:
    'mixed traffic while the database restarts, is gone and comes back, workers are killed and the disk is full',
  seconds: { default: 1_200, help: 'all of it, in thirteen phases of the same length' },
  options: {
    rate: { kind: 'count', help: 'redirects a second; half as many resolves', default: 400 },
    calls: { kind: 'count', help: 'creates, bootstraps and matches a second', default: 60 },
    slugs: { kind: 'count', help: 'links that are visited', default: 500 },
  },
  run: runSoak,
};

interface Stage {
  readonly server: BenchServer;
  readonly project: BenchProject;
  readonly disk: SmallDisk | undefined;
  readonly visits: Visits;
  readonly calls: readonly AppCall[];
  readonly streams: Readonly<Record<Stream, StreamPlan>>;
}

interface StreamPlan {
  readonly generator: LoadGenerator;
  readonly requests: readonly string[];
  readonly ratePerSecond: number;
  readonly connections: number;
  /** Goes up, so that no visitor comes twice. */
  fresh: number;
}

async function runSoak(context: BenchContext): Promise<BenchOutcome> {
  const stage = await setStage(context);
  await warmUp(stage);
  const before = await countMade(stage.server);
  const stored = await readStoredClicks(stage.server, stage.project, stage.visits.links);
  const phases: Phase[] = [];
  for (const [index, fault] of PHASES.entries()) {
    const phase = await runPhase(context, stage, fault);
    phases.push(phase);
    const { answered, refused, broken, p99 } = streamFigures(phase.results.redirect);
    context.progress(
      `phase ${index + 1} of ${PHASES.length}, ${fault}: ${answered} redirects, ${refused} refused, ` +
        `${broken} broken off, p99 ${p99} ms, ${megabytes(phase.memory)} MB, ` +
        `all loaded ${Math.round(phase.loadedMs)} ms after it`,
    );
  }
  context.progress('comparing what was answered with what is stored');
  const gained = await readStoredClicks(stage.server, stage.project, stage.visits.links);
  const after = await countMade(stage.server);
  await using client = await connectDatabase(stage.server.dataDir);
  return report(context, stage, phases, {
    clicks: compareClicks(
      stage.visits,
      phases,
      gained.map((now, link) => now - stored[link]!),
    ),
    made: compareMade(stage.calls, phases, before, after),
    wrongTotals: await countWrongTotals(stage.server, client),
  });
}

async function setStage(context: BenchContext): Promise<Stage> {
  context.progress('starting the server');
  const disk = await mountSmallDisk(DISK_MEGABYTES);
  if (disk) context.resources.use(disk);
  else context.progress('no disk can be mounted here: the disk will not be full');
  const journal = disk && { JOURNAL_DIR: join(disk.folder, 'journal') };
  const server = context.resources.use(await startServer({ PROCESSES: '2', ...journal }));
  const project = await provisionProject(server);
  const visits = await drawVisits(server, project, context.count('slugs'));
  const { calls, requests } = listAppCalls(server, project);
  const rate = context.count('rate');
  const open = (given: Pick<StreamPlan, 'requests' | 'ratePerSecond' | 'connections'>) => ({
    ...given,
    generator: context.resources.use(startLoadGenerator()),
    fresh: 0,
  });
  const streams = {
    redirect: open({ requests: visits.redirects, ratePerSecond: rate, connections: 32 }),
    resolve: open({ requests: visits.resolves, ratePerSecond: rate / 2, connections: 16 }),
    app: open({ requests, ratePerSecond: context.count('calls'), connections: 16 }),
  };
  return { server, project, disk, visits, calls, streams };
}

/** Every link is seen by every worker before the faults begin. */
async function warmUp(stage: Stage): Promise<void> {
  const { redirect, resolve } = stage.streams;
  const seconds = Math.max(5, (stage.visits.links.length * 8) / redirect.ratePerSecond);
  await Promise.all([redirect, resolve].map((stream) => runStream(stage.server, stream, seconds)));
}

async function runStream(
  server: BenchServer,
  stream: StreamPlan,
  seconds: number,
): Promise<LoadResult> {
  const { generator, requests, ratePerSecond, connections } = stream;
  const result = await generator.run({
    host: '127.0.0.1',
    port: server.port,
    connections,
    seconds,
    requests,
    ratePerSecond,
    pinned: false,
    reconnect: true,
    freshFrom: stream.fresh,
  });
  stream.fresh = result.freshTo;
  return result;
}

async function runPhase(context: BenchContext, stage: Stage, fault: Fault): Promise<Phase> {
  const { server, disk, streams } = stage;
  const phaseSeconds = context.seconds / PHASES.length;
  const running = STREAMS.map((name) => runStream(server, streams[name], phaseSeconds));
  await cause(fault, { server, disk, phaseSeconds });
  const ended = performance.now();
  await server.untilHealthy();
  await readStoredClicks(server, stage.project, stage.visits.links.slice(0, 1), PATIENCE_MS);
  const loadedMs = performance.now() - ended;
  const [redirect, resolve, app] = await Promise.all(running);
  if (!redirect || !resolve || !app) throw new Error('a stream without a result');
  const pids = [server.pid(), ...(await findWorkers(server.pid()))];
  const memory = (await Promise.all(pids.map(readMemory))).reduce((sum, bytes) => sum + bytes, 0);
  return { fault, results: { redirect, resolve, app }, memory, loadedMs };
}

/** Links and installations there are. */
async function countMade(server: BenchServer): Promise<Record<AppCall, number>> {
  await using client = await connectDatabase(server.dataDir);
  const { rows } = await client.query<{ links: number; installations: number }>(
    `select (select count(*)::integer from links) as links,
            (select count(*)::integer from installations) as installations`,
  );
  const { links = 0, installations = 0 } = rows[0] ?? {};
  return { create: links, bootstrap: installations, match: 0 };
}

/** Calls that were answered and left nothing behind. */
function compareMade(
  calls: readonly AppCall[],
  phases: readonly Phase[],
  before: Readonly<Record<AppCall, number>>,
  after: Readonly<Record<AppCall, number>>,
) {
  const answered = { create: 0, bootstrap: 0, match: 0 };
  for (const { results } of phases) {
    for (const [index, count] of results.app.answeredByRequest.entries()) {
      answered[calls[index]!] += count;
    }
  }
  const lost = (['create', 'bootstrap'] as const).reduce(
    (sum, call) => sum + Math.max(0, answered[call] - (after[call] - before[call])),
    0,
  );
  return { answered, lost };
}

function compareClicks(visits: Visits, phases: readonly Phase[], gained: readonly number[]) {
  const answered = visits.links.map(() => 0);
  const open = visits.links.map(() => 0);
  for (const { results } of phases) {
    for (const { answeredByRequest, unansweredByRequest } of [results.redirect, results.resolve]) {
      for (const [request, link] of visits.linkOfRequest.entries()) {
        answered[link] = answered[link]! + (answeredByRequest[request] ?? 0);
        open[link] = open[link]! + (unansweredByRequest[request] ?? 0);
      }
    }
  }
  const sum = (of: (link: number) => number) =>
    gained.reduce((total, _, link) => total + Math.max(0, of(link)), 0);
  return {
    answered: sum((link) => answered[link]!),
    stored: sum((link) => gained[link]!),
    lost: sum((link) => answered[link]! - gained[link]!),
    extra: sum((link) => gained[link]! - answered[link]! - open[link]!),
  };
}

interface Findings {
  readonly clicks: ReturnType<typeof compareClicks>;
  readonly made: ReturnType<typeof compareMade>;
  readonly wrongTotals: Readonly<Record<string, number>>;
}

function report(
  context: BenchContext,
  stage: Stage,
  phases: readonly Phase[],
  { clicks, made, wrongTotals }: Findings,
): BenchOutcome {
  const wrong = Object.values(wrongTotals).reduce((total, rows) => total + rows, 0);
  const most = Math.max(...phases.map(({ memory }) => memory));
  return {
    figures: {
      benchmark: 'soak',
      seconds: context.seconds,
      ...clicks,
      calls: made,
      wrongTotals,
      diskWasFull: stage.disk !== undefined,
      memoryMegabytes: { most: megabytes(most), last: megabytes(phases.at(-1)?.memory ?? 0) },
      phases: phases.map(({ fault, results, memory, loadedMs }) => ({
        fault,
        ...Object.fromEntries(STREAMS.map((name) => [name, streamFigures(results[name])])),
        memoryMegabytes: megabytes(memory),
        loadedMs: Math.round(loadedMs),
      })),
    },
    table: [
      [
        'phase',
        'stream',
        'answered',
        'refused',
        'broken off',
        'p50 ms',
        'p99 ms',
        'MB',
        'loaded ms',
      ],
      ...phases.flatMap(rowsOf),
    ],
    notes: [
      `Clicks: ${clicks.answered} answered, ${clicks.stored} stored, ${clicks.lost} lost, ${clicks.extra} extra.`,
      `Calls: ${APP_CALLS.map((call) => `${made.answered[call]} of ${call}`).join(', ')} answered, ${made.lost} lost.`,
      `Rows of totals that counting everything again has changed: ${JSON.stringify(wrongTotals)}.`,
      ...(stage.disk ? [] : ['No disk could be mounted, so none was full.']),
    ],
    failures: [
      ...phases.flatMap((phase, index) => listRefusals(phase, index + 1)),
      ...(clicks.lost > 0 ? [`${clicks.lost} answered clicks are not stored`] : []),
      ...(clicks.extra > 0 ? [`${clicks.extra} clicks are stored that nobody asked for`] : []),
      ...(made.lost > 0 ? [`${made.lost} links or installations that were answered are gone`] : []),
      ...(wrong > 0 ? ['totals differ from a recount'] : []),
    ],
  };
}

function rowsOf(phase: Phase): string[][] {
  return STREAMS.map((name, index) => {
    const { answered, refused, broken, p50, p99 } = streamFigures(phase.results[name]);
    const counts = [answered, refused, broken].map(String);
    const shared = [String(megabytes(phase.memory)), phase.loadedMs.toFixed(0)];
    return [
      index === 0 ? phase.fault : '',
      name,
      ...counts,
      p50.toFixed(2),
      p99.toFixed(2),
      ...(index === 0 ? shared : ['', '']),
    ];
  });
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}
