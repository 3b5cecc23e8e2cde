import { createSites } from '../attribution/population.ts';
import { replay, setStage, type Verdict } from '../attribution/replay.ts';
import { type Score, scoreVerdicts, share } from '../attribution/score.ts';
import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import { createRandom } from '../load/random.ts';
import { rounded } from '../renderTable.ts';
import { openDatabase } from '../targets/openDatabase.ts';
import { startServer } from '../targets/startServer.ts';

const PHONES_AT_AN_ADDRESS = [1, 4, 16, 64, 256] as const;
const WINDOWS = [15, 60, 1440] as const;
const DEFAULT_WINDOW = 60;

/** Issue "Must show": how often a first open is given to the right link, with the truth known. */
export const attribution: Benchmark = {
  name: 'attribution',
  description: 'precision and recall of deferred matching, by window and by phones at an address',
  seconds: { default: 1, help: 'not used: the population decides' },
  options: {
    phones: { kind: 'count', help: 'phones of each size of address', default: 4000 },
    seed: { kind: 'count', help: 'another draw of the population', default: 1 },
  },
  run: runAttribution,
};

async function runAttribution(context: BenchContext): Promise<BenchOutcome> {
  context.progress('starting the server');
  const server = context.resources.use(await startServer());
  const database = context.resources.use(await openDatabase(server));
  const scores: Score[] = [];
  const verdicts: Verdict[] = [];
  for (const windowMinutes of WINDOWS) {
    const stage = await setStage(server, database, windowMinutes);
    for (const phones of PHONES_AT_AN_ADDRESS) {
      const random = createRandom(context.count('seed') * 1000 + phones);
      const found = await replay(stage, createSites(random, phones, context.count('phones')));
      verdicts.push(...found);
      scores.push(scoreVerdicts(phones, windowMinutes, found));
      context.progress(`window ${windowMinutes} min, ${phones} phones at an address: done`);
    }
  }
  return report(scores, countReasons(verdicts));
}

function countReasons(verdicts: readonly Verdict[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { reason } of verdicts) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

function report(scores: readonly Score[], reasons: Record<string, number>): BenchOutcome {
  return {
    figures: { benchmark: 'attribution', scores: scores.map(figuresOf), reasons },
    table: [
      ['window', 'phones', 'by id', 'right', 'by signals', 'wrong', 'recall', 'within 1 h'],
      ...scores.map(rowOf),
    ],
    notes: [
      'phones: how many share an address. by id: first opens that named their click, all must be right.',
      'wrong: share of the matches by signals that deliver another link than the phone’s own last one.',
      'recall: of the first opens that a link led to and that named no click, those matched right.',
    ],
    failures: scores.flatMap(listFailures),
  };
}

/** At most so many of the matches by signals may be wrong. */
function maxWrong(phones: number): number {
  return phones <= 16 ? 0.01 : 0.03;
}

function listFailures(score: Score): string[] {
  const at = `window ${score.windowMinutes} min, ${score.phones} phones at an address`;
  const failures: string[] = [];
  if (score.namedRight < score.named) {
    failures.push(
      `${at}: ${score.named - score.namedRight} of ${score.named} named clicks went wrong`,
    );
  }
  const wrong = share(score.wrong, score.bySignals);
  // The bounds are promised for the window that a project has by default.
  if (score.windowMinutes !== DEFAULT_WINDOW) return failures;
  if (wrong > maxWrong(score.phones)) {
    failures.push(`${at}: ${(wrong * 100).toFixed(2)} % of the matches by signals are wrong`);
  }
  return failures;
}

function figuresOf(score: Score): Record<string, number> {
  return {
    ...score,
    wrongShare: rounded(share(score.wrong, score.bySignals), 4),
    recall: rounded(share(score.right, score.unnamed), 3),
    recallWithinHour: rounded(share(score.rightWithinHour, score.unnamedWithinHour), 3),
  };
}

function rowOf(score: Score): string[] {
  const percent = (part: number, whole: number) => `${(share(part, whole) * 100).toFixed(1)} %`;
  return [
    `${score.windowMinutes} min`,
    String(score.phones),
    String(score.named),
    String(score.namedRight),
    String(score.bySignals),
    percent(score.wrong, score.bySignals),
    percent(score.right, score.unnamed),
    percent(score.rightWithinHour, score.unnamedWithinHour),
  ];
}
