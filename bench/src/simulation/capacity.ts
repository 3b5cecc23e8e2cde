import type { Costs } from './costs.ts';

/** What is assumed about use and prices: none of it is measured. */
export const ASSUMPTIONS = {
  /** The busiest second has so many times the clicks of the mean one. */
  peakFactor: 3,
  /** Share of a core that may be busy in the busiest second. */
  maxBusy: 0.6,
  keptDays: 400,
  /** Request and answer of a redirect on the network, TLS included. */
  networkBytes: 3_000,
  linkBytes: 1_000,
  coresPerMachine: 8,
  dollarsPerCoreHour: 0.04,
  dollarsPerGigabyteMonth: 0.1,
};

export type Assumptions = typeof ASSUMPTIONS;

export interface ClickCapacity {
  readonly clicksPerSecond: number;
  readonly clicksPerDay: number;
  readonly journalBytesPerDay: number;
  readonly storedBytesPerDay: number;
  readonly keptRows: number;
  readonly keptBytes: number;
  readonly redirectCores: number;
  /** Loaders and PostgreSQL. */
  readonly loadingCores: number;
  readonly databaseCores: number;
  readonly networkBitsPerSecond: number;
  /** For links and loading, one more than needed, so that one may be down; the database is not among them. */
  readonly linkMachines: number;
  readonly dollarsPerMonth: number;
}

const SECONDS_PER_DAY = 86_400;
const HOURS_PER_MONTH = 730;

/** What so many clicks a second in the mean take. */
export function estimateClicks(
  clicksPerSecond: number,
  costs: Costs,
  assumptions: Assumptions,
): ClickCapacity {
  const { peakFactor, maxBusy, keptDays, coresPerMachine } = assumptions;
  const peak = clicksPerSecond * peakFactor;
  const coresFor = (micros: number, rate: number): number => (rate * micros) / 1e6 / maxBusy;
  const clicksPerDay = clicksPerSecond * SECONDS_PER_DAY;
  const keptBytes = clicksPerDay * keptDays * costs.clickBytes;
  const redirectCores = coresFor(costs.serverMicros, peak);
  const loaderCores = coresFor(costs.loaderMicros, peak);
  const databaseCores = coresFor(costs.databaseMicros, peak);
  const linkMachines = Math.ceil((redirectCores + loaderCores) / coresPerMachine) + 1;
  const paidCores =
    linkMachines * coresPerMachine + Math.ceil(databaseCores / coresPerMachine) * coresPerMachine;
  return {
    clicksPerSecond,
    clicksPerDay,
    journalBytesPerDay: clicksPerDay * costs.journalBytes,
    storedBytesPerDay: clicksPerDay * costs.clickBytes,
    keptRows: clicksPerDay * keptDays,
    keptBytes,
    redirectCores,
    loadingCores: loaderCores + databaseCores,
    databaseCores,
    networkBitsPerSecond: peak * assumptions.networkBytes * 8,
    linkMachines,
    dollarsPerMonth:
      paidCores * HOURS_PER_MONTH * assumptions.dollarsPerCoreHour +
      (keptBytes / 1e9) * assumptions.dollarsPerGigabyteMonth,
  };
}
