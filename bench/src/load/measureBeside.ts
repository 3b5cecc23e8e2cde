import type { BenchContext } from '../benchmark.ts';
import { rounded } from '../renderTable.ts';
import type { SownStage } from '../targets/sowStage.ts';
import { medianOf } from './measureRounds.ts';
import { countFailed, openLoad, p99 } from './openLoad.ts';
import type { LoadResult } from './runLoad.ts';

const ROUNDS = 5;

interface Round<Result> {
  readonly alone: LoadResult;
  readonly beside: LoadResult;
  /** What the work beside it came to. */
  readonly done: Result;
}

interface Beside<Result> {
  /** Redirects a second that were asked for. */
  readonly rate: number;
  /** Medians of the rounds, in milliseconds. */
  readonly aloneP99: number;
  readonly besideP99: number;
  readonly rounds: readonly Round<Result>[];
  /** Redirects that went wrong, of all rounds. */
  readonly failed: number;
}

/** Redirects at half of their peak rate, alone and beside work that goes on until it is to end, in turn. */
export async function measureBeside<Result>(
  context: BenchContext,
  stage: Pick<SownStage, 'server' | 'project' | 'slugs'>,
  work: (ending: AbortSignal) => Promise<Result>,
): Promise<Beside<Result>> {
  const load = await openLoad(context, stage);
  await load(1);
  const peak = await load(3);
  const rate = peak.inTime / peak.elapsedSeconds / 2;
  context.progress(`redirects at ${Math.round(rate)}/s, alone and beside other work in turn`);
  const rounds: Round<Result>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await load(context.seconds, rate);
    const ending = new AbortController();
    const working = work(ending.signal);
    const beside = await load(context.seconds, rate);
    ending.abort();
    rounds.push({ alone, beside, done: await working });
    context.progress(`p99 ${p99(alone).toFixed(1)} ms alone, ${p99(beside).toFixed(1)} ms beside`);
  }
  return {
    rate: Math.round(rate),
    aloneP99: rounded(medianOf(rounds.map(({ alone }) => p99(alone))), 2),
    besideP99: rounded(medianOf(rounds.map(({ beside }) => p99(beside))), 2),
    rounds,
    failed: rounds.reduce(
      (sum, { alone, beside }) => sum + countFailed(alone) + countFailed(beside),
      0,
    ),
  };
}
