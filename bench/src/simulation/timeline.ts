interface Event {
  readonly at: number;
  readonly order: number;
  readonly action: () => void;
}

/** Simulated time: actions run in the order of their times, and of their planning where these are equal. */
export interface Timeline {
  now(): number;
  after(seconds: number, action: () => void): void;
  /** Runs what is planned up to that time. */
  runUntil(seconds: number): void;
}

export function createTimeline(): Timeline {
  const heap: Event[] = [];
  let now = 0;
  let order = 0;
  return {
    now: () => now,
    after(seconds, action) {
      order += 1;
      push(heap, { at: now + seconds, order, action });
    },
    runUntil(seconds) {
      for (let next = heap[0]; next !== undefined && next.at <= seconds; next = heap[0]) {
        pop(heap);
        now = next.at;
        next.action();
      }
      now = seconds;
    },
  };
}

function isBefore(one: Event, other: Event): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

function push(heap: Event[], event: Event): void {
  let at = heap.length;
  heap.push(event);
  while (at > 0) {
    const above = (at - 1) >> 1;
    const parent = heap[above];
    if (parent === undefined || !isBefore(event, parent)) break;
    heap[at] = parent;
    at = above;
  }
  heap[at] = event;
}

function pop(heap: Event[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let at = 0;
  for (;;) {
    const left = heap[2 * at + 1];
    const right = heap[2 * at + 2];
    const takesRight = left !== undefined && right !== undefined && isBefore(right, left);
    const child = takesRight ? right : left;
    if (child === undefined || !isBefore(child, last)) break;
    heap[at] = child;
    at = 2 * at + (takesRight ? 2 : 1);
  }
  heap[at] = last;
}
