import type { LinkListener, OpenedLink, Unsubscribe } from './types.ts';

/** Holds links until someone listens, and delivers each one once. */
export function createDelivery<Parameters>(
  onDelivered: (opened: OpenedLink<Parameters>, faults: readonly unknown[]) => void,
) {
  const listeners = new Set<LinkListener<Parameters>>();
  let held: OpenedLink<Parameters>[] = [];

  function flush(): void {
    if (listeners.size === 0) return;
    const now = held;
    held = [];
    for (const opened of now) {
      const faults: unknown[] = [];
      for (const listener of listeners) {
        try {
          listener(opened);
        } catch (fault) {
          faults.push(fault);
        }
      }
      onDelivered(opened, faults);
    }
  }

  return {
    listen: (listener: LinkListener<Parameters>): Unsubscribe => {
      // A separate function, so that a listener added twice is called twice and can be removed once.
      const own: LinkListener<Parameters> = (opened) => listener(opened);
      listeners.add(own);
      // Listeners added in the same tick get the held links as well.
      void Promise.resolve().then(flush);
      return () => void listeners.delete(own);
    },
    deliver: (opened: OpenedLink<Parameters>): void => {
      held.push(opened);
      flush();
    },
    held: () => held.length,
    drop: () => {
      held = [];
    },
  };
}
