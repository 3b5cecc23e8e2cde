import { availableParallelism } from 'node:os';
import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import { medianOf } from '../load/measureRounds.ts';
import { rounded } from '../renderTable.ts';
import { type Costs, MEASURED_COSTS } from '../simulation/costs.ts';
import { simulate } from '../simulation/simulate.ts';
import { drawVisits } from '../targets/drawVisits.ts';
import { measureFlush } from '../targets/measureFlush.ts';
import { type CapacityRun, openNodes, type Nodes } from '../targets/openNodes.ts';

const SECONDS_PER_ROUND = 3;
/** How far a prediction may be from what is measured. */
const MAX_ERROR = 0.2;
/** From so many busy cores on, what a round measured says nothing of the product. */
const MAX_OTHERS_CORES = 0.2;
/** Fewer rounds say too little. */
const MIN_QUIET_ROUNDS = 3;
/** Enough that the simulation refuses no one. */
const UNLIMITED = 1e9;
/** Of the server's processor time, what loads clicks: measured by a trial of the journal alone. */
const LOADER_SHARE =
  MEASURED_COSTS.loaderMicros / (MEASURED_COSTS.serverMicros + MEASURED_COSTS.loaderMicros);

/** Redirects of one and of two nodes on one database, and what the simulator says that they do. */
export const capacity: Benchmark = {
  name: 'capacity',
  description: 'redirects of one node and of two, against the predictions of the simulator',
  seconds: { default: 45, help: 'measured time of each of the four runs' },
  options: {
    connections: { kind: 'count', help: 'keep-alive connections, of all nodes', default: 64 },
    slugs: { kind: 'count', help: 'links that are visited', default: 1000 },
  },
  run: runCapacity,
};

interface Round {
  readonly one: Compared;
  readonly two: Compared;
  /** Most of the four runs: cores that were busy with anything else, or given to other machines by the host. */
  readonly othersCores: number;
  readonly unanswered: number;
}

/** A run, and what the simulator says of it. */
interface Compared {
  /** Of the same nodes in the same round with half of the connections: what the machine is worth changes. */
  readonly costs: Costs;
  readonly rate: number;
  readonly p50: number;
  /** Processor time of a redirect in this run, in µs: of server, database and load generators. */
  readonly cpuMicros: number;
  readonly predicted: Prediction;
  /** By how much the predicted rate is too high, as a share of the measured one. */
  readonly error: number;
}

async function runCapacity(context: BenchContext): Promise<BenchOutcome> {
  context.progress('starting two nodes');
  const nodes = await openNodes(context);
  const visits = await drawVisits(nodes.first, nodes.project, context.count('slugs'));
  const rounds = Math.max(MIN_QUIET_ROUNDS, Math.round(context.seconds / SECONDS_PER_ROUND));
  const seconds = context.seconds / rounds;
  const measured: Round[] = [];
  for (let number = 0; number <= rounds; number += 1) {
    const round = await runRound(context, nodes, { seconds, requests: visits.redirects });
    const rates = `${Math.round(round.one.rate)}/s, two nodes ${Math.round(round.two.rate)}/s`;
    const others = round.othersCores.toFixed(2);
    context.progress(
      `round ${number} of ${rounds}: one node ${rates}; ${others} cores busy with other work`,
    );
    // The first warms up.
    if (number > 0) measured.push(round);
  }
  const stored = { stored: await nodes.countStored(), answered: nodes.answered() };
  return report(context, measured, stored);
}

async function runRound(
  context: BenchContext,
  nodes: Nodes,
  load: { readonly seconds: number; readonly requests: readonly string[] },
): Promise<Round> {
  const connections = context.count('connections');
  const flushMicros = await measureFlush(nodes.first.dataDir);
  const runs: CapacityRun[] = [];
  const compare = async (count: 1 | 2): Promise<Compared> => {
    // Two nodes pay more for a redirect than one, where they share caches, cores and the rows of totals.
    const basis = await nodes.run({ count, connections: Math.ceil(connections / 2), ...load });
    const run = await nodes.run({ count, connections, ...load });
    runs.push(basis, run);
    const costs = costsOf(basis, flushMicros);
    const predicted = predictRun({ costs, count, connections, seconds: load.seconds });
    const { rate, p50 } = run;
    const error = predicted.rate / rate - 1;
    return { costs, rate, p50, cpuMicros: cpuMicrosOf(run), predicted, error };
  };
  return {
    one: await compare(1),
    two: await compare(2),
    othersCores: Math.max(...runs.map((run) => run.othersCores)),
    unanswered: runs.reduce((sum, run) => sum + run.unanswered, 0),
  };
}

function costsOf({ cpu, answered }: CapacityRun, flushMicros: number): Costs {
  const micros = (seconds: number) => (seconds / answered) * 1e6;
  return {
    ...MEASURED_COSTS,
    serverMicros: micros(cpu.server) * (1 - LOADER_SHARE),
    loaderMicros: micros(cpu.server) * LOADER_SHARE,
    databaseMicros: micros(cpu.database),
    generatorMicros: micros(cpu.generators),
    flushMicros,
  };
}

function cpuMicrosOf({ cpu, answered }: CapacityRun): number {
  return ((cpu.server + cpu.database + cpu.generators) / answered) * 1e6;
}

interface Prediction {
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
}

function predictRun(input: {
  readonly costs: Costs;
  readonly count: number;
  readonly connections: number;
  readonly seconds: number;
}): Prediction {
  const { costs, count, connections, seconds } = input;
  const { answered, latencies } = simulate({
    costs,
    seed: 1,
    seconds,
    load: { kind: 'closed', clients: connections, generators: count },
    nodes: count,
    processesPerNode: 1,
    cores: { kind: 'shared', count: availableParallelism() },
    maxWaiting: UNLIMITED,
  });
  const p50 = (latencies[Math.floor(latencies.length / 2)] ?? Number.NaN) * 1000;
  return { rate: answered / seconds, p50 };
}

interface Stored {
  readonly stored: number;
  readonly answered: number;
}

function report(context: BenchContext, measured: readonly Round[], stored: Stored): BenchOutcome {
  const quiet = measured.filter(({ othersCores }) => othersCores <= MAX_OTHERS_CORES);
  const rounds = quiet.length < MIN_QUIET_ROUNDS ? measured : quiet;
  const rows = (['one', 'two'] as const).map((which) => ({
    which,
    ...mediansOf(rounds.map((round) => round[which])),
  }));
  const othersCores = medianOf(measured.map((round) => round.othersCores));
  return {
    figures: {
      benchmark: 'capacity',
      ...Object.fromEntries(rows.flatMap(figuresOf)),
      cores: availableParallelism(),
      othersCores: rounded(othersCores, 2),
      ...stored,
      connections: context.count('connections'),
      seconds: context.seconds,
      rounds: measured.length,
      quietRounds: quiet.length,
    },
    table: [
      ['', 'measured/s', 'predicted/s', 'error', 'p50 ms', 'predicted ms', 'CPU µs'],
      ...rows.map(tableRow),
    ],
    notes: [
      `Medians of the ${quiet.length} of ${measured.length} rounds in which other work took at most ${MAX_OTHERS_CORES} cores.`,
      'Costs are those of the same nodes with half of the connections, in the same round:',
      ...rows.map(describeCosts),
      `${stored.answered} redirects answered, ${stored.stored} clicks stored.`,
    ],
    failures: listFailures({ rows, measured, quiet, stored }),
  };
}

function describeCosts({ which, costs }: Row): string {
  return (
    `${NAMES[which]}: ${(costs.serverMicros + costs.loaderMicros).toFixed(1)} µs of the server, ` +
    `${costs.databaseMicros.toFixed(1)} of PostgreSQL, ${(costs.generatorMicros ?? 0).toFixed(1)} of the load generator; ` +
    `a durable write takes ${costs.flushMicros.toFixed(0)} µs.`
  );
}

function mediansOf(runs: readonly Compared[]): Compared {
  const median = (of: (run: Compared) => number) => medianOf(runs.map(of));
  const cost = (of: (costs: Costs) => number) => median(({ costs }) => of(costs));
  return {
    costs: {
      ...MEASURED_COSTS,
      serverMicros: cost((each) => each.serverMicros),
      loaderMicros: cost((each) => each.loaderMicros),
      databaseMicros: cost((each) => each.databaseMicros),
      generatorMicros: cost((each) => each.generatorMicros ?? 0),
      flushMicros: cost((each) => each.flushMicros),
    },
    rate: median(({ rate }) => rate),
    p50: median(({ p50 }) => p50),
    cpuMicros: median(({ cpuMicros }) => cpuMicros),
    predicted: {
      rate: median(({ predicted }) => predicted.rate),
      p50: median(({ predicted }) => predicted.p50),
    },
    error: median(({ error }) => error),
  };
}

type Row = Compared & { readonly which: keyof typeof NAMES };

const NAMES = { one: 'one node', two: 'two nodes' };

function figuresOf({ which, costs, rate, p50, cpuMicros, predicted, error }: Row) {
  return [
    [`${which}ServerMicros`, rounded(costs.serverMicros + costs.loaderMicros, 1)],
    [`${which}DatabaseMicros`, rounded(costs.databaseMicros, 1)],
    [`${which}GeneratorMicros`, rounded(costs.generatorMicros ?? 0, 1)],
    [`${which}FlushMicros`, rounded(costs.flushMicros, 0)],
    [`${which}PerSecond`, Math.round(rate)],
    [`${which}CpuMicros`, rounded(cpuMicros, 1)],
    [`${which}Predicted`, Math.round(predicted.rate)],
    [`${which}Error`, rounded(error, 3)],
    [`${which}P50`, rounded(p50, 2)],
    [`${which}PredictedP50`, rounded(predicted.p50, 2)],
  ];
}

function tableRow({ which, rate, p50, cpuMicros, predicted, error }: Row): string[] {
  return [
    NAMES[which],
    rate.toFixed(0),
    predicted.rate.toFixed(0),
    `${(error * 100).toFixed(1)} %`,
    p50.toFixed(2),
    predicted.p50.toFixed(2),
    cpuMicros.toFixed(0),
  ];
}

interface Findings {
  readonly rows: readonly Row[];
  readonly measured: readonly Round[];
  readonly quiet: readonly Round[];
  readonly stored: Stored;
}

function listFailures({ rows, measured, quiet, stored }: Findings): string[] {
  const failures = rows
    .filter(({ error }) => !(Math.abs(error) <= MAX_ERROR))
    .map(({ which, error }) => `${which}: the prediction is off by ${(error * 100).toFixed(0)} %`);
  if (stored.stored !== stored.answered) {
    failures.push(`${stored.stored} clicks are stored, and ${stored.answered} were answered`);
  }
  if (quiet.length < MIN_QUIET_ROUNDS) {
    failures.push(
      `only ${quiet.length} of ${measured.length} rounds were without other work: measure on a quiet machine`,
    );
  }
  const unanswered = measured.reduce((sum, round) => sum + round.unanswered, 0);
  if (unanswered > 0) failures.push(`${unanswered} requests got no good answer`);
  return failures;
}
