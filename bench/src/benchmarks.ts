import type { Benchmark } from './benchmark.ts';
import { attribution } from './benchmarks/attribution.ts';
import { backup } from './benchmarks/backup.ts';
import { beside } from './benchmarks/beside.ts';
import { bulk } from './benchmarks/bulk.ts';
import { analytics } from './benchmarks/analytics.ts';
import { clickStores } from './benchmarks/clickStores.ts';
import { dashboard } from './benchmarks/dashboard.ts';
import { edge } from './benchmarks/edge.ts';
import { hostile } from './benchmarks/hostile.ts';
import { importLinks } from './benchmarks/import.ts';
import { kill } from './benchmarks/kill.ts';
import { limits } from './benchmarks/limits.ts';
import { load } from './benchmarks/load.ts';
import { match } from './benchmarks/match.ts';
import { pages } from './benchmarks/pages.ts';
import { redirect } from './benchmarks/redirect.ts';
import { sdk } from './benchmarks/sdk.ts';
import { soak } from './benchmarks/soak.ts';

import { writes } from './benchmarks/writes.ts';

/** Every benchmark, in the order of the help. A new one is a file in benchmarks/ and a line here. */
export const BENCHMARKS: readonly Benchmark[] = [
  redirect,
  beside,
  writes,
  pages,
  bulk,
  importLinks,
  limits,
  edge,
  kill,
  soak,
  backup,
  hostile,
  attribution,
  match,
  sdk,
  analytics,
  clickStores,
  dashboard,
  load,
];
