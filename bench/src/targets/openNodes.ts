import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { BenchContext } from '../benchmark.ts';
import { addHistogram, createHistogram, percentileMs } from '../load/histogram.ts';
import type { LoadResult } from '../load/runLoad.ts';
import { type LoadGenerator, startLoadGenerator } from '../load/startLoadGenerator.ts';
import { connectDatabase, readDatabaseUrl } from './connectDatabase.ts';
import { type BenchProject, provisionProject } from './provisionProject.ts';
import { readBusySeconds, readCpuSeconds, readDatabaseCpuSeconds } from './readCpuSeconds.ts';
import { type BenchServer, startServer } from './startServer.ts';

/** Two nodes on the database of the first, each with a load generator of its own. */
export interface Nodes {
  readonly first: BenchServer;
  readonly project: BenchProject;
  /** Redirects of one of them, or of both at once. */
  run(plan: NodesPlan): Promise<CapacityRun>;
  /** Redirects answered in all runs. */
  answered(): number;
  countStored(): Promise<number>;
}

interface NodesPlan {
  readonly count: 1 | 2;
  /** Of both together. */
  readonly connections: number;
  readonly seconds: number;
  readonly requests: readonly string[];
}

export interface CapacityRun {
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly answered: number;
  readonly unanswered: number;
  /** Processor seconds until every click was stored. */
  readonly cpu: CpuSeconds;
  /** Cores that were busy with anything else meanwhile. */
  readonly othersCores: number;
}

interface CpuSeconds {
  readonly server: number;
  readonly database: number;
  readonly generators: number;
  /** Of the whole machine. */
  readonly busy: number;
  /** When this was read, in seconds. */
  readonly at: number;
}

interface Node {
  readonly server: BenchServer;
  readonly generator: LoadGenerator;
}

const LOOK_MS = 50;
const PATIENCE_MS = 60_000;

export async function openNodes({ resources }: BenchContext): Promise<Nodes> {
  const first = resources.use(await startServer());
  const client = resources.use(await connectDatabase(first.dataDir));
  const second = resources.use(
    await startServer({
      DATABASE_URL: await readDatabaseUrl(first.dataDir),
      SECRET: (await readFile(join(first.dataDir, 'secret'), 'utf8')).trim(),
    }),
  );
  const project = await provisionProject(first);
  const nodes = [first, second].map((server): Node => ({
    server,
    generator: resources.use(startLoadGenerator()),
  }));
  let answered = 0;
  return {
    first,
    project,
    answered: () => answered,
    countStored: () => countClicks(client),
    async run({ count, connections, seconds, requests }) {
      const used = nodes.slice(0, count);
      const before = await readCpu(used, first);
      const results = await Promise.all(
        used.map(({ server, generator }) =>
          generator.run({
            host: '127.0.0.1',
            port: server.port,
            connections: Math.ceil(connections / count),
            seconds,
            requests,
            pinned: false,
            reconnect: true,
            freshFrom: answered,
          }),
        ),
      );
      answered += results.reduce((sum, result) => sum + result.answered, 0);
      await untilStored(client, answered);
      return summarize(results, subtract(await readCpu(used, first), before));
    },
  };
}

async function untilStored(client: Client, answered: number): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; ; await sleep(LOOK_MS)) {
    if ((await countClicks(client)) >= answered) return;
    if (performance.now() > end) throw new Error('not every answered click is stored');
  }
}

/** Cheap enough to be asked again and again: counters of links, not their clicks. */
async function countClicks(client: Client): Promise<number> {
  const { rows } = await client.query<{ clicks: string }>(
    'select coalesce(sum(clicks + previews + bots), 0) as clicks from link_counters',
  );
  return Number(rows[0]?.clicks);
}

function summarize(results: readonly LoadResult[], cpu: CpuSeconds): CapacityRun {
  const latencies = createHistogram();
  for (const result of results) addHistogram(latencies, result.latencies);
  const sum = (of: (result: LoadResult) => number) =>
    results.reduce((total, result) => total + of(result), 0);
  return {
    rate: sum((result) => result.inTime / result.elapsedSeconds),
    p50: percentileMs(latencies, 0.5),
    answered: sum((result) => result.answered),
    unanswered: sum((result) =>
      result.unansweredByRequest.reduce((total, count) => total + count, 0),
    ),
    cpu,
    othersCores: (cpu.busy - cpu.server - cpu.database - cpu.generators) / cpu.at,
  };
}

async function readCpu(nodes: readonly Node[], first: BenchServer): Promise<CpuSeconds> {
  const sum = async (pids: readonly number[]) => {
    const seconds = await Promise.all(pids.map(readCpuSeconds));
    return seconds.reduce<number>((total, one) => total + (one ?? Number.NaN), 0);
  };
  return {
    server: await sum(nodes.map(({ server }) => server.pid())),
    database: (await readDatabaseCpuSeconds(first.dataDir)) ?? Number.NaN,
    generators: await sum(nodes.map(({ generator }) => generator.pid)),
    busy: (await readBusySeconds()) ?? Number.NaN,
    at: performance.now() / 1000,
  };
}

function subtract(after: CpuSeconds, before: CpuSeconds): CpuSeconds {
  return {
    server: after.server - before.server,
    database: after.database - before.database,
    generators: after.generators - before.generators,
    busy: after.busy - before.busy,
    at: after.at - before.at,
  };
}
