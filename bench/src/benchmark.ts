/** An option of one benchmark, `--name VALUE`. */
interface BenchOption {
  /** `count`: a whole number of at least 1; `text`: anything, and may be given several times. */
  readonly kind: 'count' | 'text';
  readonly help: string;
  readonly default?: number;
}

export interface BenchContext {
  /** `--seconds`, which every benchmark explains for itself. */
  readonly seconds: number;
  readonly count: (option: string) => number;
  readonly texts: (option: string) => readonly string[];
  /** A line on standard error. */
  readonly progress: (line: string) => void;
  /** Released when the benchmark ends, fails or is interrupted, the newest first. */
  readonly resources: AsyncDisposableStack;
}

export interface BenchOutcome {
  /** The one object of `--json`. */
  readonly figures: Readonly<Record<string, unknown>>;
  /** The table for people, its heading row first. */
  readonly table: readonly (readonly string[])[];
  /** Sentences under the table. */
  readonly notes: readonly string[];
  /** What must not be so; any makes the exit status 1. */
  readonly failures: readonly string[];
}

export interface Benchmark {
  readonly name: string;
  readonly description: string;
  readonly seconds: { readonly default: number; readonly help: string };
  readonly options: Readonly<Record<string, BenchOption>>;
  run(context: BenchContext): Promise<BenchOutcome>;
}
