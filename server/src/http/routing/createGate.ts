import { Problem } from '../../lib/Problem.ts';

/** Calls of all projects together that one process works on at a time; more only make each other slow. */
const MAX_TOTAL = 16;

/** Lets a call begin; the answer ends its turn, and does nothing when called again. */
export type Gate = (project: string) => () => void;

/**
 * Bounds calls that take long and are under way at the same time: `each` of one project. Throws RATE_LIMITED for a project
 * that has as many, UNAVAILABLE where all places are taken by others.
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
