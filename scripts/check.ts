import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** Runs every `check:*` script, as many at a time as there are cores, and ends with a line that names those that failed. */
const ROOT = join(import.meta.dirname, '..');

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};
const checks = Object.keys(scripts).filter((name) => name.startsWith('check:'));
const waiting = [...checks];
const failed: string[] = [];
await Promise.all(Array.from({ length: availableParallelism() }, runNext));
const failures = failed.length === 0 ? 'all passed' : `failed: ${failed.join(', ')}`;
process.stdout.write(`\n${checks.length} checks, ${failures}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function runNext(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const child = spawn(`npm run --silent ${name} 2>&1`, { cwd: ROOT, shell: true });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    // What one says stands together.
    process.stdout.write(await text(child.stdout));
    if ((await ended) !== 0) failed.push(name);
  }
}
