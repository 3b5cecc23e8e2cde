import { useSyncExternalStore } from 'react';
import { absoluteTime, relativeTime } from './format.ts';

/** A relative time ("3 hours ago"), with the exact one on hover. Cheap, because lists have hundreds of them. */
export function When({ at }: { readonly at: string }) {
  const now = useSyncExternalStore(clock.subscribe, clock.read);
  return (
    <time dateTime={at} title={absoluteTime(at)} style={{ whiteSpace: 'nowrap' }}>
      {relativeTime(at, now)}
    </time>
  );
}

/** One clock for all of them; it ticks only while someone is watching. */
const clock = createClock(30_000);

function createClock(every: number) {
  const listeners = new Set<() => void>();
  let now = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = () => {
    now = Date.now();
    for (const listener of listeners) listener();
  };
  return {
    read: () => now,
    subscribe: (listener: () => void) => {
      if (listeners.size === 0) {
        now = Date.now();
        timer = setInterval(tick, every);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearInterval(timer);
      };
    },
  };
}
