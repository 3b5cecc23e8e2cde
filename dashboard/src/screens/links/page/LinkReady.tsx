import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { Button, Group, Stack, Text } from '@mantine/core';
import { Share2 } from 'lucide-react';
import { useProjectId } from '../../../api/project.ts';
import { Card } from '../../../parts/Card.tsx';
import { CopyField } from '../../../parts/Copy.tsx';
import { FirstVisit } from './FirstVisit.tsx';
import { QrButton } from '../qr/QrButton.tsx';
import { QrImage } from '../qr/QrImage.tsx';

/** What a new link is for: passing it on, after a try on a phone. */
export function LinkReady({
  link,
  onDone,
}: {
  readonly link: ProjectLink;
  readonly onDone: () => void;
}) {
  const { shortUrl } = link;
  const destination = link.fallbackUrl ?? link.iosUrl ?? link.androidUrl;
  return (
    <Card title="Your link is ready" about="Share it, print it, or put it into a campaign.">
      <Group gap="lg" align="flex-start">
        <QrImage shortUrl={shortUrl} />
        <Stack gap="sm" style={{ flex: '1 1 14rem', minWidth: 0 }}>
          <CopyField value={shortUrl} label="the new short link" />
          {destination !== null && (
            <Text size="sm" className="break">
              <Text span inherit c="dimmed">
                Leads to
              </Text>{' '}
              <span title={destination}>{shorten(destination)}</span>
            </Text>
          )}
          <Group gap="xs">
            <ShareButton url={shortUrl} title={link.name ?? link.slug} />
            <QrButton link={link} name="Download QR code" size="xs" />
          </Group>
          <Text size="sm">
            Test it: point your phone’s camera at the code. Your visit appears here.
          </Text>
          <FirstVisit projectId={useProjectId()} link={link} />
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

const MAX_SHOWN_LENGTH = 240;

/** Without its middle if it is very long: the host and the campaign, which are worth a look, stand at the ends. */
function shorten(url: string): string {
  if (url.length <= MAX_SHOWN_LENGTH) return url;
  const half = MAX_SHOWN_LENGTH / 2;
  return `${url.slice(0, half)}…${url.slice(-half)}`;
}

/** Opens what this device shares with; nothing where it has none. */
function ShareButton({ url, title }: { readonly url: string; readonly title: string }) {
  if (!('share' in navigator)) return null;
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<Share2 size={14} aria-hidden />}
      onClick={() => {
        // Whoever closes the sheet has decided not to share.
        navigator.share({ url, title }).catch(() => undefined);
      }}
    >
      Share…
    </Button>
  );
}
