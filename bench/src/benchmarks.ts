import type { Benchmark } from './benchmark.ts';
import { attribution } from './benchmarks/attribution.ts';
import { desk } from './benchmarks/desk.ts';
import { beside } from './benchmarks/beside.ts';
import { analytics } from './benchmarks/analytics.ts';
import { clickStores } from './benchmarks/clickStores.ts';
import { dryRun } from './benchmarks/dryRun.ts';
import { events } from './benchmarks/events.ts';
import { eventFaults } from './benchmarks/eventFaults.ts';
import { edge } from './benchmarks/edge.ts';
import { kill } from './benchmarks/kill.ts';
import { neighbours } from './benchmarks/neighbours.ts';
import { redirect } from './benchmarks/redirect.ts';
import { rules } from './benchmarks/rules.ts';
import { writes } from './benchmarks/writes.ts';

/** Every benchmark, in the order of the help. A new one is a file in benchmarks/ and a line here. */
export const BENCHMARKS: readonly Benchmark[] = [
  redirect,
  beside,
  writes,
  rules,
  dryRun,
  edge,
  events,
  eventFaults,
  kill,
  attribution,
  analytics,
  desk,
  clickStores,
  neighbours,
];
