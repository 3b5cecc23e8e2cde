import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { BenchContext, Benchmark, BenchOutcome } from './benchmark.ts';
import { BENCHMARKS } from './benchmarks.ts';
import { describeMachine } from './describeMachine.ts';
import { renderHelp } from './renderHelp.ts';
import { renderTable } from './renderTable.ts';

/** Where a run writes; standard output carries the result and nothing else. */
export interface BenchStreams {
  out(text: string): void;
  err(text: string): void;
}

type Values = Readonly<Record<string, unknown>>;

/** What the command line got wrong; its message is for the one who typed it. */
class UsageError extends Error {}

/**
 * Runs `NAME [options]`. Exit status: 0 measured and sound, 1 measured and something that must hold
 * does not, or not measurable, 2 not understood.
 */
export async function runBench(
  argv: readonly string[],
  streams: BenchStreams,
  resources: AsyncDisposableStack,
): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === 'help') {
    streams.out(renderHelp(BENCHMARKS));
    return name === undefined ? 2 : 0;
  }
  const benchmark = BENCHMARKS.find((candidate) => candidate.name === name);
  if (benchmark === undefined) {
    streams.err(`Unknown benchmark "${name}".\n\n${renderHelp(BENCHMARKS)}`);
    return 2;
  }
  try {
    const values = readValues(benchmark, rest);
    if (values.help === true) {
      streams.out(renderHelp([benchmark]));
      return 0;
    }
    const outcome = await benchmark.run(createContext(benchmark, values, streams, resources));
    reportOutcome(outcome, values.json === true, streams);
    return outcome.failures.length === 0 ? 0 : 1;
  } catch (error) {
    const usage = error instanceof UsageError;
    streams.err(`${error instanceof Error ? error.message : String(error)}\n`);
    if (usage) streams.err(`\n${renderHelp([benchmark])}`);
    return usage ? 2 : 1;
  }
}

function readValues(benchmark: Benchmark, argv: readonly string[]): Values {
  const options: NonNullable<ParseArgsConfig['options']> = {
    seconds: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  };
  for (const [name, option] of Object.entries(benchmark.options)) {
    options[name] = { type: 'string', multiple: option.kind === 'text' };
  }
  try {
    return parseArgs({ args: [...argv], options, strict: true }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function createContext(
  benchmark: Benchmark,
  values: Values,
  streams: BenchStreams,
  resources: AsyncDisposableStack,
): BenchContext {
  const started = performance.now();
  const counts = new Map<string, number>();
  for (const [name, option] of Object.entries(benchmark.options)) {
    if (option.kind === 'count') counts.set(name, readCount(values, name, option.default));
  }
  return {
    seconds: readCount(values, 'seconds', benchmark.seconds.default),
    count(option) {
      const value = counts.get(option);
      if (value === undefined) throw new Error(`${benchmark.name} declares no count "${option}"`);
      return value;
    },
    texts(option) {
      const value = values[option];
      return Array.isArray(value) ? value.map(String) : [];
    },
    progress(line) {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      streams.err(`[${seconds.padStart(6)} s] ${line}\n`);
    },
    resources,
  };
}

function readCount(values: Values, name: string, fallback: number | undefined): number {
  const text = values[name];
  if (text === undefined && fallback !== undefined) return fallback;
  if (typeof text !== 'string' || !/^[1-9]\d{0,8}$/.test(text)) {
    throw new UsageError(`--${name} takes a whole number of at least 1`);
  }
  return Number(text);
}

function reportOutcome(outcome: BenchOutcome, json: boolean, streams: BenchStreams): void {
  const measuredOn = describeMachine();
  if (json) {
    streams.out(`${JSON.stringify({ ...outcome.figures, measuredOn })}\n`);
  } else {
    const machine = `${measuredOn.processor}, ${measuredOn.cores} cores, ${measuredOn.memoryGb} GB`;
    const lines = [
      ...renderTable(outcome.table),
      '',
      ...outcome.notes,
      `Measured ${measuredOn.date} on ${machine}, ${measuredOn.system}, Node ${measuredOn.node}.`,
    ];
    streams.out(`${lines.join('\n')}\n`);
  }
  for (const failure of outcome.failures) streams.err(`FAILED: ${failure}\n`);
}
