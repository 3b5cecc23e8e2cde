import type { ExportJob } from '@fairlead/contract/operations/exports';
import type { App } from '../../App.ts';
import { signDownloadUrl } from '#apps/exports/downloadUrl.ts';
import type { Export } from '#apps/exports/Export.ts';

/** Rule: exports 8. Each read of a completed one has a new download URL. */
export function renderExport(app: App, entry: Export): ExportJob {
  const signer = {
    origin: app.config.publicUrl.origin,
    secret: app.secrets.secret.reveal(),
  };
  const completed = entry.status === 'completed';
  return {
    jobId: entry.id,
    status: entry.status,
    error: entry.error,
    ...(completed && {
      rowCount: entry.rowCount ?? 0,
      downloadUrl: signDownloadUrl(signer, entry),
    }),
  };
}
