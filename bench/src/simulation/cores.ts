import type { Timeline } from './timeline.ts';

/** Cores that tasks take in the order in which they ask; a task keeps its core to its end. */
export interface Cores {
  /** `done` is told how long the task waited for a core, in seconds. */
  run(seconds: number, done: (waited: number) => void): void;
}

export function createCores(timeline: Timeline, count: number): Cores {
  const waiting: { seconds: number; since: number; done: (waited: number) => void }[] = [];
  let next = 0;
  let free = count;
  function startNext(): void {
    const task = waiting[next];
    if (free === 0 || task === undefined) return;
    next += 1;
    if (next > 1024 && next * 2 > waiting.length) {
      waiting.splice(0, next);
      next = 0;
    }
    free -= 1;
    const waited = timeline.now() - task.since;
    timeline.after(task.seconds, () => {
      free += 1;
      startNext();
      task.done(waited);
    });
  }
  return {
    run(seconds, done) {
      waiting.push({ seconds, since: timeline.now(), done });
      startNext();
    },
  };
}
