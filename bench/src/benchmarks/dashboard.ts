import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import { medianOf } from '../load/measureRounds.ts';
import { rounded } from '../renderTable.ts';
import { connectDatabase } from '../targets/connectDatabase.ts';
import { openBrowser } from '../targets/openBrowser.ts';
import { type BenchProject, provisionProject } from '../targets/provisionProject.ts';
import { rebuildTotals } from '../targets/rebuildTotals.ts';
import { sowClicks } from '../targets/sowClicks.ts';
import { type BenchServer, startServer } from '../targets/startServer.ts';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
const MONTHS = 6;
const VIEWPORT = { width: 1280, height: 860 };
const SORTS = ['Link', 'Clicks', 'Last click'];
/** Issue "Must show". Milliseconds. */
const MOST = { firstScreen: 2000, step: 300 };

export const dashboard: Benchmark = {
  name: 'dashboard',
  description: 'the dashboard in Chromium: its first screen, and scrolling and sorting many links',
  seconds: { default: 10, help: 'time of scrolling, by windows and by pages in turn' },
  options: {
    links: { kind: 'count', help: 'links of the project', default: 100_000 },
    clicks: { kind: 'count', help: 'clicks on them', default: 200_000 },
    runs: {
      kind: 'count',
      help: 'first screens of each kind, and sorts of each column',
      default: 5,
    },
  },
  run: runDashboard,
};

interface Stage {
  readonly server: BenchServer;
  readonly project: BenchProject;
  readonly browser: Browser;
}

async function runDashboard(context: BenchContext): Promise<BenchOutcome> {
  const stage = await setStage(context);
  const first = await measureFirstScreens(context, stage);
  const { page, close } = await openLinks(stage);
  const sorts = await measureSorts(context, page);
  const scrolls = await measureScrolls(context, page);
  await close();
  return report(context, { ...first, sort: sorts, ...scrolls.times }, scrolls.reached);
}

async function setStage(context: BenchContext): Promise<Stage> {
  context.progress('building the dashboard');
  const build = spawn(process.execPath, ['dashboard/build.ts'], {
    cwd: REPOSITORY,
    stdio: 'ignore',
  });
  const [code] = (await once(build, 'close')) as [number | null];
  if (code !== 0) throw new Error('the dashboard cannot be built; see npm run build');
  context.progress('starting the server');
  const server = context.resources.use(await startServer());
  const project = await provisionProject(server);
  const client = context.resources.use(await connectDatabase(server.dataDir));
  const { projectId } = project;
  const [links, clicks] = [context.count('links'), context.count('clicks')];
  await sowClicks(client, { projectId, links, clicks, months: MONTHS }, context.progress);
  await rebuildTotals(server);
  await client.query('vacuum analyze');
  const browser = await openBrowser();
  context.resources.defer(() => browser.close());
  return { server, project, browser };
}

/** Milliseconds from the address to a screen that takes input, with nothing cached, and once signed in with all. */
async function measureFirstScreens(context: BenchContext, stage: Stage) {
  const times = { signIn: [] as number[], linksCold: [] as number[], linksCached: [] as number[] };
  for (let run = 0; run < context.count('runs'); run += 1) {
    const { page, close, signIn, links } = await openLinks(stage);
    times.signIn.push(signIn);
    times.linksCold.push(links);
    times.linksCached.push(await timeLinks(stage, page));
    await close();
  }
  for (const [name, list] of Object.entries(times)) context.progress(`${name}: ${words(list)}`);
  return times;
}

/** A browser that was never here, signed in and on the page of links. */
async function openLinks(stage: Stage) {
  const { server, project, browser } = stage;
  const context = await browser.newContext({ viewport: VIEWPORT, locale: 'en-US' });
  const page = await context.newPage();
  const started = performance.now();
  await page.goto(`${server.baseUrl}/sign-in`);
  await page.getByLabel('E-mail').fill(project.userEmail);
  const signIn = performance.now() - started;
  await page.getByRole('textbox', { name: 'Password' }).fill(project.userPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: /Links|Get started/ }).waitFor();
  const links = await timeLinks(stage, await emptyCache(page));
  return { page, signIn, links, close: () => context.close() };
}

async function emptyCache(page: Page): Promise<Page> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
  return page;
}

async function timeLinks({ server, project }: Stage, page: Page): Promise<number> {
  const started = performance.now();
  await page.goto(`${server.baseUrl}/p/${project.projectId}/links`);
  await page.getByRole('table', { name: 'Links' }).getByRole('link').first().click({ trial: true });
  return performance.now() - started;
}

// What runs in the page is text: the types of a browser are none of this package's.
const IN_PAGE = `
  const table = document.querySelector('[role=table]');
  const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const until = async (holds) => { while (!holds()) await new Promise(requestAnimationFrame); };
  const rows = () => [...table.querySelectorAll('[role=row]')].slice(1);`;

/** From the press on a column's head until the rows in their new order are painted. Milliseconds. */
async function measureSorts(context: BenchContext, page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < context.count('runs'); run += 1) {
    // The app keeps what it was answered for some seconds; a new one has nothing.
    await page.goto(page.url().replace(/\?.*/, ''));
    await page.getByRole('table', { name: 'Links' }).getByRole('link').first().waitFor();
    // Each twice: one way, and the other. They are shown newest first until then.
    for (const column of SORTS.flatMap((name) => [name, name])) {
      times.push(await page.evaluate<number>(pressHead(column)));
    }
  }
  context.progress(`sort: ${words(times)}`);
  return times;
}

const pressHead = (column: string) => `(async () => { ${IN_PAGE}
  const head = [...table.querySelectorAll('[role=columnheader]')]
    .find((each) => each.textContent === ${JSON.stringify(column)});
  const before = head.getAttribute('aria-sort');
  const started = performance.now();
  head.querySelector('button').click();
  await until(() => head.hasAttribute('aria-sort') && head.getAttribute('aria-sort') !== before
    && table.getAttribute('aria-busy') === 'false' && rows().length > 0);
  await painted();
  return performance.now() - started;
})()`;

/** A step ends when the window is full of rows again and they are painted. Milliseconds. */
async function measureScrolls(context: BenchContext, page: Page) {
  const times = { window: [] as number[], page: [] as number[] };
  let reached = 0;
  const end = performance.now() + context.seconds * 1000;
  const most = context.count('links');
  for (let step = 1; performance.now() < end && reached < most; step += 1) {
    const kind = step % 4 === 0 ? 'page' : 'window';
    // A page: to the last row there is, where the next ones have to be fetched.
    const found: { readonly time: number; readonly reached: number } =
      await page.evaluate(`(async () => { ${IN_PAGE}
      const total = Number(table.getAttribute('aria-rowcount')) - 1;
      const height = table.scrollHeight;
      const started = performance.now();
      table.scrollTop = ${kind === 'page' ? 'table.scrollHeight' : 'table.scrollTop + table.clientHeight'};
      const bottom = () => table.getBoundingClientRect().bottom;
      await until(() => rows().some((row) => row.getBoundingClientRect().bottom >= bottom() - 1)
        && ${kind === 'page' ? '(table.scrollHeight > height || table.scrollHeight >= total * 60)' : 'true'});
      await painted();
      const time = performance.now() - started;
      return { time, reached: Math.round(table.scrollTop / 60) };
    })()`);
    times[kind].push(found.time);
    reached = found.reached;
  }
  context.progress(`scroll by windows: ${words(times.window)}, by pages: ${words(times.page)}`);
  return { times, reached };
}

function words(times: readonly number[]): string {
  const { median, p95, most } = summary(times);
  return `${median} ms, ${p95} at the 95th percentile, ${most} at most`;
}

function summary(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return {
    median: rounded(medianOf(times), 0),
    p95: rounded(at(0.95), 0),
    most: rounded(at(1), 0),
  };
}

const LABELS = {
  signIn: 'first screen, sign-in, nothing cached',
  linksCold: 'first screen, links, nothing cached',
  linksCached: 'first screen, links, cached',
  sort: 'sort by another column or direction',
  window: 'scroll by a window',
  page: 'scroll to the end, next ones fetched',
};

const FIRST_SCREENS = new Set<string>(['signIn', 'linksCold', 'linksCached']);

function report(
  context: BenchContext,
  times: Readonly<Record<keyof typeof LABELS, readonly number[]>>,
  reached: number,
): BenchOutcome {
  const names = Object.keys(LABELS) as (keyof typeof LABELS)[];
  const figures = names.map((name) => ({ name, ...summary(times[name]) }));
  return {
    figures: {
      benchmark: 'dashboard',
      ...Object.fromEntries(
        figures.flatMap(({ name, median, p95, most }) => [
          [`${name}Ms`, median],
          [`${name}P95`, p95],
          [`${name}Most`, most],
        ]),
      ),
      reached,
      links: context.count('links'),
      clicks: context.count('clicks'),
    },
    table: [
      ['milliseconds', 'median', 'p95', 'most', 'runs'],
      ...figures.map(({ name, median, p95, most }) => [
        LABELS[name],
        ...[median, p95, most, times[name].length].map(String),
      ]),
    ],
    notes: [
      `Scrolled to link ${reached} of ${context.count('links')}; Chromium on the same machine.`,
    ],
    failures: figures.flatMap(({ name, p95 }) => {
      const limit = FIRST_SCREENS.has(name) ? MOST.firstScreen : MOST.step;
      return p95 > limit ? [`${LABELS[name]} takes ${p95} ms, more than ${limit}`] : [];
    }),
  };
}
