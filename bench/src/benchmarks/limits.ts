import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import { buildRequest } from '../load/buildRequest.ts';
import { compareRates, figuresOf, type Measurement, measureRounds } from '../load/measureRounds.ts';
import { MEASUREMENT_HEADING, measurementRow } from '../load/measurementRow.ts';
import { type LoadGenerator, startLoadGenerator } from '../load/startLoadGenerator.ts';
import { createVisitors, headersOf } from '../load/visitors.ts';
import { rounded } from '../renderTable.ts';
import { createLinks } from '../targets/benchLinks.ts';
import { provisionProject } from '../targets/provisionProject.ts';
import { type BenchServer, startServer } from '../targets/startServer.ts';

/** Reads a minute and key (Rule: limits). */
const LIMIT = 600;
const TOLERANCE = 0.1;
const SECONDS_PER_ROUND = 1;
const BURST_SECONDS = 4;

/** Issue "Must show": what two processes let through together, and what the limiter costs a resolve. */
export const limits: Benchmark = {
  name: 'limits',
  description: 'two processes hold one rate limit; the same resolves with and without the limiter',
  seconds: { default: 8, help: 'measured time of each of the two servers that are compared' },
  options: {
    connections: { kind: 'count', help: 'keep-alive connections', default: 64 },
    addresses: { kind: 'count', help: 'client addresses that resolve', default: 5000 },
  },
  run: runLimits,
};

async function runLimits(context: BenchContext): Promise<BenchOutcome> {
  const generator = context.resources.use(startLoadGenerator());
  const burst = await measureBurst(context, generator);
  const [off, on] = await measureCost(context, generator);
  return report(burst, off, on);
}

interface Burst {
  readonly allowed: number;
  readonly statuses: Readonly<Record<string, number>>;
}

/** One key, far more requests than its limit, spread over two processes. */
async function measureBurst(context: BenchContext, generator: LoadGenerator): Promise<Burst> {
  context.progress('starting a server of two processes');
  const server = await startServer({ RATE_LIMITS: 'on', PROCESSES: '2' });
  try {
    const project = await provisionProject(server);
    const [link] = await createLinks(server, project, 1);
    const request = buildRequest(`/v1/sdk/links/${link?.slug ?? ''}`, {
      Host: new URL(server.baseUrl).host,
      'X-App-Key': project.appKey,
      Connection: 'keep-alive',
    });
    const { answered, statuses } = await generator.run({
      host: '127.0.0.1',
      port: server.port,
      connections: context.count('connections'),
      seconds: BURST_SECONDS,
      requests: [request],
      pinned: false,
      reconnect: true,
    });
    return { allowed: answered, statuses };
  } finally {
    await server[Symbol.asyncDispose]();
  }
}

async function measureCost(context: BenchContext, generator: LoadGenerator) {
  const targets = [];
  for (const limiter of ['off', 'on'] as const) {
    context.progress(`starting a server with the limiter ${limiter}`);
    const server = context.resources.use(await startServer({ RATE_LIMITS: limiter }));
    targets.push({
      name: `limiter ${limiter}`,
      port: server.port,
      pid: server.pid(),
      dataDir: server.dataDir,
      requests: await drawResolves(server, context.count('addresses')),
    });
  }
  const rounds = Math.max(3, Math.round(context.seconds / SECONDS_PER_ROUND));
  const [off, on] = await measureRounds(
    generator,
    targets,
    {
      rounds,
      secondsPerRound: context.seconds / rounds,
      connections: context.count('connections'),
    },
    context.progress,
  );
  if (off === undefined || on === undefined) throw new Error('no rounds');
  return [off, on] as const;
}

async function drawResolves(server: BenchServer, addresses: number): Promise<string[]> {
  const project = await provisionProject(server);
  const links = await createLinks(server, project, 100);
  const visitors = await createVisitors(addresses);
  return visitors.map((visitor, number) => {
    const slug = links[number % links.length]?.slug ?? '';
    const url = encodeURIComponent(`${project.linkOrigin}/${slug}`);
    return buildRequest(
      `/v1/sdk/resolve?url=${url}`,
      headersOf(visitor, new URL(server.baseUrl).host),
    );
  });
}

function report(burst: Burst, off: Measurement, on: Measurement): BenchOutcome {
  const share = burst.allowed / LIMIT;
  const rates = compareRates(on, off);
  const failures: string[] = [];
  if (Math.abs(share - 1) > TOLERANCE) {
    failures.push(`${burst.allowed} requests passed a limit of ${LIMIT}`);
  }
  const others = Object.keys(burst.statuses).filter(
    (status) => status !== '200' && status !== '429',
  );
  if (others.length > 0) failures.push(`the burst was answered ${others.join(', ')} too`);
  for (const { name, unanswered } of [off, on]) {
    if (unanswered > 0) failures.push(`${name}: ${unanswered} requests got no good answer`);
  }
  const [before, after] = [figuresOf(off), figuresOf(on)];
  return {
    figures: {
      benchmark: 'limits',
      limit: LIMIT,
      allowed: burst.allowed,
      share: rounded(share, 3),
      refused: burst.statuses['429'] ?? 0,
      ratio: rounded(rates.ratio, 3),
      ratios: rates.ratios.map((ratio) => rounded(ratio, 3)),
      ...(before.cpuMicros !== undefined &&
        after.cpuMicros !== undefined && {
          cpuMicrosOff: rounded(before.cpuMicros, 1),
          cpuMicrosOn: rounded(after.cpuMicros, 1),
        }),
    },
    table: [
      MEASUREMENT_HEADING,
      measurementRow('resolve, limiter off', off),
      measurementRow('resolve, limiter on', on),
    ],
    notes: [
      `Two processes let ${burst.allowed} of ${LIMIT} requests through and refused ${burst.statuses['429'] ?? 0}.`,
      `With the limiter a resolve runs at ${rates.ratio.toFixed(3)} of the rate without.`,
    ],
    failures,
  };
}
