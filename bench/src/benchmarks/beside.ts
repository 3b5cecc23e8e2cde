import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import { compareRates, type Measurement, measureRounds } from '../load/measureRounds.ts';
import { COMPARED_HEADING, comparedRow } from '../load/measurementRow.ts';
import { startLoadGenerator } from '../load/startLoadGenerator.ts';
import { rounded } from '../renderTable.ts';
import { drawVisits } from '../targets/drawVisits.ts';
import { provisionProject } from '../targets/provisionProject.ts';
import { startBareServer } from '../targets/startBareServer.ts';
import { startServer } from '../targets/startServer.ts';

const SECONDS_PER_ROUND = 2;

/** What a change has gained or lost: two checkouts of the product in the same rounds. */
export const beside: Benchmark = {
  name: 'beside',
  description:
    'redirect and resolve of this checkout and of another one, or another setting, in turn',
  seconds: { default: 12, help: 'measured time of each of the five' },
  options: {
    checkout: { kind: 'text', help: 'folder of the other checkout, with its packages installed' },
    set: { kind: 'text', help: 'NAME=VALUE for the other one, such as FAST_PATH=off' },
    connections: { kind: 'count', help: 'keep-alive connections', default: 64 },
    slugs: { kind: 'count', help: 'links that are visited', default: 1000 },
  },
  run: runBeside,
};

async function runBeside(context: BenchContext): Promise<BenchOutcome> {
  const [checkout] = context.texts('checkout');
  const settings = Object.fromEntries(context.texts('set').map(readSetting));
  if (checkout === undefined && Object.keys(settings).length === 0) {
    throw new Error('give the other one with --checkout FOLDER or --set NAME=VALUE');
  }
  const ours = await openTargets(context, 'this', {}, undefined);
  const theirs = await openTargets(context, 'other', settings, checkout);
  const bare = context.resources.use(await startBareServer(ours.destinations));
  const rounds = Math.max(3, Math.round(context.seconds / SECONDS_PER_ROUND));
  const measured = await measureRounds(
    context.resources.use(startLoadGenerator()),
    [
      { name: 'bare', port: bare.port, pid: bare.pid, requests: ours.targets[0].requests },
      ours.targets[0],
      theirs.targets[0],
      ours.targets[1],
      theirs.targets[1],
    ],
    {
      rounds,
      secondsPerRound: context.seconds / rounds,
      connections: context.count('connections'),
    },
    context.progress,
  );
  return report(measured);
}

function readSetting(text: string): [name: string, value: string] {
  const equals = text.indexOf('=');
  if (equals < 1) throw new Error('--set takes NAME=VALUE');
  return [text.slice(0, equals), text.slice(equals + 1)];
}

async function openTargets(
  context: BenchContext,
  name: string,
  environment: Readonly<Record<string, string>>,
  checkout: string | undefined,
) {
  context.progress(`starting ${name}`);
  const server = context.resources.use(await startServer(environment, checkout));
  const project = await provisionProject(server);
  const visits = await drawVisits(server, project, context.count('slugs'));
  const place = { port: server.port, pid: server.pid(), dataDir: server.dataDir };
  return {
    destinations: visits.destinations,
    targets: [
      { ...place, name: `redirect, ${name}`, requests: visits.redirects },
      { ...place, name: `resolve, ${name}`, requests: visits.resolves },
    ] as const,
  };
}

function report(measured: readonly Measurement[]): BenchOutcome {
  const [bare, redirect, otherRedirect, resolve, otherResolve] = measured;
  if (!bare || !redirect || !otherRedirect || !resolve || !otherResolve)
    throw new Error('no rounds');
  const redirectShare = compareRates(redirect, otherRedirect);
  const resolveShare = compareRates(resolve, otherResolve);
  return {
    figures: {
      benchmark: 'beside',
      redirect: rounded(redirectShare.ratio, 3),
      redirectRatios: redirectShare.ratios.map((ratio) => rounded(ratio, 3)),
      resolve: rounded(resolveShare.ratio, 3),
      resolveRatios: resolveShare.ratios.map((ratio) => rounded(ratio, 3)),
      ofBare: Object.fromEntries(
        measured.map((each) => [each.name, rounded(compareRates(each, bare).ratio, 3)]),
      ),
    },
    table: [
      COMPARED_HEADING,
      ...measured.map((each) => comparedRow(each.name, each, compareRates(each, bare).ratio)),
    ],
    notes: [
      `This checkout's redirects at ${redirectShare.ratio.toFixed(3)} of the other's rate, its resolves at ` +
        `${resolveShare.ratio.toFixed(3)}: medians of the rounds' ratios.`,
    ],
    failures: measured
      .filter(({ unanswered }) => unanswered > 0)
      .map(({ name, unanswered }) => `${name}: ${unanswered} requests got no good answer`),
  };
}
