import { listExports, startExport } from '@fairlead/contract/operations/exports';
import type { BodyOf } from '@fairlead/contract/operation';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useProjectId } from '../../../api/project.ts';
import { useWrite } from '../../../api/queries.ts';
import { type LinkFilters, queryOf } from './linkFilters.ts';

/** Exports what the Links page shows, and goes to where the file will be. */
export function StartExport({ filters }: { readonly filters: LinkFilters }) {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const start = useWrite(startExport, {
    changes: [listExports],
    onDone: () => navigate({ to: '/p/$projectId/exports', params: { projectId } }),
  });
  return (
    <Button
      variant="default"
      leftSection={<Download size={16} />}
      loading={start.isPending}
      onClick={() => start.mutate({ params: { projectId }, body: exported(filters) })}
    >
      Export as CSV
    </Button>
  );
}

/** Deleted links cannot be exported, nor a list ordered by their end. */
function exported(filters: LinkFilters): BodyOf<typeof startExport> {
  const { deleted: _deleted, sortBy, ...query } = queryOf(filters);
  return { ...query, ...(sortBy !== undefined && sortBy !== 'deletedAt' && { sortBy }) };
}
