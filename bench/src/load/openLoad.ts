import type { BenchContext } from '../benchmark.ts';
import type { SownStage } from '../targets/sowStage.ts';
import { buildRequest } from './buildRequest.ts';
import { percentileMs } from './histogram.ts';
import type { LoadResult } from './runLoad.ts';
import { startLoadGenerator } from './startLoadGenerator.ts';
import { createVisitors, headersOf } from './visitors.ts';

const CONNECTIONS = 64;

/** Redirects of a sown stage's links: for so many seconds, at a rate or as many as are answered. */
export type Load = (seconds: number, ratePerSecond?: number) => Promise<LoadResult>;

export async function openLoad(
  context: BenchContext,
  { server, project, slugs }: Pick<SownStage, 'server' | 'project' | 'slugs'>,
): Promise<Load> {
  const visitors = await createVisitors(200);
  const requests = slugs.map((slug, index) => {
    const visitor = visitors[index % visitors.length];
    if (!visitor) throw new Error('no visitors');
    return buildRequest(`/${slug}`, headersOf(visitor, project.linkHost));
  });
  const generator = context.resources.use(startLoadGenerator());
  return (seconds, ratePerSecond) =>
    generator.run({
      host: '127.0.0.1',
      port: server.port,
      connections: CONNECTIONS,
      seconds,
      requests,
      pinned: false,
      reconnect: true,
      ...(ratePerSecond !== undefined && { ratePerSecond }),
    });
}

/** Milliseconds. */
export function p99(result: LoadResult): number {
  return percentileMs(result.latencies, 0.99);
}

export function countFailed({ errors, unansweredByRequest }: LoadResult): number {
  return errors.length + unansweredByRequest.reduce((sum, one) => sum + one, 0);
}
