import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startTestServer } from './startTestServer.ts';

/** `npm test [-- words…]`: files whose path has one of the words, or all. Ends with one line of counts. */
const ROOT = join(import.meta.dirname, '../../..');
const REPORTER = pathToFileURL(join(import.meta.dirname, 'countReporter.ts')).href;
/** Tests start the product many times; half of that would be compiling the same modules again. */
const COMPILED = join(ROOT, 'node_modules/.cache/compiled');
const SAME_DAY = pathToFileURL(join(import.meta.dirname, 'sameDay.ts')).href;

/** Looks back on the whole run and closes what the tests opened; node sorts files by name. */
const LAST = 'server/test/zLast.test.ts';

type Counts = { passed: number; failed: number };

const { passed, failed } = await runTests(process.argv.slice(2));
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

async function runTests(words: string[]): Promise<Counts> {
  const found = findTests(words);
  if (found.length === 0) {
    process.stderr.write(`No test file matches ${words.join(' ') || 'anything'}\n`);
    return { passed: 0, failed: 0 };
  }
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-run-'));
  try {
    await using server = await startTestServer(process.env['TEST_DATABASE_URL']);
    const countFile = join(folder, 'counts.json');
    const whole = words.length === 0 ? '1' : '0';
    const code = await runNode([...found, LAST], countFile, {
      FAIRLEAD_TEST_SERVER: server.connectionString,
      FAIRLEAD_TEST_WHOLE: whole,
    });
    return judge(code, await readCounts(countFile));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function findTests(words: string[]): string[] {
  return globSync('{contract,imports,server,sdk,dashboard,cli,bench}/test/**/*.test.ts', {
    cwd: ROOT,
  })
    .filter((file) => file !== LAST)
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .toSorted();
}

// A process of its own: whatever a test does to it, the counts below and the database are ours.
function runNode(
  files: string[],
  countFile: string,
  environment: Record<string, string>,
): Promise<number> {
  const child = spawn(
    process.execPath,
    [
      '--test',
      '--test-isolation=none',
      `--import=${SAME_DAY}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${REPORTER}`,
      `--test-reporter-destination=${countFile}`,
      ...files,
    ],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...environment },
    },
  );
  const pass = (signal: NodeJS.Signals) => void child.kill(signal);
  process.on('SIGINT', pass).on('SIGTERM', pass);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

async function readCounts(file: string): Promise<Counts> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text.split('\n').filter(Boolean);
  // No line: the process died before its summary.
  const counts = lines.map((line): unknown => JSON.parse(line));
  let passed = 0;
  let failed = lines.length === 0 ? 1 : 0;
  for (const count of counts) {
    passed += readNumber(count, 'passed');
    failed += readNumber(count, 'failed') + readNumber(count, 'cancelled');
  }
  return { passed, failed };
}

function readNumber(counts: unknown, name: string): number {
  const value = Object.entries(counts ?? {}).find(([key]) => key === name)?.[1];
  if (typeof value !== 'number') throw new TypeError(`The test summary has no number of ${name}`);
  return value;
}

// A failure outside of every test, such as a file that cannot be loaded, counts as one.
function judge(code: number, counts: Counts): Counts {
  if (code === 0 || counts.failed > 0) return counts;
  process.stderr.write(`The test process ended with code ${code} though no test failed\n`);
  return { ...counts, failed: 1 };
}
