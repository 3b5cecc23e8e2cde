import { readDatabaseUrl } from './connectDatabase.ts';
import { findFreePort } from './findFreePort.ts';
import { type BenchServer, startServer } from './startServer.ts';
import { untilMetric } from './untilMetric.ts';

/** A server with its database signs as its nodes do. */
export const SHARED_SECRET = 'a-secret-that-both-servers-of-the-benchmark-share';

export interface LinkNode {
  readonly node: BenchServer;
  /** Where `/metrics` is. */
  readonly metrics: string;
}

/**
 * Starts a link node that makes a complete copy of the links of `main`, which must not be restarted afterwards: its database would
 * listen elsewhere.
 */
export async function startLinkNode(main: BenchServer): Promise<LinkNode> {
  const metricsPort = await findFreePort();
  const node = await startServer({
    SECRET: SHARED_SECRET,
    DATABASE_URL: await readDatabaseUrl(main.dataDir),
    ROLES: 'links',
    LINK_COPY: 'complete',
    METRICS_PORT: String(metricsPort),
  });
  return { node, metrics: `http://127.0.0.1:${metricsPort}` };
}

/** Waits until the node whose metrics these are has copied every link. */
export async function untilCopied(metrics: string): Promise<void> {
  await untilMetric(metrics, {
    name: 'fairlead_link_copy',
    state: 'complete',
    holds: (value) => value === 1,
  });
}

/** Waits until every click of the node is in the database. */
export async function untilStored(metrics: string): Promise<void> {
  await untilMetric(metrics, {
    name: 'fairlead_journal_backlog',
    state: 'bytes',
    holds: (value) => value === 0,
  });
}
