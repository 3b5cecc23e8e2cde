import { createCores, createSharedCores, createThread } from './cores.ts';
import { planFailures } from './failures.ts';
import {
  type Counts,
  createProcess,
  emptyCounts,
  type Simulation,
  type SimulationInput,
} from './model.ts';
import { createReplication } from './replication.ts';
import { planLoad } from './sources.ts';
import { createTimeline } from './timeline.ts';

export interface SimulationResult extends Omit<Counts, 'waited' | 'served' | 'latencies'> {
  readonly inFlight: number;
  /** Mean seconds that a request waited for its process's core. */
  readonly meanWait: number;
  /** Seconds from arrival to answer, sorted. */
  readonly latencies: readonly number[];
}

/** Redirects through processes, journals, loaders and one database. The same input gives the same result. */
export function simulate(input: SimulationInput): SimulationResult {
  const simulation = createSimulation(input);
  planFailures(simulation);
  planLoad(simulation);
  simulation.timeline.runUntil(input.seconds);
  return summarize(simulation.counts);
}

function createSimulation(input: SimulationInput): Simulation {
  const timeline = createTimeline();
  const counts = emptyCounts();
  const { cores, nodes, processesPerNode } = input;
  const shared = cores.kind === 'shared' ? createSharedCores(timeline, cores.count) : undefined;
  const newThread = () => (shared ? createThread(timeline, shared) : createCores(timeline, 1));
  return {
    input,
    timeline,
    counts,
    newThread,
    // Each loader has a database process of its own.
    database: shared ?? createCores(timeline, cores.kind === 'own' ? cores.database : 0),
    processes: Array.from({ length: nodes * processesPerNode }, (_, index) =>
      createProcess(Math.floor(index / processesPerNode), newThread()),
    ),
    ...createReplication(input, timeline, counts),
  };
}

function summarize({ waited, served, ...counts }: Counts): SimulationResult {
  return {
    ...counts,
    inFlight: counts.arrived - counts.answered - counts.refused - counts.broken,
    meanWait: served === 0 ? 0 : waited / served,
    latencies: counts.latencies.toSorted((a, b) => a - b),
  };
}
