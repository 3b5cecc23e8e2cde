import { listProjectLinks, type ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { Alert, Group, Loader, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { visitorName } from '../../../numbers/visitNames.ts';
import { counted } from '../../../parts/format.ts';
import { When } from '../../../parts/When.tsx';
import { useLiveClicks } from './useLiveClicks.ts';

interface FirstVisitProps {
  readonly projectId: string;
  readonly link: ProjectLink;
  /** Beside the visit, once there is one. */
  readonly children?: ReactNode;
}

/** Waits for someone to open the link, and says so when it happens. */
export function FirstVisit({ projectId, link, children }: FirstVisitProps) {
  const queries = useQueryClient();
  const live = useLiveClicks({ projectId, linkId: link.id });
  const clicks = live.data?.stats.clicks ?? link.stats.clicks;
  const last = live.data?.clicks.find(({ kind }) => kind === 'click');
  const known = link.stats.clicks > 0;
  useEffect(() => {
    if (clicks > 0 && !known) void queries.invalidateQueries({ queryKey: [listProjectLinks.id] });
  }, [clicks, known, queries]);
  return (
    <div aria-live="polite">
      {clicks === 0 ? (
        <Group gap="xs" wrap="nowrap">
          <Loader size="xs" aria-hidden />
          <Text size="sm" c="dimmed">
            Waiting for the first click…
          </Text>
        </Group>
      ) : (
        <Alert
          color="teal"
          title={
            clicks === 1
              ? 'We saw your first click'
              : `We saw ${counted(clicks, 'click', 'clicks')}`
          }
        >
          {last && (
            <Text size="sm" component="div" mb={children === undefined ? 0 : 'xs'}>
              {visitorName(last)} <When at={last.at} />
            </Text>
          )}
          {children}
        </Alert>
      )}
    </div>
  );
}
