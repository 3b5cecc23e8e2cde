import { createRandom } from '../load/random.ts';
import { type Cores, createCores } from './cores.ts';
import type { Costs } from './costs.ts';
import { createTimeline, type Timeline } from './timeline.ts';

export interface SimulationInput {
  readonly costs: Costs;
  readonly seed: number;
  readonly seconds: number;
  /** Requests of all nodes together; they arrive at random (Poisson). */
  readonly ratePerSecond: number;
  readonly nodes: number;
  /** Each with a core of its own, its journal and its loader. */
  readonly processesPerNode: number;
  readonly databaseCores: number;
  /** Where a process has so many requests waiting, it refuses the next. */
  readonly maxWaiting: number;
  /** From when until when the database does not answer. */
  readonly databaseOutages?: readonly Outage[];
  readonly nodeOutages?: readonly (Outage & { readonly node: number })[];
}

interface Outage {
  readonly from: number;
  readonly to: number;
}

export interface SimulationResult {
  readonly arrived: number;
  readonly answered: number;
  readonly refused: number;
  /** Cut off by the end of their node. */
  readonly broken: number;
  readonly inFlight: number;
  readonly loaded: number;
  /** Durable and not loaded at the end, and at most. */
  readonly backlog: number;
  readonly maxBacklog: number;
  /** When the backlog was last above a second's arrivals; 0 if never. */
  readonly behindUntil: number;
  /** Mean seconds that a request waited for its process's core. */
  readonly meanWait: number;
  /** Seconds from arrival to answer, sorted. */
  readonly latencies: readonly number[];
}

interface Counts {
  arrived: number;
  answered: number;
  refused: number;
  broken: number;
  loaded: number;
  backlog: number;
  maxBacklog: number;
  behindUntil: number;
  waited: number;
  served: number;
  readonly latencies: number[];
}

interface Process {
  readonly node: number;
  readonly cores: Cores;
  waiting: number;
  /** Arrival times of what the next durable write takes. */
  unwritten: number[];
  writing: number;
  backlog: number;
  loading: boolean;
  /** Grows at each kill, so that what was begun before is ignored. */
  life: number;
}

interface Simulation {
  readonly input: SimulationInput;
  readonly timeline: Timeline;
  readonly database: Cores;
  readonly counts: Counts;
}

/** The loader's work comes between requests in slices of so many clicks. */
const CLICKS_PER_SLICE = 50;
/** After a batch a loader rests three times as long as it took, at most a second (ADR 12). */
const REST_FACTOR = 3;
const MAX_REST_SECONDS = 1;

/** Redirects through processes, journals, loaders and one database. The same input gives the same result. */
export function simulate(input: SimulationInput): SimulationResult {
  const timeline = createTimeline();
  const simulation: Simulation = {
    input,
    timeline,
    database: createCores(timeline, input.databaseCores),
    counts: emptyCounts(),
  };
  const processes = Array.from({ length: input.nodes * input.processesPerNode }, (_, index) =>
    createProcess(timeline, Math.floor(index / input.processesPerNode)),
  );
  planKills(simulation, processes);
  planArrivals(simulation, processes);
  for (const { to } of input.databaseOutages ?? []) {
    timeline.after(to, () => {
      for (const each of processes) load(simulation, each);
    });
  }
  timeline.runUntil(input.seconds);
  return summarize(simulation.counts);
}

function emptyCounts(): Counts {
  return {
    arrived: 0,
    answered: 0,
    refused: 0,
    broken: 0,
    loaded: 0,
    backlog: 0,
    maxBacklog: 0,
    behindUntil: 0,
    waited: 0,
    served: 0,
    latencies: [],
  };
}

function createProcess(timeline: Timeline, node: number): Process {
  return {
    node,
    cores: createCores(timeline, 1),
    waiting: 0,
    unwritten: [],
    writing: 0,
    backlog: 0,
    loading: false,
    life: 0,
  };
}

function planArrivals(simulation: Simulation, processes: readonly Process[]): void {
  const { input, timeline } = simulation;
  const random = createRandom(input.seed);
  const wait = (): number => -Math.log(1 - random()) / input.ratePerSecond;
  const arrive = (): void => {
    simulation.counts.arrived += 1;
    const up = processes.filter(({ node }) => !isNodeDown(simulation, node));
    const process = up[Math.floor(random() * up.length)];
    if (process === undefined || process.waiting >= input.maxWaiting) {
      simulation.counts.refused += 1;
    } else {
      accept(simulation, process);
    }
    timeline.after(wait(), arrive);
  };
  timeline.after(wait(), arrive);
}

/** The machine comes back with its disk: its journal is loaded then, its open requests are gone. */
function planKills({ input, timeline, ...rest }: Simulation, processes: readonly Process[]): void {
  for (const { node, from, to } of input.nodeOutages ?? []) {
    const killed = processes.filter((each) => each.node === node);
    timeline.after(from, () => {
      for (const process of killed) {
        rest.counts.broken += process.waiting + process.unwritten.length + process.writing;
        Object.assign(process, createProcess(timeline, node), {
          backlog: process.backlog,
          life: process.life + 1,
        });
      }
    });
    timeline.after(to, () => {
      for (const each of killed) load({ input, timeline, ...rest }, each);
    });
  }
}

function isWithin(outages: readonly Outage[] | undefined, now: number): boolean {
  return outages?.some(({ from, to }) => from <= now && now < to) ?? false;
}

function isNodeDown({ input, timeline }: Simulation, node: number): boolean {
  const outages = input.nodeOutages?.filter((each) => each.node === node);
  return isWithin(outages, timeline.now());
}

function accept(simulation: Simulation, process: Process): void {
  const { counts, input, timeline } = simulation;
  const arrivedAt = timeline.now();
  const { life } = process;
  process.waiting += 1;
  process.cores.run(input.costs.serverMicros / 1e6, (waited) => {
    if (process.life !== life) return;
    counts.waited += waited;
    counts.served += 1;
    process.waiting -= 1;
    process.unwritten.push(arrivedAt);
    write(simulation, process);
  });
}

/** One durable write at a time; whatever arrives meanwhile is the next one. */
function write(simulation: Simulation, process: Process): void {
  if (process.writing > 0 || process.unwritten.length === 0) return;
  const { counts, input, timeline } = simulation;
  const group = process.unwritten;
  const { life } = process;
  process.unwritten = [];
  process.writing = group.length;
  timeline.after(input.costs.flushMicros / 1e6, () => {
    if (process.life !== life) return;
    process.writing = 0;
    counts.answered += group.length;
    for (const arrivedAt of group) counts.latencies.push(timeline.now() - arrivedAt);
    process.backlog += group.length;
    counts.backlog += group.length;
    counts.maxBacklog = Math.max(counts.maxBacklog, counts.backlog);
    write(simulation, process);
    load(simulation, process);
  });
}

/** Loads all of the backlog as one batch. */
function load(simulation: Simulation, process: Process): void {
  const { input, timeline } = simulation;
  const isDown =
    isWithin(input.databaseOutages, timeline.now()) || isNodeDown(simulation, process.node);
  if (process.loading || process.backlog === 0 || isDown) return;
  process.loading = true;
  const startedAt = timeline.now();
  const { life } = process;
  prepare(simulation, process, process.backlog, (clicks) => {
    simulation.database.run((clicks * input.costs.databaseMicros) / 1e6, () => {
      if (process.life !== life) return;
      // A batch that meets the outage is rolled back, and loaded again later.
      const stored = isWithin(input.databaseOutages, timeline.now()) ? 0 : clicks;
      finishBatch(simulation, process, stored, timeline.now() - startedAt);
    });
  });
}

/** The loader's own part, on the process's core, in slices. */
function prepare(
  { input }: Simulation,
  process: Process,
  clicks: number,
  done: (clicks: number) => void,
): void {
  const { life } = process;
  const runSlice = (left: number): void => {
    const slice = Math.min(left, CLICKS_PER_SLICE);
    process.cores.run((slice * input.costs.loaderMicros) / 1e6, () => {
      if (process.life !== life) return;
      if (left > slice) runSlice(left - slice);
      else done(clicks);
    });
  };
  runSlice(clicks);
}

function finishBatch(simulation: Simulation, process: Process, clicks: number, took: number): void {
  const { counts, input, timeline } = simulation;
  const { life } = process;
  if (counts.backlog > input.ratePerSecond) counts.behindUntil = timeline.now();
  process.backlog -= clicks;
  counts.backlog -= clicks;
  counts.loaded += clicks;
  timeline.after(Math.min(MAX_REST_SECONDS, REST_FACTOR * took), () => {
    if (process.life !== life) return;
    process.loading = false;
    load(simulation, process);
  });
}

function summarize({ waited, served, ...counts }: Counts): SimulationResult {
  return {
    ...counts,
    inFlight: counts.arrived - counts.answered - counts.refused - counts.broken,
    meanWait: served === 0 ? 0 : waited / served,
    latencies: counts.latencies.toSorted((a, b) => a - b),
  };
}
