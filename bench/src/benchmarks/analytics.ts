import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import { countFailed, openLoad, p99 } from '../load/openLoad.ts';
import { medianOf, percentile } from '../load/measureRounds.ts';
import { createRandom } from '../load/random.ts';
import type { LoadResult } from '../load/runLoad.ts';
import { rounded } from '../renderTable.ts';
import { openClient } from '../targets/openClient.ts';
import { type ExportRun, readMemory, runExport } from '../targets/runExport.ts';
import { type SownStage, sowStage } from '../targets/sowStage.ts';

const MONTHS = 18;
const RUNS = 3;
const ROUNDS_BESIDE = 5;
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
  const beside = await measureBeside(context, stage);
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

/** Redirects at half of their peak rate, alone and with exports of everything one after the other, in turn. */
async function measureBeside(context: BenchContext, stage: SownStage) {
  const load = await openLoad(context, stage);
  await load(1);
  const peak = await load(3);
  const rate = peak.inTime / peak.elapsedSeconds / 2;
  context.progress(`redirects at ${Math.round(rate)}/s, alone and beside exports in turn`);
  const rounds: { readonly alone: LoadResult; readonly beside: LoadResult }[] = [];
  let exports = 0;
  for (let round = 0; round < ROUNDS_BESIDE; round += 1) {
    const alone = await load(context.seconds, rate);
    const ending = new AbortController();
    const exporting = (async () => {
      for (; !ending.signal.aborted; exports += 1) await runExport(stage.server, stage.project, {});
    })();
    const beside = await load(context.seconds, rate);
    ending.abort();
    await exporting;
    rounds.push({ alone, beside });
    context.progress(`p99 ${p99(alone).toFixed(1)} ms alone, ${p99(beside).toFixed(1)} ms beside`);
  }
  const all = rounds.flatMap(({ alone, beside }) => [alone, beside]);
  return {
    besideRate: Math.round(rate),
    aloneP99: rounded(medianOf(rounds.map(({ alone }) => p99(alone))), 2),
    besideP99: rounded(medianOf(rounds.map(({ beside }) => p99(beside))), 2),
    besideRatio: rounded(medianOf(rounds.map(({ alone, beside }) => p99(beside) / p99(alone))), 2),
    besideExports: exports,
    besideFailed: all.reduce((sum, result) => sum + countFailed(result), 0),
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
