import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import { addHistogram, createHistogram, percentileMs } from '../load/histogram.ts';
import { countFailed, type Load, openLoad } from '../load/openLoad.ts';
import type { LoadResult } from '../load/runLoad.ts';
import { call, type HeavyTenant, makeHeavyTenant } from '../neighbours/heavyTenant.ts';
import { type LargestCall, listLargestCalls } from '../neighbours/largestCalls.ts';
import { rounded } from '../renderTable.ts';
import { createLinks } from '../targets/benchLinks.ts';
import { provisionProject } from '../targets/provisionProject.ts';
import { startServer } from '../targets/startServer.ts';

/** Redirects a second: few, so that each measures a wait and not a queue of their own. */
const RATE = 200;
const WINDOW_SECONDS = 0.6;
/** The same call at once. */
const TOGETHER = 2;
/** Operations after which an idle server is measured again. */
const IDLE_AFTER = 10;
const SHOWN = 15;
/** What nobody may wait for: both. */
const MOST = { times: 10, ms: 250 };

/** Issue "Must show": no call of one tenant makes another tenant's visitors wait. */
export const neighbours: Benchmark = {
  name: 'neighbours',
  description:
    'redirects of one tenant while another sends the largest body to every operation, and what is made to be slow',
  seconds: { default: 3, help: 'redirects of an idle server before the first call' },
  options: {
    only: { kind: 'text', help: 'operations to call; all of them if left out' },
  },
  run: runNeighbours,
};

interface Waited {
  readonly name: string;
  readonly statuses: string;
  readonly most: number;
  readonly seconds: number;
}

async function runNeighbours(context: BenchContext): Promise<BenchOutcome> {
  context.progress('starting the server, with a tenant that has a lot');
  const server = context.resources.use(await startServer());
  const project = await provisionProject(server);
  const links = await createLinks(server, project, 200);
  const tenant = await makeHeavyTenant(server);
  const load = await openLoad(context, { server, project, slugs: links.map(({ slug }) => slug) });
  const idle = createHistogram();
  const idleFor = async (seconds: number) =>
    addHistogram(idle, (await load(seconds, RATE)).latencies);
  await load(1, RATE);
  await idleFor(context.seconds);
  const only = context.texts('only');
  const calls = listLargestCalls().filter(
    ({ operation }) => only.length === 0 || only.includes(operation.id),
  );
  const waited: Waited[] = [];
  let failed = 0;
  for (const [index, each] of calls.entries()) {
    const { results, ...measured } = await measure(load, tenant, each);
    waited.push(measured);
    failed += results.reduce((sum, result) => sum + countFailed(result), 0);
    if (measured.most > MOST.ms) {
      context.progress(`${measured.name}: ${measured.most} ms, ${measured.statuses}`);
    }
    if (index % IDLE_AFTER === IDLE_AFTER - 1) await idleFor(WINDOW_SECONDS);
  }
  return render({
    idle: percentileMs(idle, 0.99),
    idleMost: percentileMs(idle, 1),
    waited,
    failed,
  });
}

/** Redirects from when a call is sent until it is answered, and for a window at least. */
async function measure(
  load: Load,
  tenant: HeavyTenant,
  { operation, what, query, body }: LargestCall,
) {
  const sent = body?.();
  const started = performance.now();
  const answers = Promise.all(
    Array.from({ length: TOGETHER }, () => call(tenant, operation, sent, query)),
  );
  const isOver = answers.then(
    () => true,
    () => true,
  );
  const results: LoadResult[] = [];
  do results.push(await load(WINDOW_SECONDS, RATE));
  while (!(await Promise.race([isOver, Promise.resolve(false)])));
  const statuses = (await answers).map(({ status }) => status);
  const latencies = createHistogram();
  for (const result of results) addHistogram(latencies, result.latencies);
  return {
    results,
    name: what === '' ? operation.id : `${operation.id}, ${what}`,
    statuses: [...new Set(statuses)].join(' '),
    most: rounded(percentileMs(latencies, 1), 1),
    seconds: rounded((performance.now() - started) / 1000, 1),
  };
}

interface Measured {
  /** Milliseconds: the 99th percentile, and the most. */
  readonly idle: number;
  readonly idleMost: number;
  readonly waited: readonly Waited[];
  readonly failed: number;
}

function render({ idle, idleMost, waited, failed }: Measured): BenchOutcome {
  const worst = waited.toSorted((a, b) => b.most - a.most);
  const isTooLong = ({ most }: Waited) => most > MOST.ms && most > MOST.times * idle;
  return {
    figures: {
      benchmark: 'neighbours',
      idleP99Ms: rounded(idle, 1),
      idleMostMs: rounded(idleMost, 1),
      calls: worst.map(({ name, most, statuses }) => ({ name, mostMs: most, statuses })),
    },
    table: [
      ['redirects waited at most beside', 'ms', 'status', 'seconds'],
      ['nothing (p99)', String(rounded(idle, 1)), '', ''],
      ['nothing (the longest)', String(rounded(idleMost, 1)), '', ''],
      ...worst
        .slice(0, SHOWN)
        .map(({ name, most, statuses, seconds }) => [
          name,
          String(most),
          statuses,
          String(seconds),
        ]),
    ],
    notes: [
      `${waited.length} calls, each twice at the same time, beside ${RATE} redirects a second. Too long is more than ${MOST.ms} ms and ${MOST.times} times the p99 of an idle server.`,
    ],
    failures: [
      ...worst
        .filter(isTooLong)
        .map(({ name, most }) => `redirects waited ${most} ms beside ${name}`),
      ...(failed > 0 ? [`${failed} redirects failed`] : []),
    ],
  };
}
