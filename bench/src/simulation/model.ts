import type { Cores } from './cores.ts';
import type { Costs } from './costs.ts';
import type { Timeline } from './timeline.ts';

export interface SimulationInput {
  readonly costs: Costs;
  readonly seed: number;
  readonly seconds: number;
  readonly load: Load;
  readonly nodes: number;
  /** Each with its journal and its loader. */
  readonly processesPerNode: number;
  readonly cores: CoreInput;
  /** Where a process has so many requests open, it refuses the next. */
  readonly maxWaiting: number;
  /** From when until when the database does not answer. */
  readonly databaseOutages?: readonly Outage[];
  readonly nodeOutages?: readonly (Outage & { readonly node: number })[];
  readonly replica?: ReplicaInput;
  /** The primary is lost at `from`; the replica answers in its place at `to`. */
  readonly failover?: Outage;
}

/**
 * Open: requests of all nodes together, which arrive at random (Poisson). Closed: each client sends its next request
 * when its last is answered, and stays with one process.
 */
type Load =
  | { readonly kind: 'open'; readonly ratePerSecond: number }
  | { readonly kind: 'closed'; readonly clients: number; readonly generators: number };

/**
 * Own: each process has a core, and the database cores that nothing else uses; making load costs nothing. Shared:
 * processes, database and load generators share the cores of one machine.
 */
type CoreInput =
  | { readonly kind: 'own'; readonly database: number }
  | { readonly kind: 'shared'; readonly count: number };

interface ReplicaInput {
  /** From a commit on the primary until the replica has received it. */
  readonly delaySeconds: number;
  /** Time of the one process that replays, for a click, in µs. */
  readonly replayMicros: number;
  /** From when until when it receives nothing. */
  readonly outages?: readonly Outage[];
}

export interface Outage {
  readonly from: number;
  readonly to: number;
}

export interface Counts {
  arrived: number;
  answered: number;
  refused: number;
  /** Cut off by the end of their node. */
  broken: number;
  /** In the database that answers. */
  loaded: number;
  /** Durable and not loaded, now and at most. */
  backlog: number;
  maxBacklog: number;
  /** When the backlog was last above a second's answers; 0 if never. */
  behindUntil: number;
  /** Clicks that a failover took from the database, and the journals loaded again. */
  reloaded: number;
  /** Those that no journal had any more. */
  lost: number;
  /** Seconds from a commit until its replay, at most. */
  maxLag: number;
  waited: number;
  served: number;
  /** Seconds from arrival to answer. */
  readonly latencies: number[];
}

/** A request that is not answered. `settle` is called once, when it is or when its connection breaks. */
export interface OpenRequest {
  readonly arrivedAt: number;
  readonly settle?: (() => void) | undefined;
}

export interface Process {
  readonly node: number;
  readonly cores: Cores;
  readonly open: Set<OpenRequest>;
  /** What the next durable write takes. */
  unwritten: OpenRequest[];
  isWriting: boolean;
  backlog: number;
  loading: boolean;
  /** Grows at each kill, so that what was begun before is ignored. */
  life: number;
}

/** Clicks that were committed, and whether the replica has them. */
export interface Batch {
  readonly process: Process;
  readonly clicks: number;
  readonly at: number;
}

export interface Simulation {
  readonly input: SimulationInput;
  readonly timeline: Timeline;
  readonly database: Cores;
  readonly processes: readonly Process[];
  readonly counts: Counts;
  /** A thread of a process or a load generator. */
  readonly newThread: () => Cores;
  /** In the order of their commits: what a failover at this moment would take. */
  readonly unreplayed: Batch[];
  /** Tells the replica of a batch. */
  readonly replicate: (batch: Batch) => void;
}

export function emptyCounts(): Counts {
  return {
    arrived: 0,
    answered: 0,
    refused: 0,
    broken: 0,
    loaded: 0,
    backlog: 0,
    maxBacklog: 0,
    behindUntil: 0,
    reloaded: 0,
    lost: 0,
    maxLag: 0,
    waited: 0,
    served: 0,
    latencies: [],
  };
}

export function createProcess(node: number, cores: Cores): Process {
  return {
    node,
    cores,
    open: new Set(),
    unwritten: [],
    isWriting: false,
    backlog: 0,
    loading: false,
    life: 0,
  };
}

export function isWithin(outages: readonly Outage[] | undefined, now: number): boolean {
  return outages?.some(({ from, to }) => from <= now && now < to) ?? false;
}

export function isNodeDown({ input, timeline }: Simulation, node: number): boolean {
  const outages = input.nodeOutages?.filter((each) => each.node === node);
  return isWithin(outages, timeline.now());
}

export function isDatabaseDown({ input, timeline }: Simulation): boolean {
  const { databaseOutages = [], failover } = input;
  return isWithin([...databaseOutages, ...(failover ? [failover] : [])], timeline.now());
}
