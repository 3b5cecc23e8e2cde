import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import { medianOf } from '../load/measureRounds.ts';
import { rounded } from '../renderTable.ts';
import { openClient } from '../targets/openClient.ts';
import { type SownStage, sowStage } from '../targets/sowStage.ts';

const MIN_RUNS = 3;
/** Clicks lie in a window that a dry run looks at as a whole. */
const MONTHS = 2;
const DAYS = 90;
/** Seconds for 10 million clicks: of one link, and of a project of many. */
const MOST = { one: 5, many: 60 };

const to = (path: string) => ({ fallbackUrl: `https://shop.example.com/${path}` });
const RULES = [
  { name: 'Germany', when: { country: ['DE', 'AT'] }, to: to('de') },
  { name: 'News', when: { referrer: ['*.example.org'], hours: [8, 9, 10] }, to: to('news') },
  {
    name: 'iPhones in France',
    when: { platform: ['ios'], country: ['FR'], language: ['fr'] },
    to: to('fr'),
  },
];
const VARIANTS = [
  { name: 'A', share: 50, to: {} },
  { name: 'B', share: 50, to: to('b') },
];
/** What is asked: facts alone, and with shares, for which visitors are drawn. */
const CHANGES = { rules: { rules: RULES }, experiment: { rules: RULES, variants: VARIANTS } };

/** Issue "Must show": a dry run over 10 million clicks takes at most 5 s for one link, 60 s for a project. */
export const dryRun: Benchmark = {
  name: 'dryrun',
  description:
    'dry runs of rules, and of rules with an experiment, over all clicks of one link or of many',
  seconds: { default: 10, help: 'dry runs of each kind begin for so long; three at least' },
  options: {
    links: {
      kind: 'count',
      help: 'links of the project; 1: the operation for one link',
      default: 1,
    },
    clicks: { kind: 'count', help: 'clicks, Zipf over the links', default: 10_000_000 },
  },
  run: runDryRuns,
};

async function runDryRuns(context: BenchContext): Promise<BenchOutcome> {
  const stage = await sowStage(context, MONTHS);
  const figures: Record<string, number> = {};
  const judged: Answer[] = [];
  for (const [name, change] of Object.entries(CHANGES)) {
    const seconds: number[] = [];
    const end = performance.now() + context.seconds * 1000;
    while (seconds.length < MIN_RUNS || performance.now() < end) {
      const started = performance.now();
      judged.push(await ask(stage, change));
      seconds.push((performance.now() - started) / 1000);
    }
    figures[`${name}Seconds`] = rounded(medianOf(seconds), 2);
    context.progress(`${name}: ${seconds.map((each) => each.toFixed(2)).join(', ')} s`);
  }
  const answer = judged.at(-1)!;
  const clicks = context.count('clicks');
  const most = context.count('links') === 1 ? MOST.one : MOST.many;
  return {
    figures: { benchmark: 'dryrun', links: context.count('links'), clicks, ...figures },
    table: [
      ['', 'seconds', 'at most'],
      ...Object.keys(CHANGES).map((name) => [
        name,
        String(figures[`${name}Seconds`]),
        String(most),
      ]),
    ],
    notes: [
      `${context.count('links')} links, ${answer.visits} visits by people, ${answer.unknown} unknown, ${answer.sampled ?? 'none'} drawn one by one.`,
    ],
    failures: Object.keys(CHANGES)
      .filter((name) => clicks >= 10_000_000 && Number(figures[`${name}Seconds`]) > most)
      .map((name) => `${name} took ${figures[`${name}Seconds`]} s, more than ${most}`),
  };
}

interface Answer {
  readonly visits: number;
  readonly unknown: number;
  readonly sampled: number | null;
}

async function ask({ server, project, ranked }: SownStage, change: object): Promise<Answer> {
  const [link, another] = ranked;
  const [api, path] =
    another === undefined
      ? (['sdk', `/links/${link!.id}/dry-run`] as const)
      : (['dashboard', `/projects/${project.projectId}/dry-run`] as const);
  const body = { ...change, days: DAYS };
  const reply = await openClient(server, project).request({ method: 'POST', path, api }, { body });
  return reply as Answer;
}
