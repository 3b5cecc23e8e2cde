import { listProjectLinks } from '@fairlead/contract/operations/dashboard/links';
import { Alert, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useProjectId, useRights } from '../../../api/project.ts';
import { ask } from '../../../api/queries.ts';
import { counted } from '../../../parts/format.ts';

/** Above the list of links, for those who may approve: how many changes of printed links wait. */
export function ProposalsWaiting({ onShow }: { readonly onShow: () => void }) {
  const { admin } = useRights();
  const waiting = useQuery({
    ...ask(listProjectLinks, {
      params: { projectId: useProjectId() },
      query: { proposed: true, limit: 1 },
    }),
    enabled: admin,
  });
  const total = waiting.data?.total ?? 0;
  if (total === 0) return null;
  return (
    <Alert color="yellow" py="xs">
      <Group gap="xs" justify="space-between">
        {counted(
          total,
          'change of a printed link waits for approval.',
          'changes of printed links wait for approval.',
        )}
        <Button size="compact-sm" variant="default" onClick={onShow}>
          Show these links
        </Button>
      </Group>
    </Alert>
  );
}
