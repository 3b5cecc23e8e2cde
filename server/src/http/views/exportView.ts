import type { ExportJob } from '@fairlead/contract/operations/exports';
import type { App } from '../../app.ts';
import { issueDownloadUrl } from '../../exports/downloadUrl.ts';
import type { Export } from '../../exports/Export.ts';

/** Spec: Export job. Each read of a completed one issues a fresh download URL. */
export async function renderExport(app: App, entry: Export): Promise<ExportJob> {
  const signer = {
    origin: app.config.publicUrl.origin,
    secret: app.secrets.secret.reveal(),
  };
  const completed = entry.status === 'completed';
  const downloadUrl = completed ? await issueDownloadUrl(app.db, signer, entry) : undefined;
  return {
    jobId: entry.id,
    status: entry.status,
    error: entry.error,
    ...(completed && { rowCount: entry.rowCount ?? 0 }),
    ...(downloadUrl !== undefined && { downloadUrl }),
  };
}
