import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { Button, Group, Stack, Text } from '@mantine/core';
import { Card } from '../../../parts/Card.tsx';
import { CopyField } from '../../../parts/Copy.tsx';
import { QrDownloads, QrImage } from './QrMenu.tsx';

/** What a new link is for: passing it on. */
export function LinkReady({
  link: { shortUrl },
  onDone,
}: {
  readonly link: ProjectLink;
  readonly onDone: () => void;
}) {
  return (
    <Card title="Your link is ready" about="Share it, print it, or put it into a campaign.">
      <Group gap="lg" align="flex-start">
        <QrImage shortUrl={shortUrl} />
        <Stack gap="sm" style={{ flex: '1 1 14rem', minWidth: 0 }}>
          <CopyField value={shortUrl} label="the new short link" />
          <div style={{ maxWidth: 260 }}>
            <QrDownloads shortUrl={shortUrl} />
          </div>
          <Text size="sm" c="dimmed">
            Numbers appear here with the first click.
          </Text>
          <Group>
            <Button variant="subtle" size="xs" onClick={onDone}>
              Go on to the numbers
            </Button>
          </Group>
        </Stack>
      </Group>
    </Card>
  );
}
