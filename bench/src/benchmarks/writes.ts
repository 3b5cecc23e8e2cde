import { setTimeout as sleep } from 'node:timers/promises';
import { drawUserAgent, fingerprintOf, type Phone } from '../attribution/phones.ts';
import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import { buildRequest, FRESH_ADDRESS, FRESH_NUMBER } from '../load/buildRequest.ts';
import {
  compareRates,
  figuresOf,
  type Measurement,
  measureRounds,
  type Target,
} from '../load/measureRounds.ts';
import { COMPARED_HEADING, comparedRow } from '../load/measurementRow.ts';
import { createRandom } from '../load/random.ts';
import { createAudience, headersOf } from '../load/visitors.ts';
import { rounded } from '../renderTable.ts';
import { createLinks } from '../targets/benchLinks.ts';
import { mapConcurrently } from '../targets/mapConcurrently.ts';
import { openClient } from '../targets/openClient.ts';
import { type BenchProject, provisionProject } from '../targets/provisionProject.ts';
import { readMemory } from '../targets/runExport.ts';
import { startBareServer } from '../targets/startBareServer.ts';
import { type BenchServer, startServer } from '../targets/startServer.ts';
import { tapLink } from '../targets/tapLink.ts';

const KNOWN_INSTALLATIONS = 5000;
const TAPPED_PHONES = 5000;
const REQUESTS = 2000;
const LANES = 32;
/** Longer than the server takes to find that it is quiet, and to collect its garbage. */
const REST_MS = 30_000;

/** What an app's start and a server's work cost: everything that writes and is not a visit. */
export const writes: Benchmark = {
  name: 'writes',
  description: 'create, bootstrap (new and known) and deferred match, against a bare node:http 302',
  seconds: { default: 12, help: 'measured time of each' },
  options: {
    connections: { kind: 'count', help: 'keep-alive connections', default: 64 },
  },
  run: runWrites,
};

async function runWrites(context: BenchContext): Promise<BenchOutcome> {
  context.progress('starting the server');
  const server = context.resources.use(await startServer());
  const project = await provisionProject(server);
  const targets = await openWrites(context, server, project);
  const before = await readMemory(server.pid());
  const measured = await measureRounds(context, targets);
  const after = await readMemory(server.pid());
  await sleep(REST_MS);
  return report(measured, { before, after, rested: await readMemory(server.pid()) });
}

/** The targets of a server, behind a bare one that answers with a redirect. */
export async function openWrites(
  context: BenchContext,
  server: BenchServer,
  project: BenchProject,
): Promise<Target[]> {
  const [link] = await createLinks(server, project, 1);
  if (link === undefined) throw new Error('no link was made');
  const destinations = new Map([[`${project.linkHost}/${link.slug}`, link.destination]]);
  const bare = context.resources.use(await startBareServer(destinations));
  const drawVisitor = await createAudience(createRandom(7));
  const visits = Array.from({ length: REQUESTS }, () =>
    buildRequest(`/${link.slug}`, headersOf(drawVisitor(), project.linkHost)),
  );
  const ours = { port: server.port, pid: server.pid(), dataDir: server.dataDir };
  context.progress(`starting ${KNOWN_INSTALLATIONS} installations`);
  const known = Array.from({ length: KNOWN_INSTALLATIONS }, (_, number) => `known-${number}`);
  const { installations } = openClient(server, project);
  await mapConcurrently(known, LANES, (installationId) =>
    installations.bootstrap(bootstrapBody(installationId)),
  );
  context.progress(`tapping by ${TAPPED_PHONES} phones`);
  const clicks = await tapByPhones(server, project, link.slug);
  const post = postTo(server, project);
  return [
    { name: 'bare', port: bare.port, pid: bare.pid, requests: visits },
    { ...ours, name: 'create', requests: repeat(post('/v1/sdk/links', CREATE_BODY)) },
    {
      ...ours,
      name: 'bootstrap, new',
      requests: repeat(post('/v1/sdk/bootstrap', bootstrapBody(`new-${FRESH_NUMBER}`))),
    },
    {
      ...ours,
      name: 'bootstrap, known',
      requests: known.map((id) => post('/v1/sdk/bootstrap', bootstrapBody(id))),
    },
    {
      ...ours,
      name: 'match, organic',
      requests: repeat(post('/v1/sdk/deferred/match', { fingerprint: fingerprintOf(PHONE) })),
    },
    {
      ...ours,
      name: 'match, named click',
      requests: clicks.map((clickId) =>
        post('/v1/sdk/deferred/match', { fingerprint: fingerprintOf(PHONE), clickId }),
      ),
    },
  ];
}

/** A list, because a request's own bytes are stamped while another copy may be on its way. */
function repeat(request: string): string[] {
  return Array.from({ length: REQUESTS }, () => request);
}

const PHONE: Phone = {
  os: 'android',
  osMajor: 15,
  model: 'Pixel 9',
  screen: '412x915',
  timeZone: 'Europe/Berlin',
  language: 'de-DE',
  appLanguage: 'de-DE',
};

const CREATE_BODY = {
  type: 'unified',
  fallbackUrl: 'https://shop.example.com/products/1?from=link',
  iosUrl: 'https://apps.apple.com/app/id100000001',
  androidUrl: 'https://play.google.com/store/apps/details?id=com.example.p1',
  parameters: { productId: '1', screen: 'product' },
};

function bootstrapBody(installationId: string) {
  return {
    installationId,
    deviceModel: 'Pixel 9',
    deviceManufacturer: 'Google',
    osName: 'android',
    osVersion: '15',
    appVersion: '4.2.0',
    appBuild: '420',
    language: 'de-DE',
    timezone: 'Europe/Berlin',
    metadata: { client: { type: 'sdk-android', version: '1.0.9', platform: 'android' } },
  };
}

function postTo(server: BenchServer, project: BenchProject) {
  return (path: string, body: unknown): string =>
    buildRequest(
      path,
      {
        Host: new URL(server.baseUrl).host,
        'X-App-Key': project.appKey,
        'X-Svc-Client': 'sdk-android',
        'X-Svc-Client-Version': '1.0.9',
        'X-Svc-Client-Platform': 'android',
        'X-Forwarded-For': FRESH_ADDRESS,
        Connection: 'keep-alive',
      },
      body,
    );
}

async function tapByPhones(server: BenchServer, project: BenchProject, slug: string) {
  const random = createRandom(11);
  const numbers = Array.from({ length: TAPPED_PHONES }, (_, number) => number);
  return mapConcurrently(numbers, LANES, (number) =>
    tapLink(server, {
      linkHost: project.linkHost,
      slug,
      address: `203.${Math.floor(random() * 250)}.${Math.floor(number / 250)}.${number % 250}`,
      userAgent: drawUserAgent(random, PHONE).userAgent,
      acceptLanguage: 'de-DE',
    }),
  );
}

interface Memory {
  readonly before: number;
  readonly after: number;
  readonly rested: number;
}

function report(measured: readonly Measurement[], memory: Memory): BenchOutcome {
  const [bare] = measured;
  if (bare === undefined) throw new Error('no rounds');
  const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);
  return {
    figures: {
      benchmark: 'writes',
      ofBare: Object.fromEntries(
        measured.map((measurement) => [
          measurement.name,
          rounded(compareRates(measurement, bare).ratio, 3),
        ]),
      ),
      requestsPerSecond: Object.fromEntries(
        measured.map((measurement) => [
          measurement.name,
          Math.round(figuresOf(measurement).requestsPerSecond),
        ]),
      ),
      memoryMegabytes: {
        before: megabytes(memory.before),
        after: megabytes(memory.after),
        thirtySecondsLater: megabytes(memory.rested),
      },
    },
    table: [
      COMPARED_HEADING,
      ...measured.map((measurement) =>
        comparedRow(measurement.name, measurement, compareRates(measurement, bare).ratio),
      ),
    ],
    notes: [
      `Memory of the server: ${megabytes(memory.before)} MB before, ${megabytes(memory.after)} after, ` +
        `${megabytes(memory.rested)} thirty seconds later.`,
      'A named click is matched once; a phone that names it again is told that it is used.',
    ],
    failures: measured.flatMap(({ name, unanswered, statuses }) =>
      unanswered > 0
        ? [`${name}: ${unanswered} of no good answer, ${JSON.stringify(statuses)}`]
        : [],
    ),
  };
}
