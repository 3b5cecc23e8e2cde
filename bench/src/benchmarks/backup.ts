import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import { countFailed, openLoad, p99 } from '../load/openLoad.ts';
import { medianOf } from '../load/measureRounds.ts';
import type { LoadResult } from '../load/runLoad.ts';
import { rounded } from '../renderTable.ts';
import { readNumber } from '../targets/readField.ts';
import { type ServerCommand, startCommand } from '../targets/startCommand.ts';
import { type SownStage, sowStage } from '../targets/sowStage.ts';

const MONTHS = 18;
/** Slices of load without a backup, before and after those beside it. */
const SLICES_ALONE = 3;
/** A backup on the same two cores may make the slowest redirects so much slower. */
const MAX_RATIO = 2;

export const backup: Benchmark = {
  name: 'backup',
  description: 'a backup of many clicks while redirects go on, and one that is killed at half',
  seconds: { default: 4, help: 'a slice of load; slices follow each other while the backup runs' },
  options: {
    links: { kind: 'count', help: 'links of the project', default: 100_000 },
    clicks: { kind: 'count', help: 'clicks, Zipf over the links', default: 10_000_000 },
  },
  run: runBackup,
};

async function runBackup(context: BenchContext): Promise<BenchOutcome> {
  const stage = await sowStage(context, MONTHS);
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-backup-'));
  context.resources.defer(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'fairlead.backup');
  const beside = await measureBeside(context, stage, file);
  const killed = await killAtHalf(context, stage, file);
  context.progress('reading the backup');
  const verified = await startCommand(stage.server, ['restore', file, '--verify']).ended;
  const figures = {
    benchmark: 'backup',
    ...beside,
    verifySeconds: rounded(verified.seconds, 1),
    ...killed,
    links: context.count('links'),
    clicks: context.count('clicks'),
  };
  const failures = [
    ...(verified.code === 0 ? [] : [`the backup is not whole: ${verified.err}`]),
    ...(killed.killedWhileRunning ? [] : ['the backup to be killed had ended before']),
    ...(killed.leftByItsName ? ['a killed backup left a file by its name'] : []),
    ...(killed.partRefused ? [] : ['what a killed backup left passes for a backup']),
    ...(beside.failed > 0 ? [`${beside.failed} redirects failed beside the backup`] : []),
    ...(beside.ratio > MAX_RATIO
      ? [`p99 beside the backup is ${beside.ratio} times that alone`]
      : []),
  ];
  return { figures, table: tableOf(figures), notes: notesOf(figures), failures };
}

/** Redirects at half of their peak rate, alone, beside the backup and alone again. */
async function measureBeside(context: BenchContext, stage: SownStage, file: string) {
  const load = await openLoad(context, stage);
  await load(1);
  const peak = await load(3);
  const rate = peak.inTime / peak.elapsedSeconds / 2;
  const alone: LoadResult[] = [];
  const measureAlone = async () => {
    for (let slice = 0; slice < SLICES_ALONE; slice += 1)
      alone.push(await load(context.seconds, rate));
  };
  context.progress(`redirects at ${Math.round(rate)}/s, alone`);
  await measureAlone();
  context.progress('and beside the backup');
  const command = startCommand(stage.server, ['backup', file]);
  context.resources.defer(() => command.kill());
  const beside: LoadResult[] = [];
  while (command.running() || beside.length === 0) beside.push(await load(context.seconds, rate));
  const ended = await command.ended;
  if (ended.code !== 0) throw new Error(`the backup failed: ${ended.err}`);
  context.progress('and alone again');
  await measureAlone();
  const written: unknown = JSON.parse(ended.out);
  const [aloneP99, besideP99] = [alone, beside].map((results) => medianOf(results.map(p99)));
  return {
    seconds: rounded(ended.seconds, 1),
    megabytes: rounded(readNumber(written, 'bytes') / 2 ** 20, 1),
    rows: readNumber(written, 'rows'),
    rate: Math.round(rate),
    aloneP99: rounded(aloneP99 ?? 0, 2),
    besideP99: rounded(besideP99 ?? 0, 2),
    ratio: rounded((besideP99 ?? 0) / (aloneP99 ?? 1), 2),
    slices: beside.length,
    failed: [...alone, ...beside].reduce((sum, result) => sum + countFailed(result), 0),
  };
}

/** `kill -9` when half as much is written as the `whole` one has. */
async function killAtHalf(context: BenchContext, { server }: SownStage, whole: string) {
  context.progress('killing one at half');
  const file = `${whole}.killed`;
  const part = `${file}.part`;
  const half = (await sizeOf(whole)) / 2;
  const command: ServerCommand = startCommand(server, ['backup', file]);
  context.resources.defer(() => command.kill());
  while (command.running() && (await sizeOf(part)) < half) await sleep(5);
  const wasRunning = command.running();
  command.kill();
  await command.ended;
  const checked = await startCommand(server, ['restore', part, '--verify']).ended;
  return {
    killedWhileRunning: wasRunning,
    killedMegabytes: rounded((await sizeOf(part)) / 2 ** 20, 1),
    leftByItsName: (await sizeOf(file)) > 0,
    partRefused: checked.code !== 0,
  };
}

/** 0 where there is none. */
async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined);
  return found?.size ?? 0;
}

type Figures = Readonly<Record<string, unknown>>;

function tableOf(figures: Figures): readonly (readonly string[])[] {
  return [
    ['', 'measured'],
    ['backup, seconds', String(figures['seconds'])],
    ['file, MB', String(figures['megabytes'])],
    ['read and checked, seconds', String(figures['verifySeconds'])],
    ['p99 of redirects alone, ms', String(figures['aloneP99'])],
    ['p99 beside the backup, ms', String(figures['besideP99'])],
    ['ratio', String(figures['ratio'])],
  ];
}

function notesOf(figures: Figures): readonly string[] {
  return [
    `${String(figures['clicks'])} clicks on ${String(figures['links'])} links, ${String(figures['rows'])} rows; ${String(figures['rate'])} redirects a second, half of the peak.`,
    `Killed at half: ${figures['partRefused'] === true && figures['leftByItsName'] === false ? 'nothing is left that passes for a backup' : 'see below'}.`,
  ];
}
