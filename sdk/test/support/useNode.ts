import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onceInRun } from '../../../server/test/support/run/onceInRun.ts';

const run = promisify(execFile);
const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/fairlead-node');

/** Releases of the lines that the package says it runs on; npm has the programs of them. */
const RELEASES = { 20: '20.19.5', 22: '22.20.0' } as const;

/**
 * The program of a line of Node: `NODE20` of the environment, or npm's, which is fetched once. Undefined where npm cannot
 * be reached; with CI=true that is an error.
 */
export async function useNode(line: keyof typeof RELEASES): Promise<string | undefined> {
  const named = process.env[`NODE${line}`];
  if (named !== undefined) return named;
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(CACHE, RELEASES[line]);
  const program = join(folder, 'node_modules', name, 'bin/node');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  try {
    const options = [
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--no-package-lock',
      '--ignore-scripts',
    ];
    const words = ['install', '--prefix', folder, ...options, `${name}@${RELEASES[line]}`];
    await onceInRun(`node-${line}`, async () => void (await run('npm', words, { cwd: folder })));
    return program;
  } catch (fault) {
    if (process.env['CI'] === 'true') throw fault;
    return undefined;
  }
}
