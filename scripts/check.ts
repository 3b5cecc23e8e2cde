import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Runs every `check:*` script, whatever the others say, and ends with a line that names those that failed. */
const ROOT = join(import.meta.dirname, '..');

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};
const checks = Object.keys(scripts).filter((name) => name.startsWith('check:'));
const failed = checks.filter((name) => {
  const { status } = spawnSync('npm', ['run', '--silent', name], { cwd: ROOT, stdio: 'inherit' });
  return status !== 0;
});
const failures = failed.length === 0 ? 'all passed' : `failed: ${failed.join(', ')}`;
process.stdout.write(`\n${checks.length} checks, ${failures}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
