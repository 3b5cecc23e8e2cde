import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import { measureBeside } from '../load/measureBeside.ts';
import { p99 } from '../load/openLoad.ts';
import { medianOf, percentile } from '../load/measureRounds.ts';
import { createRandom } from '../load/random.ts';
import { rounded } from '../renderTable.ts';
import { openClient } from '../targets/openClient.ts';
import { type ExportRun, readMemory, runExport } from '../targets/runExport.ts';
import { type SownStage, sowStage } from '../targets/sowStage.ts';

const MONTHS = 18;
const RUNS = 3;
const DAY_MS = 24 * 3600 * 1000;
/** What people wait for without complaint, for 100,000 links and 10 million clicks on two cores (ADR 34). */
const MOST: Readonly<Record<string, number>> = {
  lifetimeSeconds: 20,
  monthSeconds: 20,
  longSeconds: 20,
  workerMegabytes: 150,
  projectP95: 150,
  linkOf1000P95: 30,
  linkOf170000P95: 350,
  busiestLinkP95: 2_000,
  linksPageP95: 200,
  besideRatio: 2,
  besideFailed: 0,
};
/** Links that are asked about, by clicks. */
const LINK_SIZES = { linkOf1000: 1_000, linkOf170000: 170_000, busiestLink: Infinity };

export const analytics: Benchmark = {
  name: 'analytics',
  description: 'exports and dashboard questions over links and clicks of 18 months',
  seconds: { default: 8, help: 'time under load, without and with exports beside it' },
  options: {
    links: { kind: 'count', help: 'links of the project', default: 100_000 },
    clicks: { kind: 'count', help: 'clicks, Zipf over the links', default: 10_000_000 },
    questions: { kind: 'count', help: 'dashboard questions of each kind', default: 100 },
  },
  run: runAnalytics,
};

async function runAnalytics(context: BenchContext): Promise<BenchOutcome> {
  const stage = await sowStage(context, MONTHS);
  const exports = await measureExports(context, stage);
  const questions = await measureQuestions(context, stage);
  const beside = await measureExportsBeside(context, stage);
  const figures = {
    benchmark: 'analytics',
    ...exports,
    ...questions,
    ...beside,
    sowSeconds: rounded(stage.sowSeconds, 1),
    rebuildSeconds: rounded(stage.rebuildSeconds, 1),
    links: context.count('links'),
    clicks: context.count('clicks'),
    seconds: context.seconds,
  };
  return report(figures);
}

/** A bound that is no full hour. */
function odd(daysAgo: number): string {
  return new Date(Date.now() - daysAgo * DAY_MS - 7 * 60_000 - 13_000).toISOString();
}

async function measureExports(context: BenchContext, { server, project }: SownStage) {
  const idle = await readMemory(server.pid());
  const windows = {
    lifetime: {},
    month: { activeAfter: odd(33), activeBefore: odd(3) },
    long: { activeAfter: odd(17 * 30.5), activeBefore: odd(0) },
  };
  const figures: Record<string, number> = {};
  let peak = idle;
  for (const [name, filters] of Object.entries(windows)) {
    const runs: ExportRun[] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await runExport(server, project, filters));
    if (runs.some((run) => run.rows !== context.count('links')))
      throw new Error('rows are missing');
    peak = Math.max(peak, ...runs.map((run) => run.peakBytes));
    figures[`${name}Seconds`] = rounded(medianOf(runs.map((run) => run.seconds)), 2);
    context.progress(`export, ${name}: ${runs.map((run) => run.seconds.toFixed(2)).join(', ')} s`);
  }
  return { ...figures, workerMegabytes: rounded((peak - idle) / 2 ** 20, 0) };
}

const PERIODS = ['period=24h', 'period=7d', 'period=30d', 'period=90d', ''];
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata'];

async function measureQuestions(context: BenchContext, stage: SownStage) {
  const random = createRandom(11);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const base = `/projects/${stage.project.projectId}`;
  const query = () => {
    const period = pick(PERIODS) || `from=${odd(random() * 500 + 30)}&to=${odd(random() * 30)}`;
    return `${period}&timeZone=${pick(ZONES)}`;
  };
  const count = context.count('questions');
  const ask = async (name: string, path: () => string) => {
    const times: number[] = [];
    for (let number = 0; number < count; number += 1) times.push(await time(stage, path()));
    context.progress(
      `${name}: ${times
        .toSorted((a, b) => a - b)
        .at(-1)
        ?.toFixed(0)} ms at most`,
    );
    return times;
  };
  const project = await ask('questions for the project', () => `${base}/analytics?${query()}`);
  const links: Record<string, number> = {};
  for (const [name, clicks] of Object.entries(LINK_SIZES)) {
    const { id } = stage.ranked.find((link) => link.clicks <= clicks) ?? stage.ranked.at(-1)!;
    const times = await ask(name, () => `${base}/analytics/links/${id}?${query()}`);
    links[`${name}P95`] = rounded(percentile(times, 0.95), 1);
  }
  const page = await ask(
    'links page',
    () => `${base}/links?sortBy=clickCount&sortOrder=desc&search=${Math.floor(random() * 999)}`,
  ).catch((error: unknown) => {
    context.progress(`links page not measured: ${String(error).slice(0, 100)}`);
  });
  return {
    projectP95: rounded(percentile(project, 0.95), 1),
    ...links,
    busiestClicks: stage.ranked[0]!.clicks,
    ...(page && { linksPageP95: rounded(percentile(page, 0.95), 1) }),
  };
}

async function time({ server, project }: SownStage, path: string): Promise<number> {
  const client = openClient(server, project);
  const started = performance.now();
  await client.request({ method: 'GET', path, api: 'dashboard' }, {});
  return performance.now() - started;
}

/** Redirects alone, and with exports of everything one after the other. */
async function measureExportsBeside(context: BenchContext, stage: SownStage) {
  const { rate, aloneP99, besideP99, rounds, failed } = await measureBeside(
    context,
    stage,
    async (ending) => {
      let exports = 0;
      for (; !ending.aborted; exports += 1) await runExport(stage.server, stage.project, {});
      return exports;
    },
  );
  return {
    besideRate: rate,
    aloneP99,
    besideP99,
    besideRatio: rounded(medianOf(rounds.map(({ alone, beside }) => p99(beside) / p99(alone))), 2),
    besideExports: rounds.reduce((sum, { done }) => sum + done, 0),
    besideFailed: failed,
  };
}

type Figures = Readonly<Record<string, string | number>>;

function report(figures: Figures): BenchOutcome {
  const measured = Object.entries(MOST).filter(([name]) => figures[name] !== undefined);
  return {
    figures,
    table: [
      ['', 'measured', 'at most'],
      ...measured.map(([name, most]) => [name, String(figures[name]), String(most)]),
    ],
    notes: [
      `${figures['links']} links, ${figures['clicks']} clicks over ${MONTHS} months, ${figures['busiestClicks']} of them the busiest link's; made in ${figures['sowSeconds']} s, counted again in ${figures['rebuildSeconds']} s.`,
      'Times of exports: from the request to completed. Questions: milliseconds.',
    ],
    failures: measured
      .filter(([name, most]) => Number(figures[name]) > most)
      .map(([name, most]) => `${name} is ${figures[name]}, more than ${most}`),
  };
}
