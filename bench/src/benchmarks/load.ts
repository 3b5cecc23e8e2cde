import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import { buildRequest } from '../load/buildRequest.ts';
import { percentileMs } from '../load/histogram.ts';
import { startLoadGenerator } from '../load/startLoadGenerator.ts';
import { createVisitors, headersOf } from '../load/visitors.ts';
import { rounded } from '../renderTable.ts';

const VISITORS = 200;

/** The load generator on its own, for any server that runs already. */
export const load: Benchmark = {
  name: 'load',
  description: 'requests/s and latencies of the given URLs (plain HTTP, one host and port)',
  seconds: { default: 10, help: 'time under load' },
  options: {
    url: { kind: 'text', help: 'URL to visit; may be given several times' },
    connections: { kind: 'count', help: 'keep-alive connections', default: 64 },
  },
  run: runUrls,
};

async function runUrls(context: BenchContext): Promise<BenchOutcome> {
  const urls = context.texts('url').map((text) => new URL(text));
  const [first] = urls;
  if (first === undefined) throw new Error('give at least one --url');
  if (urls.some((url) => url.protocol !== 'http:' || url.port !== first.port)) {
    throw new Error('every --url must be plain http and on the same port');
  }
  const visitors = await createVisitors(VISITORS);
  const requests = urls.flatMap((url) =>
    visitors.map((visitor) =>
      buildRequest(url.pathname + url.search, headersOf(visitor, url.host)),
    ),
  );
  const generator = context.resources.use(startLoadGenerator());
  const connections = context.count('connections');
  const result = await generator.run({
    host: first.hostname,
    port: Number(first.port || 80),
    connections,
    seconds: context.seconds,
    requests,
    pinned: false,
    reconnect: true,
  });
  const figures = {
    benchmark: 'load',
    requestsPerSecond: Math.round(result.inTime / result.elapsedSeconds),
    p50: rounded(percentileMs(result.latencies, 0.5), 2),
    p99: rounded(percentileMs(result.latencies, 0.99), 2),
    answered: result.answered,
    statuses: result.statuses,
    connections,
    seconds: context.seconds,
  };
  return {
    figures,
    table: [
      ['', 'requests/s', 'p50 ms', 'p99 ms', 'answered'],
      [
        first.host,
        String(figures.requestsPerSecond),
        String(figures.p50),
        String(figures.p99),
        String(figures.answered),
      ],
    ],
    notes: [`Statuses: ${JSON.stringify(result.statuses)}`],
    failures: result.errors.map((error) => `connection: ${error}`),
  };
}
