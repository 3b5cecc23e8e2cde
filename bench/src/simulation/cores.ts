import type { Timeline } from './timeline.ts';

/** What tasks take processor time of. `done` is told how long the task waited, in seconds. */
export interface Cores {
  run(seconds: number, done: (waited: number) => void): void;
}

interface Task {
  readonly seconds: number;
  readonly since: number;
  readonly done: (waited: number) => void;
}

/** Cores that tasks take in the order in which they ask; a task keeps its core to its end. */
export function createCores(timeline: Timeline, count: number): Cores {
  return queueTasks(timeline, count, (seconds, done) => timeline.after(seconds, done));
}

/** One thread: its tasks run one after the other, on cores that it shares with other threads. */
export function createThread(timeline: Timeline, shared: Cores): Cores {
  return queueTasks(timeline, 1, (seconds, done) => shared.run(seconds, done));
}

function queueTasks(
  timeline: Timeline,
  count: number,
  start: (seconds: number, done: () => void) => void,
): Cores {
  const waiting: Task[] = [];
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
    start(task.seconds, () => {
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

interface Running {
  left: number;
  readonly seconds: number;
  readonly since: number;
  readonly done: (waited: number) => void;
}

/**
 * Cores as a fair scheduler gives them: each running task has one of its own or, where there are more tasks than
 * cores, an equal share. A task has waited for what it took beyond its own seconds.
 */
export function createSharedCores(timeline: Timeline, count: number): Cores {
  const running = new Set<Running>();
  let updatedAt = 0;
  let plan = 0;

  /** Lets the time since the last look pass for all of them. */
  function pass(): void {
    const share = Math.min(1, count / Math.max(1, running.size));
    const passed = (timeline.now() - updatedAt) * share;
    for (const task of running) task.left -= passed;
    updatedAt = timeline.now();
  }

  function planNext(): void {
    plan += 1;
    const planned = plan;
    if (running.size === 0) return;
    const left = Math.min(...[...running].map((task) => task.left));
    const share = Math.min(1, count / running.size);
    timeline.after(Math.max(0, left) / share, () => {
      if (planned === plan) finish();
    });
  }

  function finish(): void {
    pass();
    const ended = [...running].filter((task) => task.left <= TINY_SECONDS);
    for (const task of ended) running.delete(task);
    planNext();
    for (const { seconds, since, done } of ended) done(timeline.now() - since - seconds);
  }

  return {
    run(seconds, done) {
      pass();
      running.add({ left: seconds, seconds, since: timeline.now(), done });
      planNext();
    },
  };
}

/** Less than what a clock of floating-point seconds can tell apart. */
const TINY_SECONDS = 1e-9;
