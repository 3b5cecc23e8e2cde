import type { ExportRequest } from '@fairlead/contract/operations/exports';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/db/schema.ts';

/** The filters of an export, with their bounds in order. */
export type ExportFilters = Readonly<ExportRequest>;

/** The record of an export, as opposed to the queue's job that creates its file. */
export interface Export {
  readonly id: string;
  readonly projectId: string;
  readonly status: 'pending' | 'processing' | 'completed' | 'failed';
  readonly filters: ExportFilters;
  readonly rowCount: number | null;
  readonly bytes: number | null;
  readonly error: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

export function readExport(row: Selectable<Database['exports']>): Export {
  return {
    id: row.id,
    projectId: row.project_id,
    status: row.status,
    filters: row.filters,
    rowCount: row.row_count,
    bytes: row.bytes,
    error: row.error,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}

/** The name of the file in the store. */
export function fileNameOf(entry: Pick<Export, 'id' | 'projectId'>): string {
  return `exports/${entry.projectId}/${entry.id}.csv`;
}
