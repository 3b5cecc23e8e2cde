import type { Analytics } from '@fairlead/contract/operations/analytics';
import { listExports, startExport } from '@fairlead/contract/operations/exports';
import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useWrite } from '../api/queries.ts';
import type { Subject } from './askNumbers.ts';
import type { Facts } from './factsOfUrl.ts';

interface ExportClicksProps {
  readonly subject: Subject;
  readonly data: Pick<Analytics, 'from' | 'to'>;
  readonly facts: Facts;
}

/** Exports the clicks of which the numbers are shown, and goes to where the file will be. */
export function ExportClicks({ subject, data, facts }: ExportClicksProps) {
  const { projectId, linkId } = subject;
  const navigate = useNavigate();
  const start = useWrite(startExport, {
    changes: [listExports],
    onDone: () => navigate({ to: '/p/$projectId/exports', params: { projectId } }),
  });
  const body = {
    ...facts,
    kind: 'clicks' as const,
    activeAfter: data.from,
    activeBefore: data.to,
    ...(linkId !== undefined && { linkId }),
  };
  return (
    <Menu.Item
      disabled={start.isPending}
      closeMenuOnClick={false}
      onClick={() => start.mutate({ params: { projectId }, body })}
    >
      Clicks as CSV
    </Menu.Item>
  );
}
