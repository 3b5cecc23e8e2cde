import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import type { ExportRequest } from '../../../sdk/src/index.ts';
import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import { medianOf, percentile } from '../load/measureRounds.ts';
import { openLoad } from '../load/openLoad.ts';
import { createRandom } from '../load/random.ts';
import { rounded } from '../renderTable.ts';
import { connectDatabase } from '../targets/connectDatabase.ts';
import { openClient } from '../targets/openClient.ts';
import { readCpuSeconds, readDatabaseCpuSeconds } from '../targets/readCpuSeconds.ts';
import { rebuildTotals } from '../targets/rebuildTotals.ts';
import { type SownStage, sowStage } from '../targets/sowStage.ts';
import { type BenchClickHouse, startClickHouse } from '../targets/startClickHouse.ts';
import { startCommand } from '../targets/startCommand.ts';
import { untilMetric } from '../targets/untilMetric.ts';

const MONTHS = 18;
const DAY_MS = 24 * 3600 * 1000;
const MEGABYTE = 1024 ** 2;
const RUNS = 3;
/** Different answers that are shown. */
const MAX_SHOWN = 10;

/** The same clicks in PostgreSQL and, moved by `fairlead clicks move`, in ClickHouse: every answer must be the same. */
export const clickStores: Benchmark = {
  name: 'clickstores',
  description:
    'the same clicks in PostgreSQL and in ClickHouse: every answer compared, and what each costs',
  seconds: { default: 8, help: 'redirects with each store, whose clicks are loaded meanwhile' },
  options: {
    links: { kind: 'count', help: 'links of the project', default: 100_000 },
    clicks: { kind: 'count', help: 'clicks, Zipf over the links', default: 10_000_000 },
    questions: { kind: 'count', help: 'questions of each kind', default: 60 },
  },
  run: runClickStores,
};

/** What is question of both stores. */
interface Examination {
  readonly questions: Readonly<Record<string, readonly string[]>>;
  readonly exports: Readonly<Record<string, ExportRequest>>;
}

interface Examined {
  /** Every answer and every file, by what was question. */
  readonly answers: ReadonlyMap<string, string>;
  /** Milliseconds of the questions of each kind, and of the median export of each. */
  readonly times: ReadonlyMap<string, readonly number[]>;
}

interface Loaded {
  readonly clicks: number;
  /** Processor time a click, in µs. */
  readonly server: number;
  readonly database: number;
  readonly engine: number;
}

async function runClickStores(context: BenchContext): Promise<BenchOutcome> {
  const engine = context.resources.use(await startClickHouse());
  const stage = await sowStage(context, MONTHS);
  const client = await connectDatabase(stage.server.dataDir);
  const postgresLoad = await measureLoading(context, { stage, client });
  const postgresBytes = await readDatabaseBytes(client);
  const examination = examine(context, stage);
  const postgres = await ask(context, stage, examination);
  await client.end();

  context.progress('moving the clicks');
  await stage.server.stop();
  const CLICKS_URL = engine.url;
  const moved = await startCommand(stage.server, ['clicks-move'], { CLICKS_URL }).ended;
  if (moved.code !== 0) throw new Error(`clicks move: ${moved.err}${moved.out}`);
  await stage.server.start({ environment: { CLICKS_URL } });
  context.progress(`moved in ${moved.seconds.toFixed(0)} s; counting everything again`);
  const rebuildSeconds = await rebuildTotals(stage.server);
  const clickhouse = await ask(context, stage, examination);
  const after = context.resources.use(await connectDatabase(stage.server.dataDir));
  await after.query('vacuum full');
  const clickhouseBytes = {
    database: await readDatabaseBytes(after),
    engine: await readEngineBytes(engine),
  };
  const clickhouseLoad = await measureLoading(context, { stage, client: after, engine });
  return report(context, {
    stage,
    examined: { postgres, clickhouse },
    loaded: { postgres: postgresLoad, clickhouse: clickhouseLoad },
    bytes: { postgres: postgresBytes, ...clickhouseBytes },
    moveSeconds: moved.seconds,
    rebuildSeconds,
  });
}

/** Windows that end when the examination is made up, so that both stores get the same. */
function examine(context: BenchContext, { project, ranked }: SownStage): Examination {
  const random = createRandom(11);
  const now = Date.now();
  const ago = (days: number) => new Date(now - Math.round(days * DAY_MS)).toISOString();
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  const range = () => {
    const days = pick([1, 7, 30, 90, 300 + random() * 250]);
    const end = pick([0, random() * 30]);
    return `from=${ago(days + end)}&to=${ago(end)}`;
  };
  const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata'];
  // As people ask: mostly for links that are clicked a lot.
  const link = () => ranked[Math.floor(ranked.length ** random()) - 1]?.id;
  const base = `/projects/${project.projectId}`;
  const many = (path: () => string) =>
    Array.from({ length: context.count('questions') }, () => path());
  return {
    questions: {
      'project, a window': many(() => `${base}/analytics?${range()}&timeZone=${pick(zones)}`),
      'link, a window': many(
        () => `${base}/analytics/links/${link()}?${range()}&timeZone=${pick(zones)}`,
      ),
      'links by clicks': many(
        () => `${base}/links?sortBy=clickCount&sortOrder=desc&search=${Math.floor(random() * 999)}`,
      ),
      'visits of a link': many(() => `${base}/links/${link()}/clicks`),
    },
    exports: {
      'export, lifetime': {},
      'export, 30 days': { activeAfter: ago(33), activeBefore: ago(3) },
      'export, 17 months': { activeAfter: ago(17 * 30.5), activeBefore: ago(0) },
    },
  };
}

async function ask(
  context: BenchContext,
  { server, project }: SownStage,
  { questions, exports }: Examination,
): Promise<Examined> {
  const client = openClient(server, project);
  const answers = new Map<string, string>();
  const times = new Map<string, number[]>();
  for (const [kind, paths] of Object.entries(questions)) {
    const taken: number[] = [];
    for (const path of paths) {
      const started = performance.now();
      const answer = await client.request({ method: 'GET', path, api: 'dashboard' }, {});
      taken.push(performance.now() - started);
      answers.set(path, withoutMoment(answer));
    }
    times.set(kind, taken);
    context.progress(`${kind}: ${medianOf(taken).toFixed(0)} ms in the median`);
  }
  for (const [kind, filters] of Object.entries(exports)) {
    const taken: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const started = performance.now();
      const file = await client.exports.run(project.projectId, filters, { pollInterval: 20 });
      taken.push(performance.now() - started);
      if (run === 0) {
        const digest = createHash('sha256')
          .update(await file.text())
          .digest('hex');
        answers.set(kind, `${file.rowCount} rows, ${digest}`);
      }
    }
    times.set(kind, [medianOf(taken)]);
    context.progress(`${kind}: ${(medianOf(taken) / 1000).toFixed(2)} s`);
  }
  return { answers, times };
}

/** Of the moment of the question, and not of the clicks. */
function withoutMoment(answer: unknown): string {
  return JSON.stringify(answer, (key, value: unknown) =>
    key === 'exactUntil' ? undefined : value,
  );
}

interface Loading {
  readonly stage: SownStage;
  readonly client: Client;
  readonly engine?: BenchClickHouse;
}

/** Redirects as fast as they are answered, until every click is stored and counted. */
async function measureLoading(context: BenchContext, loading: Loading): Promise<Loaded> {
  const { stage, client, engine } = loading;
  context.progress(`redirects, their clicks into ${engine ? 'ClickHouse' : 'PostgreSQL'}`);
  const load = await openLoad(context, stage);
  const readCpu = async () => ({
    server: (await readCpuSeconds(stage.server.pid())) ?? Number.NaN,
    database: (await readDatabaseCpuSeconds(stage.server.dataDir)) ?? Number.NaN,
    engine: engine ? ((await readCpuSeconds(engine.pid)) ?? Number.NaN) : 0,
  });
  await load(1);
  await untilLoaded(stage);
  const [before, stored] = [await readCpu(), await countClicks(client)];
  await load(context.seconds);
  await untilLoaded(stage);
  const after = await readCpu();
  const clicks = (await countClicks(client)) - stored;
  const micros = (name: keyof typeof before) => ((after[name] - before[name]) / clicks) * 1e6;
  return {
    clicks,
    server: micros('server'),
    database: micros('database'),
    engine: micros('engine'),
  };
}

function untilLoaded({ server }: SownStage): Promise<void> {
  return untilMetric(server.baseUrl, {
    name: 'fairlead_journal_backlog',
    state: 'bytes',
    holds: (value) => value === 0,
    token: server.adminToken,
  });
}

async function countClicks(client: Client): Promise<number> {
  const { rows } = await client.query<{ clicks: string }>(
    'select sum(clicks + previews + bots) as clicks from link_counters',
  );
  return Number(rows[0]?.clicks);
}

async function readDatabaseBytes(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  );
  return Number(rows[0]?.bytes);
}

async function readEngineBytes(engine: BenchClickHouse): Promise<number> {
  return Number(
    await engine.ask(
      `SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = 'fairlead'`,
    ),
  );
}

interface Findings {
  readonly stage: SownStage;
  readonly examined: { readonly postgres: Examined; readonly clickhouse: Examined };
  readonly loaded: { readonly postgres: Loaded; readonly clickhouse: Loaded };
  /** The whole database before and after the move, and ClickHouse's part. */
  readonly bytes: { readonly postgres: number; readonly database: number; readonly engine: number };
  readonly moveSeconds: number;
  readonly rebuildSeconds: number;
}

function report(context: BenchContext, findings: Findings): BenchOutcome {
  const { examined, loaded, bytes, moveSeconds, rebuildSeconds } = findings;
  const { postgres, clickhouse } = examined;
  const different = [...postgres.answers.keys()].filter(
    (question) => postgres.answers.get(question) !== clickhouse.answers.get(question),
  );
  const kinds = [...postgres.times.keys()];
  const row = (name: string, of: (store: 'postgres' | 'clickhouse') => string) => [
    name,
    of('postgres'),
    of('clickhouse'),
  ];
  const megabytes = (count: number) => (count / MEGABYTE).toFixed(0);
  return {
    figures: {
      benchmark: 'clickstores',
      answers: postgres.answers.size,
      differentAnswers: different.length,
      ...Object.fromEntries(
        kinds.flatMap((kind) => [
          [`postgres: ${kind}`, figureOf(postgres, kind)],
          [`clickhouse: ${kind}`, figureOf(clickhouse, kind)],
        ]),
      ),
      loaded,
      bytes,
      moveSeconds: rounded(moveSeconds, 1),
      rebuildSeconds: rounded(rebuildSeconds, 1),
      links: context.count('links'),
      clicks: context.count('clicks'),
    },
    table: [
      ['', 'PostgreSQL', 'ClickHouse'],
      ...kinds.map((kind) =>
        row(kind, (store) => (isExport(kind) ? seconds : questionTimes)(examined[store], kind)),
      ),
      row('CPU a click, µs: server', (store) => loaded[store].server.toFixed(1)),
      row('CPU a click, µs: PostgreSQL', (store) => loaded[store].database.toFixed(1)),
      row('CPU a click, µs: ClickHouse', (store) => loaded[store].engine.toFixed(1)),
      row('disk, MB: PostgreSQL', (store) =>
        megabytes(store === 'postgres' ? bytes.postgres : bytes.database),
      ),
      row('disk, MB: ClickHouse', (store) =>
        store === 'postgres' ? '–' : megabytes(bytes.engine),
      ),
    ],
    notes: [
      `${postgres.answers.size} answers and files compared, ${different.length} different.`,
      `Moved in ${moveSeconds.toFixed(0)} s, recount of both included; counted again in ${rebuildSeconds.toFixed(0)} s.`,
      `Loaded under redirects: ${loaded.postgres.clicks} and ${loaded.clickhouse.clicks} clicks.`,
      'Questions: milliseconds, median and 95th percentile. Exports: seconds from the request to completed.',
    ],
    failures: different.slice(0, MAX_SHOWN).map((path) => {
      const [one = '', other = ''] = [postgres.answers.get(path), clickhouse.answers.get(path)];
      return `different answers: ${path}: ${firstDifference(one, other)}`;
    }),
  };
}

/** The text around it, of both. */
function firstDifference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 40);
  return `${around(one)} and ${around(other)}`;
}

const isExport = (kind: string) => kind.startsWith('export');

function figureOf(examined: Examined, kind: string): number {
  const times = examined.times.get(kind) ?? [];
  return rounded(isExport(kind) ? medianOf(times) / 1000 : percentile(times, 0.95), 2);
}

function seconds(examined: Examined, kind: string): string {
  return `${(medianOf(examined.times.get(kind) ?? []) / 1000).toFixed(2)} s`;
}

function questionTimes(examined: Examined, kind: string): string {
  const times = examined.times.get(kind) ?? [];
  return `${medianOf(times).toFixed(1)} / ${percentile(times, 0.95).toFixed(1)}`;
}
