import { setTimeout as sleep } from 'node:timers/promises';

/** The time between the signal to stop and the end of listening, in which load balancers switch to another node. */
export interface Drain {
  isDraining(): boolean;
  /** Resolves when that time is over. */
  begin(): Promise<void>;
}

export function createDrain(seconds: number): Drain {
  let draining = false;
  return {
    isDraining: () => draining,
    async begin() {
      draining = true;
      await sleep(seconds * 1000);
    },
  };
}
