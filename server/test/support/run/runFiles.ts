import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

/** `node runFiles.ts RESULTS FILE…`: runs test files in this process in this order, and writes a `Results` for `run.ts`. */
export interface Results {
  readonly passed: number;
  /** What failed, each with its reason in a line. */
  readonly failed: readonly string[];
  readonly tests: readonly { readonly title: string; readonly seconds: number }[];
}

/** No test takes as long; one that waits for what never comes must not hold up the run. */
const TIMEOUT_MS = 600_000;
/** Of a reason: enough for the counterexample of a property, with its seed and path. */
const MAX_LINES = 4;
const MAX_REASON = 400;
const LOADER = join(import.meta.dirname, 'loadFiles.ts');
const BEFORE = join(import.meta.dirname, 'eachTest.ts');
const AFTER = join(import.meta.dirname, 'endOfProcess.ts');

// The loader reads the files that follow.
const [resultsFile = ''] = process.argv.slice(2);
const failed: string[] = [];
const tests: { title: string; seconds: number }[] = [];

const events = run({
  files: [BEFORE, LOADER, AFTER],
  isolation: 'none',
  timeout: TIMEOUT_MS,
});
events.on('test:pass', ({ file = '', name, details, skip, todo }) => {
  // Node reports a file that holds no test as a test that passed, named after the file.
  const isTest = details.type !== 'suite' && resolve(name) !== file && file !== LOADER;
  if (!isTest || skip !== undefined || todo !== undefined) return;
  tests.push({ title: describeTest(file, name), seconds: details.duration_ms / 1000 });
});
events.on('test:fail', ({ file = '', name, details: { error, duration_ms } }) => {
  process.exitCode = 1;
  // The test or suite around it fails for that reason alone.
  if ('failureType' in error && error.failureType === 'subtestsFailed') return;
  const lines = String(error.cause ?? error)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const reason = lines.slice(0, MAX_LINES).join(' ').slice(0, MAX_REASON);
  failed.push(`${describeTest(file, name)}: ${reason}`);
  tests.push({ title: describeTest(file, name), seconds: duration_ms / 1000 });
});
events.on('test:summary', ({ file }) => {
  // The summary of a single file names it; that of all does not.
  if (file !== undefined) return;
  const results: Results = { passed: tests.length - failed.length, failed, tests };
  writeFileSync(resultsFile, JSON.stringify(results));
});
events.compose(spec).pipe(process.stdout);

function describeTest(file: string, name: string): string {
  return `${relative('', file)}: ${name}`;
}
