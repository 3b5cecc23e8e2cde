import { DELAYS, type PopulationName } from '../attribution/delays.ts';
import { decideByNewest, decideIdeally } from '../attribution/deciders.ts';
import { createSites } from '../attribution/population.ts';
import { replay, setStage } from '../attribution/replay.ts';
import { type Score, scoreVerdicts, share, type Verdict } from '../attribution/score.ts';
import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import { createRandom } from '../load/random.ts';
import { rounded } from '../renderTable.ts';
import { openDatabase } from '../targets/openDatabase.ts';
import { startServer } from '../targets/startServer.ts';

const PHONES_AT_AN_ADDRESS = [1, 4, 16, 64, 256] as const;
const WINDOWS = [15, 60, 360] as const;
const DEFAULT_WINDOW = 60;
const POPULATIONS = ['assumed', 'public'] as const satisfies readonly PopulationName[];
/** Who is held against whom: the server, and two rules without one. */
const DECIDERS = ['fairlead', 'newest click', 'ideal'] as const;

/** Issue "Must show": how often a first open is given to the right link, with the truth known. */
export const attribution: Benchmark = {
  name: 'attribution',
  description: 'precision and recall of deferred matching, by window and by phones at an address',
  seconds: { default: 1, help: 'not used: the population decides' },
  options: {
    phones: { kind: 'count', help: 'phones of each size of address', default: 4000 },
    seed: { kind: 'count', help: 'another draw of the population', default: 1 },
    window: { kind: 'text', help: 'only this window, in minutes (15, 60, 360)' },
    at: { kind: 'text', help: 'only so many phones at an address (1, 4, 16, 64, 256)' },
  },
  run: runAttribution,
};

interface Row {
  readonly population: PopulationName;
  readonly decider: (typeof DECIDERS)[number];
  readonly score: Score;
}

async function runAttribution(context: BenchContext): Promise<BenchOutcome> {
  const windows = only(WINDOWS, context.texts('window'));
  const sizes = only(PHONES_AT_AN_ADDRESS, context.texts('at'));
  context.progress('starting the server');
  const server = context.resources.use(await startServer());
  const database = context.resources.use(await openDatabase(server));
  const rows: Row[] = [];
  const reasons: Record<string, number> = {};
  for (const population of POPULATIONS) {
    for (const windowMinutes of windows) {
      const stage = await setStage(server, database, { population, windowMinutes });
      for (const phones of sizes) {
        const delays = DELAYS[population];
        const random = createRandom(context.count('seed') * 1000 + phones);
        const sites = createSites(random, delays, { phones, total: context.count('phones') });
        const ours = await replay(stage, sites);
        countReasons(reasons, ours);
        const verdicts: Record<Row['decider'], Verdict[]> = {
          fairlead: ours,
          'newest click': decideByNewest(sites, windowMinutes),
          ideal: decideIdeally(sites, delays, { windowMinutes, maxWrong: maxWrong(phones) }),
        };
        for (const decider of DECIDERS) {
          const score = scoreVerdicts(phones, windowMinutes, verdicts[decider]);
          rows.push({ population, decider, score });
        }
        context.progress(
          `${population}, ${windowMinutes} min, ${phones} phones at an address: done`,
        );
      }
    }
  }
  return report(rows, reasons);
}

function only<T extends number>(all: readonly T[], wanted: readonly string[]): readonly T[] {
  const chosen = all.filter((each) => wanted.length === 0 || wanted.includes(String(each)));
  if (chosen.length === 0) throw new Error(`choose among ${all.join(', ')}`);
  return chosen;
}

function countReasons(counts: Record<string, number>, verdicts: readonly Verdict[]): void {
  for (const { reason } of verdicts) counts[reason] = (counts[reason] ?? 0) + 1;
}

function report(rows: readonly Row[], reasons: Record<string, number>): BenchOutcome {
  return {
    figures: { benchmark: 'attribution', scores: rows.map(figuresOf), reasons },
    table: [
      [
        'delays',
        'window',
        'phones',
        'decider',
        'by id, right',
        'right',
        'wrong',
        'abstained',
        'wrong share',
        'recall',
        'within 1 h',
      ],
      ...rows.map(rowOf),
    ],
    notes: [
      'phones: how many share an address. by id: first opens that named their click; all must be right, but for clicks that signals had given to another phone.',
      'right, wrong, abstained: first opens that named none; wrong is another link than the phone’s own last one.',
      'recall: of the first opens that a link led to and that named no click, those matched right.',
      'newest click: the rule of other services. ideal: knows all laws of the population, see src/attribution/deciders.ts.',
    ],
    failures: rows.filter(({ decider }) => decider === 'fairlead').flatMap(listFailures),
  };
}

/** At most so many of the matches by signals may be wrong. */
function maxWrong(phones: number): number {
  return phones <= 16 ? 0.01 : 0.03;
}

function listFailures({ population, score }: Row): string[] {
  const at = `${population} delays, window ${score.windowMinutes} min, ${score.phones} phones at an address`;
  const failures: string[] = [];
  const lost = score.named - score.namedRight - score.namedTaken;
  if (lost > 0) failures.push(`${at}: ${lost} of ${score.named} named clicks went wrong`);
  // The bounds are promised for the window that a project has by default.
  if (score.windowMinutes !== DEFAULT_WINDOW) return failures;
  if (isAbove(score.wrong, score.bySignals, maxWrong(score.phones))) {
    const wrong = share(score.wrong, score.bySignals) * 100;
    failures.push(`${at}: ${wrong.toFixed(2)} % of the matches by signals are wrong`);
  }
  return failures;
}

/** Whether a share is above a bound, and not just by chance: three standard deviations of what the bound would give. */
function isAbove(part: number, whole: number, bound: number): boolean {
  return part > bound * whole + 3 * Math.sqrt(bound * (1 - bound) * whole);
}

function figuresOf({ population, decider, score }: Row): Record<string, number | string> {
  return {
    population,
    decider,
    ...score,
    wrongShare: rounded(share(score.wrong, score.bySignals), 4),
    recall: rounded(share(score.right, score.unnamed), 3),
    recallWithinHour: rounded(share(score.rightWithinHour, score.unnamedWithinHour), 3),
  };
}

function rowOf({ population, decider, score }: Row): string[] {
  const percent = (part: number, whole: number) => `${(share(part, whole) * 100).toFixed(1)} %`;
  return [
    population,
    `${score.windowMinutes} min`,
    String(score.phones),
    decider,
    `${score.namedRight} of ${score.named}`,
    String(score.right),
    String(score.wrong),
    String(score.opens - score.named - score.bySignals),
    percent(score.wrong, score.bySignals),
    percent(score.right, score.unnamed),
    percent(score.rightWithinHour, score.unnamedWithinHour),
  ];
}
