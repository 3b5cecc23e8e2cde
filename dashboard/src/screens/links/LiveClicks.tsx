import type { RecentClick } from '@fairlead/contract/operations/dashboard/links';
import { Badge, Group, Text } from '@mantine/core';
import { Card } from '../../parts/Card.tsx';
import { counted, countryName } from '../../parts/format.ts';
import { Empty, Loaded, Waiting } from '../../parts/states.tsx';
import { When } from '../../parts/When.tsx';
import { useLiveClicks, type LinkParams } from './useLiveClicks.ts';

/** Who comes, as they come. */
export function LiveClicks({ params }: { readonly params: LinkParams }) {
  const live = useLiveClicks(params);
  return (
    <Loaded query={live} waiting={<Waiting rows={6} height={52} />}>
      {({ clicks, stats, fresh }) => (
        <Card
          title={counted(stats.clicks, 'click', 'clicks')}
          about={
            live.failureCount > 0 || live.isPaused
              ? 'The server does not answer; new ones appear when it does again.'
              : 'New ones appear here by themselves.'
          }
        >
          {clicks.length === 0 ? (
            <Empty title="No visitor yet">Open the link on your phone and look here again.</Empty>
          ) : (
            <ul className="plain-list" aria-label="Recent clicks" aria-live="polite">
              {clicks.map((click) => (
                <ClickRow key={click.id} click={click} fresh={fresh.has(click.id)} />
              ))}
            </ul>
          )}
        </Card>
      )}
    </Loaded>
  );
}

const KINDS = {
  click: { label: 'Person', color: 'harbour' },
  preview: { label: 'Preview', color: 'grape' },
  bot: { label: 'Bot', color: 'gray' },
} as const;
const SOURCES = { link: 'by the link', qr: 'by QR code', app: 'in the app' } as const;

function ClickRow({ click, fresh }: { readonly click: RecentClick; readonly fresh: boolean }) {
  const who = [click.device, click.os, click.browser].filter((part) => part !== null);
  return (
    <li className={fresh ? 'row flash' : 'row'}>
      <Group justify="space-between" gap="xs" py={8} px={4}>
        <div style={{ minWidth: 0, flex: '1 1 14rem' }}>
          <Group gap="xs">
            <Badge variant="light" size="sm" color={KINDS[click.kind].color}>
              {KINDS[click.kind].label}
            </Badge>
            <Text size="sm" className="break">
              {who.length === 0 ? 'Unknown device' : who.join(' · ')}
            </Text>
            {click.opened && (
              <Badge variant="light" size="sm" color="teal">
                Opened the app
              </Badge>
            )}
          </Group>
          <Text size="xs" c="dimmed" className="break">
            {[
              SOURCES[click.source],
              click.app !== null && `in ${click.app}`,
              click.country !== null && countryName(click.country),
              click.referrer !== null && `from ${click.referrer}`,
            ]
              .filter((part) => part !== false)
              .join(' · ')}
          </Text>
        </div>
        <Text size="sm" c="dimmed" component="div">
          <When at={click.at} />
        </Text>
      </Group>
    </li>
  );
}
