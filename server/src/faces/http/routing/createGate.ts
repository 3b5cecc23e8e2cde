import { Problem } from '#platform/lib/Problem.ts';

/** Calls of all projects that one process works on at a time; more would only slow each other down. */
const MAX_TOTAL = 16;

/** Lets a call begin; the returned function ends it, and does nothing when called again. */
export type Gate = (project: string) => () => void;

/**
 * Limits long-running simultaneous calls: `each` per project. Throws RATE_LIMITED for a project at its limit,
 * UNAVAILABLE if all places are taken by others.
 */
export function createGate(each: number): Gate {
  const underWay = new Map<string, number>();
  let all = 0;

  return (project) => {
    const own = underWay.get(project) ?? 0;
    if (own >= each) {
      const message = `${own} such calls of the project are under way, the most at a time; wait for one to end`;
      throw new Problem('RATE_LIMITED', message, { 'retry-after': '1' });
    }
    if (all >= MAX_TOTAL) {
      const message = 'Too many such calls are under way on this server; try again in a moment';
      throw new Problem('UNAVAILABLE', message, { 'retry-after': '2' });
    }
    underWay.set(project, own + 1);
    all += 1;
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      all -= 1;
      const left = (underWay.get(project) ?? 1) - 1;
      if (left === 0) underWay.delete(project);
      else underWay.set(project, left);
    };
  };
}
