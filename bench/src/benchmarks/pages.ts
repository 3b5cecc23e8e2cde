import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import { buildRequest } from '../load/buildRequest.ts';
import {
  compareRates,
  type Measurement,
  measureRounds,
  type Target,
} from '../load/measureRounds.ts';
import { startLoadGenerator } from '../load/startLoadGenerator.ts';
import { rounded } from '../renderTable.ts';
import { openClient } from '../targets/openClient.ts';
import { type BenchProject, provisionProject } from '../targets/provisionProject.ts';
import { type BenchServer, startServer } from '../targets/startServer.ts';

const SECONDS_PER_ROUND = 1;
/** Issue "Must show": time to first byte of a page within this multiple of the plain redirect's. */
const MAX_RATIO = 1.2;

const INSTAGRAM =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 381.1.0.26.83 (iPhone15,2; iOS 18_5; en_US; en; scale=3.00; 1179x2556; 737297623)';
const CHROME =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36';

export const pages: Benchmark = {
  name: 'pages',
  description:
    'time to first byte of the launch page and the Android page, against a plain redirect',
  seconds: { default: 10, help: 'measured time of each' },
  options: {
    connections: { kind: 'count', help: 'keep-alive connections', default: 1 },
  },
  run: runPages,
};

async function runPages(context: BenchContext): Promise<BenchOutcome> {
  context.progress('starting the server');
  const server = context.resources.use(await startServer());
  const project = await provisionProject(server, {
    ios: { teamId: 'TEAM123456', bundleId: 'com.example.shop', scheme: 'shop', storeId: '1' },
    android: { packageName: 'com.example.shop', scheme: 'shop' },
  });
  const targets = await listTargets(server, project);
  const generator = context.resources.use(startLoadGenerator());
  const rounds = Math.max(3, Math.round(context.seconds / SECONDS_PER_ROUND));
  const plan = {
    rounds,
    secondsPerRound: context.seconds / rounds,
    connections: context.count('connections'),
  };
  const measured = await measureRounds(generator, targets, plan, context.progress);
  const [redirect, launch, opening] = measured;
  if (redirect === undefined || launch === undefined || opening === undefined) {
    throw new Error('no rounds');
  }
  return report(context, { redirect, launch, opening });
}

async function listTargets(server: BenchServer, project: BenchProject): Promise<Target[]> {
  const unified = await createLink(server, project, 'unified');
  const dynamic = await createLink(server, project, 'dynamic');
  const headers = (host: string, userAgent: string) => ({
    Host: host,
    'User-Agent': userAgent,
    'Accept-Language': 'en-US,en;q=0.9',
  });
  const launch = await findLaunchPage(server, project, dynamic);
  const at = { port: server.port, pid: server.pid(), dataDir: server.dataDir };
  const target = (name: string, path: string, host: string, userAgent: string): Target => ({
    ...at,
    name,
    requests: [buildRequest(path, headers(host, userAgent))],
  });
  return [
    target('redirect', `/${unified}`, project.linkHost, INSTAGRAM),
    target('launch', launch.pathname + launch.search, launch.host, INSTAGRAM),
    target('opening', `/${dynamic}`, project.linkHost, CHROME),
  ];
}

async function createLink(
  server: BenchServer,
  project: BenchProject,
  type: 'unified' | 'dynamic',
): Promise<string> {
  const { slug } = await openClient(server, project).links.create({
    type,
    name: 'Summer shoes',
    iosUrl: 'https://apps.apple.com/app/id100000001',
    iosFallbackUrl: 'https://apps.apple.com/app/id100000001',
    androidFallbackUrl: 'https://play.google.com/store/apps/details?id=com.example.shop',
    metadata: { ogTitle: 'Summer shoes', ogDescription: 'Light, and made to last.' },
  });
  return slug;
}

/** Where a phone that visits the link is sent. */
async function findLaunchPage(
  server: BenchServer,
  project: BenchProject,
  slug: string,
): Promise<URL> {
  const reply = await fetch(`http://127.0.0.1:${server.port}/${slug}`, {
    headers: { 'User-Agent': INSTAGRAM, 'X-Forwarded-Host': project.linkHost },
    redirect: 'manual',
  });
  const location = reply.headers.get('location');
  if (location === null) throw new Error(`no launch page: the link answered ${reply.status}`);
  return new URL(location);
}

type Findings = Record<'redirect' | 'launch' | 'opening', Measurement>;

function report(context: BenchContext, findings: Findings): BenchOutcome {
  const { redirect, launch, opening } = findings;
  // One request in flight a connection: rates are the inverse of the time to an answer.
  const connections = context.count('connections');
  const launchRatio = compareRates(redirect, launch);
  const openingRatio = compareRates(redirect, opening);
  const ms = (measurement: Measurement) => rounded((1000 * connections) / meanOf(measurement), 3);
  return {
    figures: {
      benchmark: 'pages',
      launchRatio: rounded(launchRatio.ratio, 3),
      openingRatio: rounded(openingRatio.ratio, 3),
      redirectMs: ms(redirect),
      launchMs: ms(launch),
      openingMs: ms(opening),
      launchRatios: launchRatio.ratios.map((ratio) => rounded(ratio, 3)),
      openingRatios: openingRatio.ratios.map((ratio) => rounded(ratio, 3)),
      connections,
      seconds: context.seconds,
      rounds: redirect.rates.length,
    },
    table: [
      ['', 'ms', 'of redirect'],
      ['plain redirect, click durable', String(ms(redirect)), '1'],
      ['launch page', String(ms(launch)), launchRatio.ratio.toFixed(3)],
      ['Android page, click durable', String(ms(opening)), openingRatio.ratio.toFixed(3)],
    ],
    notes: [`Each answer in full, ${connections} at a time.`],
    failures: [
      ...listFailures(findings),
      ...[launchRatio.ratio, openingRatio.ratio]
        .filter((ratio) => ratio > MAX_RATIO)
        .map((ratio) => `a page takes ${ratio.toFixed(2)} times as long as the redirect`),
    ],
  };
}

function listFailures(findings: Findings): string[] {
  const failures: string[] = [];
  for (const { name, unanswered, statuses, errors } of Object.values(findings)) {
    const expected = name === 'redirect' ? '302' : '200';
    const others = Object.keys(statuses).filter((status) => status !== expected);
    if (unanswered > 0) failures.push(`${name}: ${unanswered} requests got no good answer`);
    if (others.length > 0) failures.push(`${name}: answered ${others.join(', ')} too`);
    if (errors.size > 0) failures.push(`${name}: ${[...errors].join('; ')}`);
  }
  return failures;
}

function meanOf({ rates }: Measurement): number {
  return rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
}
