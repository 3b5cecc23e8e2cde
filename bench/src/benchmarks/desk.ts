import {
  changeProjectLinks,
  type LinksChange,
} from '@fairlead/contract/operations/dashboard/linkBulk';
import type { CallInput } from '@fairlead/contract/client';
import { LINK_SORTS } from '@fairlead/contract/linkFilters';
import type { ReplyOf } from '@fairlead/contract/operation';
import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import { medianOf, percentile } from '../load/measureRounds.ts';
import { createRandom } from '../load/random.ts';
import { rounded } from '../renderTable.ts';
import { connectDatabase } from '../targets/connectDatabase.ts';
import { openClient } from '../targets/openClient.ts';
import { runExport } from '../targets/runExport.ts';
import { CHOSEN, sowOrder } from '../targets/sowOrder.ts';
import { type SownStage, sowStage } from '../targets/sowStage.ts';

const MONTHS = 18;
const TAGS = 50;
const FOLDERS = 20;
const DAY_MS = 24 * 3600 * 1000;
/** Milliseconds, but for the seconds in the names; as people wait for without complaint (ADR 34). */
const MOST: Readonly<Record<string, number>> = {
  listP95: 200,
  listOfActivityP95: 1_000,
  orderP95: 200,
  questionP95: 150,
  filtered7dP95: 500,
  filtered30dP95: 2_000,
  filtered90dP95: 5_000,
  changeSeconds: 30,
  replaceSeconds: 30,
  previewSeconds: 10,
  undoSeconds: 30,
  clicksSeconds: 60,
};

export const desk: Benchmark = {
  name: 'desk',
  description: 'lists, filters, changes of many links and filtered numbers of a large project',
  seconds: { default: 1, help: 'not used' },
  options: {
    links: { kind: 'count', help: 'links of the project', default: 100_000 },
    clicks: { kind: 'count', help: 'clicks, Zipf over the links', default: 10_000_000 },
    changed: { kind: 'count', help: 'links that are changed at once', default: 10_000 },
    questions: { kind: 'count', help: 'questions of each kind', default: 60 },
  },
  run: runDesk,
};

async function runDesk(context: BenchContext): Promise<BenchOutcome> {
  const stage = await sowStage(context, MONTHS);
  const { projectId } = stage.project;
  await using client = await connectDatabase(stage.server.dataDir);
  const chosen = context.count('changed');
  const folders = await sowOrder(client, { projectId, tags: TAGS, folders: FOLDERS, chosen });
  const figures = {
    ...(await measureLists(context, stage, folders)),
    ...(await measureNumbers(context, stage)),
    ...(await measureChanges(context, stage, folders)),
    ...(await measureClicks(context, stage)),
  };
  const asked = Object.entries(MOST).filter(([name]) => name in figures);
  return {
    figures: { benchmark: 'desk', ...figures, sowSeconds: rounded(stage.sowSeconds, 1) },
    table: [
      ['', 'measured', 'at most'],
      ...asked.map(([name, most]) => [name, String(figures[name]), String(most)]),
    ],
    notes: [
      `${context.count('links')} links with ${TAGS} tags in ${FOLDERS} folders, ${context.count('clicks')} clicks over ${MONTHS} months; ${chosen} links changed at once.`,
      `Clicks as CSV: ${figures['clicksRows']} rows. The slowest filter: ${figures['slowest']}.`,
    ],
    failures: asked
      .filter(([name, most]) => Number(figures[name]) > most)
      .map(([name, most]) => `${name} is ${figures[name]}, more than ${most}`),
  };
}

type Figures = Record<string, string | number>;

/** Milliseconds of each of the paths, asked once. */
async function ask({ server, project }: SownStage, paths: readonly string[]): Promise<number[]> {
  const client = openClient(server, project);
  const times: number[] = [];
  for (const path of paths) {
    const started = performance.now();
    await client.request(
      { method: 'GET', path: `/projects/${project.projectId}${path}`, api: 'dashboard' },
      {},
    );
    times.push(performance.now() - started);
  }
  return times;
}

const p95 = (times: readonly number[]) => rounded(percentile([...times], 0.95), 1);

/** As many as asked for, each drawn from what there is. */
function draw(context: BenchContext, make: (pick: Draw) => string): string[] {
  const random = createRandom(13);
  const pick: Draw = (list) => list[Math.floor(random() * list.length)]!;
  return Array.from({ length: context.count('questions') }, () => make(pick));
}
type Draw = <T>(list: readonly T[]) => T;

const tagNames = Array.from({ length: TAGS }, (_, number) => `tag-${number + 1}`);

async function measureLists(
  context: BenchContext,
  stage: SownStage,
  folders: readonly string[],
): Promise<Figures> {
  const filters = (pick: Draw) =>
    pick([
      '',
      `&tag=${pick(tagNames)}`,
      `&tag=${pick(tagNames)},${pick(tagNames)}`,
      `&folder=${pick(folders)}`,
      `&folder=${pick(folders)}&tag=${pick(tagNames)}&archived=false`,
      `&search=product%20${pick([7, 77, 777])}`,
      `&search=no-such-link&folder=none`,
      '&expired=true',
      '&archived=true',
      '&createdAfter=2026-01-01&createdBefore=2026-03-01',
    ]);
  const order = (pick: Draw) => `?sortBy=${pick(LINK_SORTS)}&sortOrder=${pick(['asc', 'desc'])}`;
  const month = new Date(Date.now() - 30 * DAY_MS).toISOString();
  const list = await ask(
    stage,
    draw(context, (pick) => `/links${order(pick)}${filters(pick)}`),
  );
  context.progress(`lists: ${p95(list)} ms`);
  const active = await ask(
    stage,
    draw(context, (pick) => `/links${order(pick)}&activeAfter=${month}${filters(pick)}`),
  );
  const orders = await ask(
    stage,
    draw(context, (pick) => pick(['/tags', '/folders', '/link-views'])),
  );
  return { listP95: p95(list), listOfActivityP95: p95(active), orderP95: p95(orders) };
}

const FACTS = [
  'source=qr',
  'device=desktop',
  'os=iOS',
  'browser=Safari',
  'country=DE',
  'app=TikTok',
  'referrer=site-1.example',
  'referrer=',
  'language=fr',
  'route=',
  'placement=',
  'utmSource=newsletter',
  'utmMedium=paid',
  'utmCampaign=campaign-3',
  'utmTerm=',
  'utmContent=',
  'country=US&os=iOS',
  'country=DE&os=Android&utmSource=social',
];

async function measureNumbers(context: BenchContext, stage: SownStage): Promise<Figures> {
  const figures: Figures = {};
  const plain = draw(context, (pick) => `/analytics?period=${pick(['24h', '7d', '30d', '90d'])}`);
  figures['questionP95'] = p95(await ask(stage, plain));
  let slowest = { name: '', time: 0 };
  for (const period of ['7d', '30d', '90d']) {
    const times: number[] = [];
    for (const fact of FACTS) {
      const asked = await ask(
        stage,
        Array.from({ length: 3 }, () => `/analytics?period=${period}&${fact}`),
      );
      times.push(...asked);
      const time = medianOf(asked);
      if (time > slowest.time) slowest = { name: `${fact}, ${period}`, time };
    }
    figures[`filtered${period}P95`] = p95(times);
    context.progress(`filtered, ${period}: ${p95(times)} ms`);
  }
  return { ...figures, slowest: `${slowest.name} (${rounded(slowest.time, 0)} ms)` };
}

interface ManyChanged {
  readonly seconds: number;
  readonly changeIds: readonly string[];
}

type Step = CallInput<typeof changeProjectLinks>['body'];
type Changed = Extract<ReplyOf<typeof changeProjectLinks>, { readonly status: 200 }>['body'];

/** A step of a change of all chosen links. */
function changeStep(
  context: BenchContext,
  { server, project: { projectId, sessionToken } }: SownStage,
  step: Pick<Step, 'change' | 'after' | 'preview'>,
): Promise<Changed> {
  return openClient(server, { sessionToken }).request<
    CallInput<typeof changeProjectLinks>,
    Changed
  >(changeProjectLinks, {
    params: { projectId },
    body: { filter: { tag: CHOSEN }, expected: context.count('changed'), ...step },
  });
}

/** A change of all chosen links, step by step, as the dashboard makes it. */
async function changeChosen(
  context: BenchContext,
  stage: SownStage,
  change: LinksChange,
  preview = false,
): Promise<ManyChanged> {
  const started = performance.now();
  const changeIds: string[] = [];
  let after: string | undefined;
  let examined = 0;
  do {
    const step = await changeStep(context, stage, { change, preview, ...(after && { after }) });
    examined += step.examined;
    if (step.changeId !== null) changeIds.push(step.changeId);
    after = step.next ?? undefined;
  } while (after !== undefined);
  if (examined !== context.count('changed')) throw new Error(`${examined} links were examined`);
  return { seconds: (performance.now() - started) / 1000, changeIds };
}

async function measureChanges(
  context: BenchContext,
  stage: SownStage,
  folders: readonly string[],
): Promise<Figures> {
  const replaceText = {
    find: 'https://shop.example.com/',
    replaceBy: 'https://store.example.com/',
    fields: ['fallbackUrl' as const],
  };
  const preview = await changeChosen(context, stage, { replaceText }, true);
  const replaced = await changeChosen(context, stage, { replaceText });
  const changes: LinksChange[] = [
    { addTag: 'moved' },
    { folder: folders[0]! },
    { expiresAt: '2030-01-01T00:00:00Z' },
  ];
  const seconds: number[] = [];
  for (const change of changes) seconds.push((await changeChosen(context, stage, change)).seconds);
  const { changeIds } = await changeChosen(context, stage, { addTag: 'undone' });
  const started = performance.now();
  for (const undo of changeIds) await changeStep(context, stage, { change: { undo } });
  return {
    previewSeconds: rounded(preview.seconds, 2),
    replaceSeconds: rounded(replaced.seconds, 2),
    changeSeconds: rounded(Math.max(...seconds), 2),
    undoSeconds: rounded((performance.now() - started) / 1000, 2),
  };
}

/** A month of clicks as a file, and of those some. */
async function measureClicks(context: BenchContext, stage: SownStage): Promise<Figures> {
  const activeAfter = new Date(Date.now() - 30 * DAY_MS).toISOString();
  const all = await runExport(stage.server, stage.project, { kind: 'clicks', activeAfter });
  context.progress(`clicks as CSV: ${all.rows} in ${all.seconds.toFixed(1)} s`);
  const some = await runExport(stage.server, stage.project, {
    kind: 'clicks',
    activeAfter,
    country: 'DE',
    utmSource: 'newsletter',
  });
  return {
    clicksSeconds: rounded(all.seconds, 1),
    clicksRows: all.rows,
    clicksPerSecond: Math.round(all.rows / all.seconds),
    someClicksSeconds: rounded(some.seconds, 1),
    someClicksRows: some.rows,
  };
}
