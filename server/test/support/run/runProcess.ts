import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Results } from './runFiles.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const RUN_FILES = join(import.meta.dirname, 'runFiles.ts');
const WITHOUT_HOOKS = pathToFileURL(join(import.meta.dirname, 'withoutHooks.ts')).href;
/** How long what was told to stop may take, in milliseconds. */
const STOP_MS = 3_000;

interface Options {
  /** Of the run. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** A pattern of titles, if not all tests of the files are meant. */
  readonly titles: string | undefined;
  /** With a single process, whose results are printed as they come; those of several would be mixed. */
  readonly isLive: boolean;
}

const children = new Set<ChildProcess>();
let started = 0;

/** Runs test files in a process of their own: whatever a test does to it, the counts and the database are the run's. */
export async function runProcess(files: readonly string[], options: Options): Promise<Results> {
  const resultsFile = join(options.folder, `results-${(started += 1)}.json`);
  const code = await runNode([resultsFile, ...files], options);
  const text = await readFile(resultsFile, 'utf8').catch(() => undefined);
  const results: Results = text
    ? JSON.parse(text)
    : { passed: 0, failed: [], tests: [], files: {} };
  if ((code === 0 && text) || results.failed.length > 0) return results;
  // A failure outside of every test.
  const reason = `the process of ${files.join(' ')} ended with code ${code}`;
  return { ...results, failed: [{ file: files.join(' '), title: '', reason }] };
}

/** Ends all of them. Browsers close at the first signal; nothing is left after the second. */
export function stopProcesses(): void {
  for (const child of children) {
    send(child, 'SIGTERM');
    setTimeout(() => send(child, 'SIGKILL'), STOP_MS).unref();
  }
}

function send({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid!, signal);
  } catch {
    // It has ended.
  }
}

async function runNode(args: readonly string[], { env, titles, isLive }: Options): Promise<number> {
  const output = isLive ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, ['--import', WITHOUT_HOOKS, RUN_FILES, ...args], {
    cwd: ROOT,
    stdio: ['ignore', output, output],
    // A process group of its own, so that what it has started can be stopped with it.
    detached: true,
    env: { ...process.env, ...env, ...(titles !== undefined && { FAIRLEAD_TEST_TITLES: titles }) },
  });
  children.add(child);
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const begun = performance.now();
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? 1));
    });
  } finally {
    children.delete(child);
    if (!isLive) {
      const seconds = Math.round((performance.now() - begun) / 1000);
      const lane = env['FAIRLEAD_TEST_PART'] === undefined ? '' : ` (${env['FAIRLEAD_TEST_PART']})`;
      process.stdout.write(`\n${args.slice(1).join('\n')}\nin ${seconds} s${lane}\n`);
      process.stdout.write(Buffer.concat(chunks));
    }
  }
}
