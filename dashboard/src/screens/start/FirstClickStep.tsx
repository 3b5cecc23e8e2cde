import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { Group, Stack, Text } from '@mantine/core';
import { CopyField } from '../../parts/Copy.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { FirstVisit } from '../links/page/FirstVisit.tsx';
import { QrImage } from '../links/qr/QrImage.tsx';

export function FirstClickStep({
  projectId,
  link,
}: {
  readonly projectId: string;
  readonly link: ProjectLink | undefined;
}) {
  if (link === undefined) return <Text size="sm">Create a link first, then open it here.</Text>;
  return (
    <Stack>
      <Text size="sm">Open it on your phone, or scan the code. We watch for it.</Text>
      <Group gap="lg" align="center">
        <QrImage shortUrl={link.shortUrl} />
        <CopyField value={link.shortUrl} label="the short link" />
      </Group>
      <FirstVisit projectId={projectId} link={link}>
        <ButtonLink
          to="/p/$projectId/links/$linkId"
          params={{ projectId, linkId: link.id }}
          size="xs"
        >
          See its numbers
        </ButtonLink>
      </FirstVisit>
    </Stack>
  );
}
