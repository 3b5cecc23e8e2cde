import type { BenchContext } from '../benchmark.ts';
import { connectDatabase } from './connectDatabase.ts';
import { type BenchProject, provisionProject } from './provisionProject.ts';
import { rebuildTotals } from './rebuildTotals.ts';
import { sowClicks } from './sowClicks.ts';
import { type BenchServer, startServer } from './startServer.ts';

/** A server with a project whose `--links` have `--clicks`, all counted. */
export interface SownStage {
  readonly server: BenchServer;
  readonly project: BenchProject;
  readonly slugs: readonly string[];
  /** The most clicked first. */
  readonly ranked: readonly { readonly id: string; readonly clicks: number }[];
  readonly sowSeconds: number;
  readonly rebuildSeconds: number;
}

export async function sowStage(context: BenchContext, months: number): Promise<SownStage> {
  context.progress('starting the server');
  const server = context.resources.use(await startServer());
  const project = await provisionProject(server);
  const client = context.resources.use(await connectDatabase(server.dataDir));
  const started = performance.now();
  const { projectId } = project;
  const [links, clicks] = [context.count('links'), context.count('clicks')];
  await sowClicks(client, { projectId, links, clicks, months }, context.progress);
  const sowSeconds = (performance.now() - started) / 1000;
  context.progress('counting everything again');
  const rebuildSeconds = await rebuildTotals(server);
  await client.query('vacuum analyze');
  const { rows } = await client.query<{ id: string; slug: string; clicks: number }>(
    `select links.id, slug, coalesce(clicks, 0)::integer as clicks from links left join link_counters on link_key = key
     where project_id = $1 order by clicks desc`,
    [projectId],
  );
  return {
    server,
    project,
    slugs: rows.slice(0, 1000).map((row) => row.slug),
    ranked: rows,
    sowSeconds,
    rebuildSeconds,
  };
}
