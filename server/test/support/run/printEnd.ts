import type { Part } from './lanes.ts';
import type { Results } from './runFiles.ts';

/** What a group has come to. */
export interface Ran extends Results {
  readonly part: Part | undefined;
}

const MAX_SLOWEST = 10;

interface Circumstances {
  readonly seed: string;
  readonly stoppedBy: NodeJS.Signals | undefined;
}

/** The end of a run: the slowest tests, each failure with the command that repeats it alone, the counts; sets the exit code. */
export function printEnd(ran: readonly Ran[], { seed, stoppedBy }: Circumstances): void {
  const passed = ran.reduce((sum, each) => sum + each.passed, 0);
  const failed = ran.reduce((sum, each) => sum + each.failed.length, 0);
  const lines =
    stoppedBy === undefined
      ? [...slowest(ran), ...failures(ran, seed), '', `TEST_SEED=${seed}`]
      : ['', `Stopped by ${stoppedBy}; TEST_SEED=${seed}`];
  process.stdout.write(`${[...lines, `${passed} passed, ${failed} failed`].join('\n')}\n`);
  if (stoppedBy !== undefined) process.exitCode = stoppedBy === 'SIGINT' ? 130 : 143;
  else process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

function slowest(ran: readonly Ran[]): string[] {
  const tests = ran.flatMap((each) => each.tests).toSorted((a, b) => b.seconds - a.seconds);
  const line = ({ file, title, seconds }: (typeof tests)[number]) =>
    `${seconds.toFixed(1).padStart(6)} s  ${file}: ${title}`;
  return ['', 'The slowest tests:', ...tests.slice(0, MAX_SLOWEST).map(line)];
}

/** Their details stand far above, in the output of their process. */
function failures(ran: readonly Ran[], seed: string): string[] {
  return ran.flatMap(({ part, failed }) =>
    failed.flatMap(({ file, title, reason }) => [
      '',
      `✖ ${file}${part === undefined ? '' : ` (${part.name})`}: ${title}`,
      `  ${reason}`,
      `  ${repeat(file, title, part?.database, seed)}`,
    ]),
  );
}

function repeat(file: string, title: string, database: string | undefined, seed: string): string {
  const { PROPERTY_SEED } = process.env;
  const drawn = PROPERTY_SEED === undefined ? [] : [`PROPERTY_SEED=${PROPERTY_SEED}`];
  const on = database === undefined ? [] : [`TEST_POSTGRES=${database}`];
  const only = title === '' ? [] : ['--name', `'${title.replaceAll("'", String.raw`'\''`)}'`];
  return [...on, ...drawn, `TEST_SEED=${seed} npm test --`, file, ...only].join(' ');
}
