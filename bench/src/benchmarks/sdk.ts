import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import { rounded } from '../renderTable.ts';
import { createLinks } from '../targets/benchLinks.ts';
import { type BenchProject, provisionProject } from '../targets/provisionProject.ts';
import { readText } from '../targets/readField.ts';
import { type BenchServer, startServer } from '../targets/startServer.ts';
import { tapLink } from '../targets/tapLink.ts';

const SDK = fileURLToPath(new URL('../../../sdk/', import.meta.url));
/** First starts differ from later ones: they are not counted. */
const UNCOUNTED = 20;
/** Issue "Must show": what an app has to load. Bytes, gzipped. */
const MAX_APP_BYTES = 6_000;

const USER_AGENT =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36';
const FINGERPRINT = { os: 'android', model: 'Pixel 9', screenResolution: '412x923' };

/** What a cold start with the SDK costs beyond the calls it is made of. */
export const sdk: Benchmark = {
  name: 'sdk',
  description:
    'sizes of the SDK, and the time from start to the first delivered link against the same calls by bare fetch',
  seconds: { default: 12, help: 'measured time of all starts' },
  options: {},
  run: runSdk,
};

/** The part of the built package that is used; in a clean checkout there are no types of it. */
interface AppModule {
  createApp(options: object): {
    start(): Promise<void>;
    stop(): Promise<void>;
    onLink(listener: () => void): unknown;
  };
  memoryStorage(): object;
}

async function runSdk(context: BenchContext): Promise<BenchOutcome> {
  context.progress('building the package');
  const sizes = await measureSizes();
  const module = (await import(join(SDK, 'dist/esm/app.js'))) as AppModule;
  context.progress('starting the server');
  const server = context.resources.use(await startServer());
  const project = await provisionProject(server);
  const [link] = await createLinks(server, project, 1, () => 'dynamic');
  if (link === undefined) throw new Error('no link');
  const phone = { server, project, module, slug: link.slug };
  const opened = await compareStarts(context, 'opened by a link', {
    bare: () => openBare(phone),
    sdk: () => openBySdk(phone),
  });
  const deferred = await compareStarts(context, 'deferred link', {
    bare: () => deferBare(phone),
    sdk: () => deferBySdk(phone),
  });
  return report(sizes, opened, deferred);
}

type Sizes = Readonly<Record<string, number>>;

async function measureSizes(): Promise<Sizes> {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [join(SDK, 'scripts/measureSizes.ts')]);
  return JSON.parse(stdout) as Sizes;
}

interface TestPhone {
  readonly server: BenchServer;
  readonly project: BenchProject;
  readonly module: AppModule;
  readonly slug: string;
}

interface Starts {
  /** Milliseconds from the start to the link. */
  bare(): Promise<number>;
  sdk(): Promise<number>;
}

interface Comparison {
  readonly bareMs: number;
  readonly sdkMs: number;
  readonly ratio: number;
  readonly starts: number;
}

/** In turns, so that a slow moment of the machine falls on both sides. */
async function compareStarts(
  { seconds, progress }: BenchContext,
  name: string,
  starts: Starts,
): Promise<Comparison> {
  progress(`starting an app: ${name}`);
  for (let start = 0; start < UNCOUNTED; start += 1) {
    await starts.bare();
    await starts.sdk();
  }
  const pairs: Record<'bare' | 'sdk', number>[] = [];
  const end = performance.now() + (seconds * 1000) / 2;
  while (performance.now() < end) {
    // What one start leaves the server to do falls on the next: each goes first in turn.
    const sdkFirst = pairs.length % 2 === 0 ? await starts.sdk() : undefined;
    const bare = await starts.bare();
    pairs.push({ bare, sdk: sdkFirst ?? (await starts.sdk()) });
  }
  return {
    bareMs: median(pairs.map(({ bare }) => bare)),
    sdkMs: median(pairs.map(({ sdk }) => sdk)),
    ratio: median(pairs.map(({ bare, sdk }) => sdk / bare)),
    starts: pairs.length,
  };
}

async function openBare(phone: TestPhone): Promise<number> {
  const began = performance.now();
  const installation = await bootstrap(phone);
  await resolve(phone, `${phone.project.linkOrigin}/${phone.slug}`, installation);
  return performance.now() - began;
}

async function deferBare(phone: TestPhone): Promise<number> {
  const clickId = await tap(phone);
  const began = performance.now();
  const installation = await bootstrap(phone);
  const body = { fingerprint: FINGERPRINT, clickId, installationId: installation.id };
  const matched = await call(phone, 'POST', '/v1/sdk/deferred/match', body, installation);
  await resolve(phone, readText((matched as { data: unknown }).data, 'deepLink'), installation);
  return performance.now() - began;
}

function openBySdk(phone: TestPhone): Promise<number> {
  const url = `${phone.project.linkOrigin}/${phone.slug}`;
  return startApp(phone, { initialUrl: () => url });
}

async function deferBySdk(phone: TestPhone): Promise<number> {
  const referrer = `utm_source=google-play&click_id=${await tap(phone)}`;
  return startApp(phone, { deferred: true, installReferrer: () => referrer });
}

async function startApp({ module, server, project }: TestPhone, platform: object): Promise<number> {
  const app = module.createApp({
    publishableKey: project.appKey,
    baseUrl: server.baseUrl,
    storage: module.memoryStorage(),
    device: () => FINGERPRINT,
    ...platform,
  });
  const began = performance.now();
  const delivered = new Promise<number>((resolve) => {
    app.onLink(() => resolve(performance.now() - began));
  });
  await app.start();
  const time = await Promise.race([delivered, Promise.resolve(undefined)]);
  if (time === undefined) throw new Error('no link was delivered');
  await app.stop();
  return time;
}

interface Installation {
  readonly id: string;
  readonly token: string;
}

async function bootstrap(phone: TestPhone): Promise<Installation> {
  const id = randomUUID();
  const answer = await call(phone, 'POST', '/v1/sdk/bootstrap', { installationId: id });
  return { id, token: readText(answer, 'installationToken') };
}

function resolve(phone: TestPhone, url: string, installation: Installation): Promise<unknown> {
  const path = `/v1/sdk/resolve?url=${encodeURIComponent(url)}`;
  return call(phone, 'GET', path, undefined, installation);
}

/** As the SDK calls: for an installation, once it is known. By nothing but `fetch`, which is what is compared with. */
async function call(
  { server, project }: TestPhone,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  installation?: Installation,
): Promise<unknown> {
  const headers = {
    'X-App-Key': project.appKey,
    ...(body && { 'Content-Type': 'application/json' }),
    ...(installation && {
      'X-Installation-Id': installation.id,
      'X-Installation-Token': installation.token,
    }),
  };
  const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(server.baseUrl + path, sent);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

let phones = 0;

function tap({ server, project, slug }: TestPhone): Promise<string> {
  phones += 1;
  return tapLink(server, {
    linkHost: project.linkHost,
    slug,
    address: `100.64.${(phones >> 8) & 255}.${phones & 255}`,
    userAgent: USER_AGENT,
    acceptLanguage: 'en-GB',
  });
}

function report(sizes: Sizes, opened: Comparison, deferred: Comparison): BenchOutcome {
  const figures = ({ bareMs, sdkMs, ratio, starts }: Comparison) => ({
    bareMs: rounded(bareMs, 2),
    sdkMs: rounded(sdkMs, 2),
    ratio: rounded(ratio, 3),
    starts,
  });
  const row = (name: string, { bareMs, sdkMs, ratio }: Comparison) => [
    name,
    bareMs.toFixed(2),
    sdkMs.toFixed(2),
    ratio.toFixed(2),
  ];
  const { server: _, ...apps } = sizes;
  return {
    figures: { benchmark: 'sdk', sizes, opened: figures(opened), deferred: figures(deferred) },
    table: [
      ['', 'bare fetch, ms', 'SDK, ms', 'ratio'],
      row('opened by a link: bootstrap, resolve', opened),
      row('first open: bootstrap, match, resolve', deferred),
    ],
    notes: [
      `Gzipped bytes: ${Object.entries(sizes)
        .map(([part, size]) => `${part} ${size}`)
        .join(', ')}.`,
      'Medians of starts in turns; each app is a new installation.',
    ],
    failures: Object.entries(apps)
      .filter(([, size]) => size > MAX_APP_BYTES)
      .map(([part, size]) => `${part} weighs ${size} bytes, more than ${MAX_APP_BYTES}`),
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
