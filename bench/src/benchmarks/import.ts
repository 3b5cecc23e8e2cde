import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { CallInput } from '@fairlead/contract/client';
import type { ReplyOf } from '@fairlead/contract/operation';
import { listProjectLinks } from '@fairlead/contract/operations/dashboard/links';
import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import { openClient } from '../targets/openClient.ts';
import { type BenchProject, provisionProject } from '../targets/provisionProject.ts';
import { readNumber } from '../targets/readField.ts';
import { type BenchServer, startServer } from '../targets/startServer.ts';

const CLI = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url));

/** Rows a second from a file, and that an import killed half-way and run again makes none twice and loses none. */
export const importLinks: Benchmark = {
  name: 'import',
  description: 'links of a file by `fairlead import`, whole, and killed half-way and run again',
  seconds: { default: 1, help: 'not used: the number of rows decides' },
  options: { rows: { kind: 'count', help: 'rows of the file', default: 100_000 } },
  run: runImport,
};

interface Outcome {
  readonly created: number;
  readonly existing: number;
  readonly refused: number;
  readonly seconds: number;
}

async function runImport(context: BenchContext): Promise<BenchOutcome> {
  const rows = context.count('rows');
  context.progress('starting the server');
  const server = context.resources.use(await startServer());
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-bench-import-'));
  context.resources.defer(() => rm(folder, { recursive: true, force: true }));
  const importer = { server, folder, rows };

  const whole = await provisionProject(server, {
    plan: 'self-hosted',
    domain: 'whole.bench.localhost',
  });
  const first = await importInto(importer, whole);
  context.progress(`whole: ${first.created} created in ${first.seconds.toFixed(1)} s`);
  const again = await importInto(importer, whole);
  context.progress(`again: ${again.existing} existing in ${again.seconds.toFixed(1)} s`);

  const killed = await provisionProject(server, {
    plan: 'self-hosted',
    domain: 'killed.bench.localhost',
  });
  const before = await killHalfWay(importer, killed);
  context.progress(`killed after ${before} rows were reported`);
  const rest = await importInto(importer, killed);
  const links = await countLinks(server, killed);
  const reported = (await readReport(folder)).length;
  return report({ rows, first, again, rest, before, links, reported });
}

interface Importer {
  readonly server: BenchServer;
  readonly folder: string;
  readonly rows: number;
}

async function importInto(importer: Importer, project: BenchProject): Promise<Outcome> {
  const started = performance.now();
  const child = await start(importer, project);
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => (text += part));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`fairlead import ended with status ${code}`);
  const seconds = (performance.now() - started) / 1000;
  const outcome: unknown = JSON.parse(text);
  return {
    created: readNumber(outcome, 'created'),
    existing: readNumber(outcome, 'existing'),
    refused: readNumber(outcome, 'refused'),
    seconds,
  };
}

/** Ends the import by SIGKILL when half of its rows stand in the report; how many did. */
async function killHalfWay(importer: Importer, project: BenchProject): Promise<number> {
  const child = await start(importer, project);
  const closed = once(child, 'close');
  for (;;) {
    const reported = (await readReport(importer.folder)).length;
    if (reported >= importer.rows / 2 || child.exitCode !== null) {
      child.kill('SIGKILL');
      await closed;
      return reported;
    }
    await setTimeout(20);
  }
}

async function start(
  { server, folder, rows }: Importer,
  project: BenchProject,
): Promise<ChildProcess> {
  const file = join(folder, `${project.linkHost}.csv`);
  const lines = Array.from(
    { length: rows },
    (_, row) =>
      `https://${new URL(project.linkOrigin).hostname}/p/${row},https://shop.example.com/products/${row}?from=link,"spring, print",${row},2025-03-02T10:00:00.000Z`,
  );
  await writeFile(file, `Short link,Destination URL,Tags,Clicks,Created at\n${lines.join('\n')}\n`);
  const argv = ['import', file, '--json', '--report', reportOf(folder)];
  await rm(reportOf(folder), { force: true });
  return spawn(process.execPath, [CLI, ...argv], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      XDG_STATE_HOME: folder,
      FAIRLEAD_SERVER: server.baseUrl,
      FAIRLEAD_APP_KEY: project.appKey,
    },
  });
}

function reportOf(folder: string): string {
  return join(folder, 'report.csv');
}

/** The lines below its headings. */
async function readReport(folder: string): Promise<string[]> {
  const text = await readFile(reportOf(folder), 'utf8').catch(() => '');
  return text.split('\r\n').slice(1, -1);
}

async function countLinks(server: BenchServer, project: BenchProject): Promise<number> {
  const { total } = await openClient(server, project).request<
    CallInput<typeof listProjectLinks>,
    ReplyOf<typeof listProjectLinks>['body']
  >(listProjectLinks, { params: { projectId: project.projectId }, query: { limit: 1 } });
  return total;
}

interface Figures {
  readonly rows: number;
  readonly first: Outcome;
  readonly again: Outcome;
  readonly rest: Outcome;
  readonly before: number;
  readonly links: number;
  readonly reported: number;
}

function report({ rows, first, again, rest, before, links, reported }: Figures): BenchOutcome {
  const failures: string[] = [];
  if (first.created !== rows) failures.push(`${first.created} of ${rows} rows were created`);
  if (again.existing !== rows) failures.push('a second run did more than find its links');
  if (links !== rows) failures.push(`after the kill ${links} links stand for ${rows} rows`);
  if (rest.created + rest.existing !== rows) failures.push('a run after the kill lost rows');
  if (reported !== rows) failures.push(`the report has ${reported} of ${rows} rows`);
  const rate = (seconds: number) => Math.round(rows / seconds);
  return {
    figures: {
      benchmark: 'import',
      rows,
      rowsPerSecond: rate(first.seconds),
      againRowsPerSecond: rate(again.seconds),
      reportedBeforeKill: before,
      createdAfterKill: rest.created,
      existingAfterKill: rest.existing,
      links,
      double: Math.max(links - rows, 0),
      lost: rows - (rest.created + rest.existing),
    },
    table: [
      ['', 'rows', 'created', 'existing', 'seconds', 'rows/s'],
      ...(
        [
          ['a file', first],
          ['the same again', again],
          ['after the kill', rest],
        ] as const
      ).map(([name, { created, existing, seconds }]) => [
        name,
        `${rows}`,
        `${created}`,
        `${existing}`,
        seconds.toFixed(1),
        `${rate(seconds)}`,
      ]),
    ],
    notes: [
      `Killed by SIGKILL when ${before} rows stood in the report; run again, ${links} links stand for ${rows} rows. The time is that of the whole command.`,
    ],
    failures,
  };
}
