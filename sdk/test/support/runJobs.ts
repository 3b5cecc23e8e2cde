import { sql } from 'kysely';
import { runExport } from '../../../server/src/apps/exports/runExport.ts';
import type { TestProject } from '../../../server/test/support/callers/personas.ts';
import type { Fetch } from '../../src/core/send.ts';

/** The server of the tests leaves its jobs lying; this carries out an export as soon as it has begun. */
export function runJobs({ server: { app } }: TestProject, fetch: Fetch): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (init.method === 'POST' && url.endsWith('/links/export') && response.ok) {
      const { data } = (await response.clone().json()) as { data: { jobId: string } };
      await runExport({ ...app, linkUrlTemplate: app.config.linkUrlTemplate }, data.jobId);
      // What is done here is not left to the workers that other tests start.
      await sql`delete from pgboss.job where data->>'exportId' = ${data.jobId}`.execute(app.db);
    }
    return response;
  };
}
