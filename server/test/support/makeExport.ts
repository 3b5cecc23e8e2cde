import assert from 'node:assert/strict';
import { operations } from '@fairlead/contract';
import type { ExportRequest } from '@fairlead/contract/operations/exports';
import { sql } from 'kysely';
import { runExport } from '#apps/exports/runExport.ts';
import type { Files } from '#platform/ports/Files.ts';
import { member, type TestProject } from './callers/personas.ts';
import { readStrictCsv } from './outside/readStrictCsv.ts';
import { type RawReply, send } from './callers/request.ts';

/** Rule: exports 5, in this order. */
export const CSV_HEADINGS = [
  'Name',
  'Type',
  'Slug',
  'Short URL',
  'Created At',
  'Clicks',
  'New Installs',
  'Returning Users',
  'Attributed Clicks',
  'Top Device',
  'Top OS',
  'Top Browser',
  'Top Country',
  'Last Clicked At',
  'Period Start',
  'Period End',
];

/** Starts an export over HTTP, runs its job at once with `files`, and reads its file by the signed URL. */
export async function makeExport(
  project: TestProject,
  request: ExportRequest = {},
  files: Files = project.server.app.files,
): Promise<{ jobId: string; downloadUrl: string; text: string; records: string[][] }> {
  const { app } = project.server;
  const params = { projectId: project.project.id };
  const started = await member(project)(operations.startExport, { params, body: request });
  assert.equal(started.status, 202, JSON.stringify(started.body));
  if (started.status !== 202) throw new Error('not started');
  const { jobId } = started.body.data;
  await runExport({ ...app, files, linkUrlTemplate: app.config.linkUrlTemplate }, jobId);
  // What is done here is not left to the workers that other tests start.
  await sql`delete from pgboss.job where data->>'exportId' = ${jobId}`.execute(app.db);
  const polled = await member(project)(operations.getExport, { params: { ...params, jobId } });
  assert.equal(polled.status, 200);
  const { downloadUrl = '', status, error } = polled.status === 200 ? polled.body.data : {};
  assert.equal(status, 'completed', error ?? '');
  const file = await download(downloadUrl, project.server.port);
  assert.equal(file.status, 200);
  const records = readStrictCsv(file.text);
  assert.equal(polled.status === 200 && polled.body.data.rowCount, records.length - 1);
  return { jobId, downloadUrl, text: file.text, records };
}

/** As a browser without any session would fetch it. */
export function download(downloadUrl: string, port?: number): Promise<RawReply> {
  const url = new URL(downloadUrl);
  return send({
    ...(port !== undefined && { port }),
    path: url.pathname + url.search,
    headers: { host: url.host },
  });
}
