import { operations } from '@fairlead/contract';
import { openDownload } from '#apps/exports/openDownload.ts';
import { route } from '../../routing/route.ts';

export const downloadExportRoute = route(
  operations.downloadExport,
  async ({ app, params, query }) => {
    const { db, files, log, secrets } = app;
    const needs = { db, files, log, secret: secrets.secret.reveal() };
    const file = await openDownload(needs, params.jobId, query);
    return {
      status: 200,
      body: file.content,
      headers: {
        'content-disposition': `attachment; filename="${file.name}"`,
        'content-length': String(file.bytes),
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      },
    };
  },
);
