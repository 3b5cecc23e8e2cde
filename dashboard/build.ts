import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf } from '../scripts/digestOf.ts';
import { shellSize, SHELL_BUDGET } from './shellSize.ts';

/**
 * Builds the web app into `dist` when what it is made of has changed, and says so: `npm start` calls it
 * each time. `--force` builds anyway and fails when the shell outgrows its budget.
 */
const HERE = import.meta.dirname;
const DIST = join(HERE, 'dist');
const STAMP = join(DIST, '.inputs');

const inputs = digestOf([
  'dashboard/{src,public,texts}/**/*.*',
  'dashboard/*.{ts,json,html}',
  '{contract,imports}/src/**/*.ts',
  'package-lock.json',
]);
const built = await readFile(STAMP, 'utf8').catch(() => '');
const forced = process.argv.includes('--force');
if (built !== inputs || forced) await build();

async function build(): Promise<void> {
  const started = Date.now();
  process.stdout.write('Building the dashboard, a few seconds …\n');
  // Loaded here, so that a start with nothing to build does not wait for it.
  const { build: viteBuild } = await import('vite');
  const { viteConfig } = await import('./viteConfig.ts');
  const { LANGUAGES } = await import('./texts/dictionaries.ts');
  // One after the other: the first empties the folder.
  for (const language of LANGUAGES) await viteBuild(viteConfig(language));
  const size = await shellSize(DIST);
  await writeFile(STAMP, inputs);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  process.stdout.write(
    `Dashboard built in ${seconds} s; its shell is ${Math.round(size / 1000)} KB gzipped\n`,
  );
  if (size > SHELL_BUDGET) {
    process.stderr.write(`The dashboard shell is over its budget of ${SHELL_BUDGET / 1000} KB\n`);
    // A server that starts all the same serves people better than one that refuses.
    if (forced) process.exitCode = 1;
  }
}
