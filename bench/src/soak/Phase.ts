import { percentileMs } from '../load/histogram.ts';
import type { LoadResult } from '../load/runLoad.ts';
import type { Fault } from './faults.ts';

export const STREAMS = ['redirect', 'resolve', 'app'] as const;
export type Stream = (typeof STREAMS)[number];

/** What one stretch of the soak came to. */
export interface Phase {
  readonly fault: Fault;
  readonly results: Readonly<Record<Stream, LoadResult>>;
  /** Bytes of the first process and its workers at the end. */
  readonly memory: number;
  /** From the end of the fault until all that was journaled is loaded. */
  readonly loadedMs: number;
}

/** Requests that were answered with an error, and those whose connection broke first. */
function countFailed(result: LoadResult): { refused: number; broken: number } {
  const refused = Object.entries(result.statuses).reduce(
    (sum, [status, count]) => sum + (Number(status) >= 400 ? count : 0),
    0,
  );
  const unanswered = result.unansweredByRequest.reduce((sum, count) => sum + count, 0);
  return { refused, broken: unanswered - refused };
}

export function streamFigures(result: LoadResult) {
  return {
    answered: result.answered,
    ...countFailed(result),
    p50: Number(percentileMs(result.latencies, 0.5).toFixed(2)),
    p99: Number(percentileMs(result.latencies, 0.99).toFixed(2)),
    statuses: result.statuses,
  };
}

/**
 * What must not be: a visitor of a known link is always answered, but for those whose worker dies or while nothing can be
 * stored. Resolves too; calls that write need the database.
 */
export function listRefusals({ fault, results }: Phase, number: number): string[] {
  return (['redirect', 'resolve'] as const).flatMap((stream) => {
    const { refused, broken } = countFailed(results[stream]);
    const where = `phase ${number}, ${fault}: ${stream}`;
    return [
      ...(refused > 0 && fault !== 'disk full' ? [`${where}: ${refused} refused`] : []),
      ...(broken > 0 && fault !== 'worker killed' ? [`${where}: ${broken} broken off`] : []),
    ];
  });
}
