import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { inspect } from 'node:util';
import { CLOSING } from './endings.ts';

/** `node runFiles.ts RESULTS FILE…`: runs test files in this process in this order, and writes a `Results` for `run.ts`. */
export interface Results {
  readonly passed: number;
  readonly failed: readonly Failure[];
  readonly tests: readonly Test[];
  /** Seconds that each file took. */
  readonly files: Readonly<Record<string, number>>;
}

interface Test {
  readonly file: string;
  readonly title: string;
  readonly seconds: number;
}

interface Failure {
  readonly file: string;
  /** Empty where it was no test that failed. */
  readonly title: string;
  /** In a line. */
  readonly reason: string;
}

/** No test takes as long; one that waits for what never comes must not hold up the run. */
const TIMEOUT_MS = 1_200_000;
/** Of a reason: enough for the counterexample of a property, with its seed and path. */
const MAX_LINES = 4;
const MAX_REASON = 400;
const LOADER = join(import.meta.dirname, 'loadFiles.ts');
const BEFORE = join(import.meta.dirname, 'eachTest.ts');
const AFTER = join(import.meta.dirname, 'endOfProcess.ts');
/** A pattern; whatever it says, everything is closed at the end. */
const titles = process.env['FAIRLEAD_TEST_TITLES'];

// The loader reads the files that follow.
const [resultsFile = '', ...files] = process.argv.slice(2);
const failed: Failure[] = [];
const tests: Test[] = [];
const seconds: Record<string, number> = {};
/** How many files have been closed, and when the last of them was. */
let [closed, closedAt] = [0, performance.now()];

const events = run({
  files: [BEFORE, LOADER, AFTER],
  isolation: 'none',
  timeout: TIMEOUT_MS,
  ...(titles !== undefined && { testNamePatterns: [titles, CLOSING] }),
});
events.on('test:pass', ({ file = '', name, details, skip, todo }) => {
  if (file === LOADER) return noteClosed();
  // It tests nothing of the product.
  if (file === AFTER) return;
  // Node reports a file that holds no test as a test that passed, named after the file.
  const isTest = details.type !== 'suite' && resolve(name) !== file;
  if (!isTest || skip !== undefined || todo !== undefined) return;
  tests.push({ ...describeTest(name), seconds: details.duration_ms / 1000 });
});
events.on('test:fail', ({ file = '', name, details: { error, duration_ms } }) => {
  process.exitCode = 1;
  // The test or suite around it fails for that reason alone.
  if ('failureType' in error && error.failureType === 'subtestsFailed') return;
  const lines = String(error.cause ?? error)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const reason = lines.slice(0, MAX_LINES).join(' ').slice(0, MAX_REASON);
  failed.push({ ...describeTest(name), reason });
  tests.push({ ...describeTest(name), seconds: duration_ms / 1000 });
  if (file === LOADER) noteClosed();
});
for (const kind of ['uncaughtExceptionMonitor', 'unhandledRejection'] as const) {
  process.on(kind, (error: unknown) => {
    process.stdout.write(`Outside of a test: ${inspect(error)}\n`);
    failed.push({
      file: files[closed] ?? '',
      title: '',
      reason: `outside of a test: ${String(error)}`,
    });
  });
}
events.on('test:summary', ({ file }) => {
  // The summary of a single file names it; that of all does not.
  if (file !== undefined) return;
  const results: Results = {
    passed: tests.length - failed.filter(({ title }) => title !== '').length,
    failed,
    tests,
    files: seconds,
  };
  writeFileSync(resultsFile, JSON.stringify(results));
});
events.compose(spec).pipe(process.stdout);

function noteClosed(): void {
  const now = performance.now();
  seconds[files[closed] ?? ''] = (now - closedAt) / 1000;
  closed += 1;
  closedAt = now;
}

/** Files run one after the other; tests that a helper declares are those of the file that calls it. */
function describeTest(title: string): Pick<Test, 'file' | 'title'> {
  return { file: files[closed] ?? relative('', AFTER), title };
}
