import type { RecentClick } from '@fairlead/contract/operations/dashboard/linkClicks';
import type { LinkStats } from '@fairlead/contract/resources';
import { Badge, Group, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { sourceName, visitorName } from '../../../numbers/visitNames.ts';
import { Card } from '../../../parts/Card.tsx';
import { countryName } from '@fairlead/contract/ruleWords';
import { counted } from '../../../parts/format.ts';
import { Empty, Loaded, Waiting } from '../../../parts/states.tsx';
import { When } from '../../../parts/When.tsx';
import { useLiveClicks, type LinkParams } from './useLiveClicks.ts';

const KINDS = {
  click: { label: 'Person', plural: 'People', color: 'harbour' },
  preview: { label: 'Preview', plural: 'Previews', color: 'grape' },
  bot: { label: 'Bot', plural: 'Bots', color: 'gray' },
} as const;
type Kind = keyof typeof KINDS;
const KIND_NAMES = Object.keys(KINDS) as Kind[];

/** Visitors, as they arrive. */
export function LiveClicks({ params }: { readonly params: LinkParams }) {
  const live = useLiveClicks(params);
  const [kind, setKind] = useState<Kind | 'all'>('all');
  return (
    <Loaded query={live} waiting={<Waiting rows={6} height={52} />}>
      {({ clicks, stats, fresh }) => {
        const shown = kind === 'all' ? clicks : clicks.filter((click) => click.kind === kind);
        return (
          <Card
            title="Latest visits"
            about={
              live.failureCount > 0 || live.isPaused
                ? 'The server does not answer; new visits appear when it does again.'
                : `${inAll(stats)} in all. New visits appear here automatically.`
            }
            actions={
              <SegmentedControl
                aria-label="Show"
                size="xs"
                data={[
                  { value: 'all', label: 'All' },
                  ...KIND_NAMES.map((value) => ({ value, label: KINDS[value].plural })),
                ]}
                value={kind}
                onChange={(chosen) => setKind(KIND_NAMES.find((name) => name === chosen) ?? 'all')}
              />
            }
          >
            {shown.length === 0 ? (
              <NothingShown visits={clicks.length} />
            ) : (
              <ul className="plain-list" aria-label="Latest visits" aria-live="polite">
                {shown.map((click) => (
                  <ClickRow key={click.id} click={click} fresh={fresh.has(click.id)} />
                ))}
              </ul>
            )}
          </Card>
        );
      }}
    </Loaded>
  );
}

function inAll({ clicks, previews, bots }: LinkStats): string {
  return [
    counted(clicks, 'click by people', 'clicks by people'),
    counted(previews, 'preview', 'previews'),
    counted(bots, 'other bot', 'other bots'),
  ].join(', ');
}

function NothingShown({ visits }: { readonly visits: number }) {
  return visits === 0 ? (
    <Empty title="No visits yet">Open the link on your phone and look here again.</Empty>
  ) : (
    <Empty title="None of this kind">
      {`There is none among the latest ${counted(visits, 'visit', 'visits')}.`}
    </Empty>
  );
}

/** The purpose of a visit that no one tapped for. */
const ABOUT: Partial<Record<Kind, string>> = {
  preview: 'Social preview',
  bot: 'Automatic request',
};

function ClickRow({ click, fresh }: { readonly click: RecentClick; readonly fresh: boolean }) {
  return (
    <li className={fresh ? 'row flash' : 'row'}>
      <Group justify="space-between" gap="xs" py={8} px={4}>
        <div style={{ minWidth: 0, flex: '1 1 14rem' }}>
          <Group gap="xs">
            <Badge variant="light" size="sm" color={KINDS[click.kind].color}>
              {KINDS[click.kind].label}
            </Badge>
            <Text size="sm" className="break">
              {visitorName(click)}
            </Text>
            {click.opened && (
              <Badge variant="light" size="sm" color="teal">
                Opened the app
              </Badge>
            )}
          </Group>
          <Text size="xs" c="dimmed" className="break">
            {[
              ABOUT[click.kind] ?? sourceName(click.source),
              click.kind === 'click' && click.app !== null && `in the browser of ${click.app}`,
              click.country !== null && countryName(click.country),
              click.referrer !== null && `from ${click.referrer}`,
              click.rule !== undefined && `led by the rule “${click.rule}”`,
              click.variant !== undefined && `led by the variant “${click.variant}”`,
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
