import { listProjectLinks, type ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { Alert, Center, Group, Loader, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { visitorName } from '../../numbers/visitNames.ts';
import { CopyField } from '../../parts/Copy.tsx';
import { counted } from '../../parts/format.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { When } from '../../parts/When.tsx';
import { useLiveClicks } from '../links/page/useLiveClicks.ts';

export function FirstClickStep({
  projectId,
  link,
}: {
  readonly projectId: string;
  readonly link: ProjectLink | undefined;
}) {
  if (link === undefined) return <Text size="sm">Create a link first, then open it here.</Text>;
  return <Watched projectId={projectId} link={link} />;
}

/** Waits for someone to open the link, and says so when it happens. */
function Watched({ projectId, link }: { readonly projectId: string; readonly link: ProjectLink }) {
  const queries = useQueryClient();
  const live = useLiveClicks({ projectId, linkId: link.id });
  const clicks = live.data?.stats.clicks ?? link.stats.clicks;
  const last = live.data?.clicks.find(({ kind }) => kind === 'click');
  const known = link.stats.clicks > 0;
  useEffect(() => {
    if (clicks > 0 && !known) void queries.invalidateQueries({ queryKey: [listProjectLinks.id] });
  }, [clicks, known, queries]);
  return (
    <Stack>
      <Text size="sm">Open it on your phone, or scan the code. We watch for it.</Text>
      <Group gap="lg" align="center">
        <Center bg="white" p={8} style={{ borderRadius: 8 }}>
          <img
            src={`${link.shortUrl}/qr.svg`}
            alt={`QR code of ${link.shortUrl}`}
            width={150}
            height={150}
          />
        </Center>
        <CopyField value={link.shortUrl} label="the short link" />
      </Group>
      <div aria-live="polite">
        {clicks === 0 ? (
          <Group gap="xs">
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
              <Text size="sm" component="div" mb="xs">
                {visitorName(last)} <When at={last.at} />
              </Text>
            )}
            <ButtonLink
              to="/p/$projectId/links/$linkId"
              params={{ projectId, linkId: link.id }}
              size="xs"
            >
              See its numbers
            </ButtonLink>
          </Alert>
        )}
      </div>
    </Stack>
  );
}
