import { isDatabaseDown, isNodeDown, type Process, type Simulation } from './model.ts';

/** The loader's work comes between requests in slices of so many clicks (`createClickTarget.ts`). */
const CLICKS_PER_SLICE = 250;
/** What a batch reads of the journal at most (`createLoader.ts`). */
const BATCH_BYTES = 2 ** 20;
/** After a batch a loader rests three times as long as it took, at most a second (ADR 12). */
const REST_FACTOR = 3;
const MAX_REST_SECONDS = 1;

/** Loads the next batch of the backlog. */
export function load(simulation: Simulation, process: Process): void {
  const { input, timeline } = simulation;
  const isDown = isDatabaseDown(simulation) || isNodeDown(simulation, process.node);
  if (process.loading || process.backlog === 0 || isDown) return;
  process.loading = true;
  const startedAt = timeline.now();
  const { life } = process;
  prepare(simulation, process, Math.min(process.backlog, maxBatch(simulation)), (clicks) => {
    simulation.database.run((clicks * input.costs.databaseMicros) / 1e6, () => {
      if (process.life !== life) return;
      // A batch that meets the outage is rolled back, and loaded again later.
      finishBatch(simulation, process, {
        clicks: isDatabaseDown(simulation) ? 0 : clicks,
        startedAt,
      });
    });
  });
}

function maxBatch({ input }: Simulation): number {
  return Math.max(1, Math.floor(BATCH_BYTES / input.costs.journalBytes));
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

interface Ended {
  /** Those that were stored. */
  readonly clicks: number;
  readonly startedAt: number;
}

function finishBatch(simulation: Simulation, process: Process, { clicks, startedAt }: Ended): void {
  const { counts, timeline } = simulation;
  const { life } = process;
  const now = timeline.now();
  if (counts.backlog > counts.answered / now) counts.behindUntil = now;
  process.backlog -= clicks;
  counts.backlog -= clicks;
  counts.loaded += clicks;
  if (clicks > 0) simulation.replicate({ process, clicks, at: now });
  // A backlog of whole batches leaves no time to rest.
  const rests = process.backlog < maxBatch(simulation);
  const rest = rests ? Math.min(MAX_REST_SECONDS, REST_FACTOR * (now - startedAt)) : 0;
  timeline.after(rest, () => {
    if (process.life !== life) return;
    process.loading = false;
    load(simulation, process);
  });
}
