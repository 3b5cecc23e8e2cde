import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import {
  compareRates,
  type Measurement,
  measureRounds,
  type Target,
} from '../load/measureRounds.ts';
import { COMPARED_HEADING, comparedRow } from '../load/measurementRow.ts';
import { rounded } from '../renderTable.ts';
import { drawVisits } from '../targets/drawVisits.ts';
import { type BenchProject, provisionProject } from '../targets/provisionProject.ts';
import { startBareServer } from '../targets/startBareServer.ts';
import { type BenchServer, startServer } from '../targets/startServer.ts';
import { openWrites } from './writes.ts';

/** What a change has gained or lost: two checkouts of the product in the same rounds. */
export const beside: Benchmark = {
  name: 'beside',
  description:
    'redirect and resolve, or what apps write, of this checkout and of another one or another setting, in turn',
  seconds: { default: 12, help: 'measured time of each target' },
  options: {
    checkout: { kind: 'text', help: 'folder of the other checkout, with its packages installed' },
    set: { kind: 'text', help: 'NAME=VALUE for the other one, such as FAST_PATH=off' },
    of: { kind: 'text', help: 'visits or writes; visits by default' },
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
  const [bare, ...ours] = await openTargets(context, 'this', {}, undefined);
  const [, ...theirs] = await openTargets(context, 'other', settings, checkout);
  if (bare === undefined) throw new Error('no bare server');
  const measured = await measureRounds(context, [
    bare,
    ...ours.flatMap((target, place) => [target, theirs[place]!]),
  ]);
  return report(measured);
}

function readSetting(text: string): [name: string, value: string] {
  const equals = text.indexOf('=');
  if (equals < 1) throw new Error('--set takes NAME=VALUE');
  return [text.slice(0, equals), text.slice(equals + 1)];
}

/** A bare server, and the targets of a server of its own. */
async function openTargets(
  context: BenchContext,
  name: string,
  environment: Readonly<Record<string, string>>,
  checkout: string | undefined,
): Promise<Target[]> {
  context.progress(`starting ${name}`);
  const server = context.resources.use(await startServer(environment, checkout));
  const project = await provisionProject(server);
  const [of = 'visits'] = context.texts('of');
  if (of !== 'visits' && of !== 'writes') throw new Error('--of takes visits or writes');
  const [bare, ...targets] =
    of === 'writes'
      ? await openWrites(context, server, project)
      : await openVisits(context, server, project);
  return [bare!, ...targets.map((target) => ({ ...target, name: `${target.name}, ${name}` }))];
}

async function openVisits(
  context: BenchContext,
  server: BenchServer,
  project: BenchProject,
): Promise<Target[]> {
  const visits = await drawVisits(server, project, context.count('slugs'));
  const bare = context.resources.use(await startBareServer(visits.destinations));
  const ours = { port: server.port, pid: server.pid(), dataDir: server.dataDir };
  return [
    { name: 'bare', port: bare.port, pid: bare.pid, requests: visits.redirects },
    { ...ours, name: 'redirect', requests: visits.redirects },
    { ...ours, name: 'resolve', requests: visits.resolves },
  ];
}

function report([bare, ...measured]: readonly Measurement[]): BenchOutcome {
  if (bare === undefined) throw new Error('no rounds');
  const pairs = measured.flatMap((measurement, place) => {
    const other = measured[place + 1];
    if (place % 2 === 1 || other === undefined) return [];
    const { ratio, ratios } = compareRates(measurement, other);
    return [{ name: measurement.name.replace(/, this$/, ''), ratio, ratios }];
  });
  return {
    figures: {
      benchmark: 'beside',
      ratios: Object.fromEntries(
        pairs.map(({ name, ratios }) => [name, ratios.map((ratio) => rounded(ratio, 3))]),
      ),
      ofOther: Object.fromEntries(pairs.map(({ name, ratio }) => [name, rounded(ratio, 3)])),
    },
    table: [
      COMPARED_HEADING,
      ...[bare, ...measured].map((measurement) =>
        comparedRow(measurement.name, measurement, compareRates(measurement, bare).ratio),
      ),
    ],
    notes: pairs.map(
      ({ name, ratio }) => `${name}: ${ratio.toFixed(3)} of the other's rate, median of the rounds`,
    ),
    failures: [bare, ...measured]
      .filter(({ unanswered }) => unanswered > 0)
      .map(({ name, unanswered }) => `${name}: ${unanswered} requests got no good answer`),
  };
}
