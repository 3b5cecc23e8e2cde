import { LIMITS } from '@fairlead/contract/limits';
import {
  readSharedEvents,
  type SharedEvents as Found,
} from '@fairlead/contract/operations/dashboard/shares';
import { Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { NumberTiles } from '../../numbers/NumberTiles.tsx';
import { Card } from '../../parts/Card.tsx';
import { Empty, Loaded, Waiting } from '../../parts/states.tsx';
import { DimensionSelect } from '../events/EventFilters.tsx';
import { conversionText, EventGroups } from '../events/EventGroups.tsx';
import { useEventsChoice, useWindowQuery } from '../events/eventsSearch.ts';
import { HIDDEN, moneyText } from '../events/money.ts';

interface SharedEventsProps {
  readonly token: string;
  readonly password: string | undefined;
}

/** What people did who were brought by the links of a shared page. */
export function SharedEvents({ token, password }: SharedEventsProps) {
  const [{ by }, change] = useEventsChoice();
  const body = { token, ...(password !== undefined && { password }), ...useWindowQuery(), by };
  const events = useQuery({
    queryKey: [readSharedEvents.id, body],
    queryFn: () => call(readSharedEvents, { body }),
    placeholderData: keepPreviousData,
  });
  return (
    <Card
      title="Events and revenue"
      about="Of people brought to the app by links. Currencies are never added together."
      actions={<DimensionSelect value={by} onChange={(value) => change({ by: value })} />}
    >
      <Loaded query={events} waiting={<Waiting rows={3} height={80} />}>
        {(data) => {
          if (data.total.events === 0 && data.total.installs === 0) {
            return <Empty title="No events in this period" />;
          }
          return (
            <Stack gap="sm">
              <NumberTiles tiles={tilesOf(data.total)} />
              {data.groups.length > 0 && (
                <EventGroups groups={data.groups} by={by} credit="install" />
              )}
              <Text size="sm" c="dimmed">
                Figures of fewer than {LIMITS.fewestShared} people are hidden. Where the total would
                reveal them, the smallest other figure is hidden too.
              </Text>
              {data.revenueFrom === 'servers' && (
                <Text size="sm" c="dimmed">
                  Revenue that only apps have said is not added.
                </Text>
              )}
            </Stack>
          );
        }}
      </Loaded>
    </Card>
  );
}

function tilesOf(total: Found['total']) {
  const { events, people, installs, revenue } = total;
  return [
    { label: 'Events', value: events ?? HIDDEN },
    { label: 'People', value: people ?? HIDDEN },
    { label: 'Installs', value: installs ?? HIDDEN },
    { label: 'Conversion', value: conversionText(total) },
    ...revenue.map((sum) => ({
      label: `Revenue, ${sum.currency}`,
      value: moneyText([sum]),
      about: 'Less refunds.',
    })),
  ];
}
