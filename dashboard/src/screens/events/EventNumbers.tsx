import type { EventNumbers as Numbers } from '@fairlead/contract/eventNumbers';
import { getEventNumbers } from '@fairlead/contract/operations/eventNumbers';
import { Button, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useProjectId } from '../../api/project.ts';
import { ask } from '../../api/queries.ts';
import { NumberTiles, type Tile } from '../../numbers/NumberTiles.tsx';
import { Card } from '../../parts/Card.tsx';
import { percent } from '../../parts/format.ts';
import { Empty, Loaded, Waiting } from '../../parts/states.tsx';
import { AddCosts } from './costs/AddCosts.tsx';
import { DeleteEvents } from './deletion/DeleteEvents.tsx';
import { EventFilters } from './EventFilters.tsx';
import { EventGroups } from './EventGroups.tsx';
import { type EventsChoice, useEventsChoice, useScopeQuery } from './eventsSearch.ts';
import { FirstEvent } from './FirstEvent.tsx';
import { money } from './money.ts';

/** Milliseconds between refreshes while someone waits for the first event, and later: many events take seconds to add up. */
const LOOK_AGAIN = { first: 30_000, more: 300_000 };

/** Events and revenue of the period: all of them, and broken down. */
export function EventNumbers() {
  const projectId = useProjectId();
  const [choice, change] = useEventsChoice();
  const { credit, by, name, saidBy } = choice;
  const only = { ...(name !== undefined && { name }), ...(saidBy !== undefined && { saidBy }) };
  const query = { ...useScopeQuery(), credit, by, ...only };
  const numbers = useQuery({
    ...ask(getEventNumbers, { params: { projectId }, query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.total.events ? LOOK_AGAIN.more : LOOK_AGAIN.first),
  });
  return (
    <Stack gap="lg">
      <EventFilters choice={choice} onChange={change} />
      <Loaded query={numbers} waiting={<Waiting rows={3} height={120} />}>
        {(data) => (
          <Found
            data={data}
            choice={choice}
            onAll={() =>
              change({ credit: undefined, name: undefined, saidBy: undefined, link: undefined })
            }
          />
        )}
      </Loaded>
    </Stack>
  );
}

interface FoundProps {
  readonly data: Numbers;
  readonly choice: EventsChoice;
  readonly onAll: () => void;
}

function Found({ data, choice, onAll }: FoundProps) {
  const { credit, by, name, saidBy, link } = choice;
  const projectId = useProjectId();
  if (data.total.events === 0) {
    const isAll = [name, saidBy, link].every((chosen) => chosen === undefined);
    if (credit === 'any' && isAll) return <FirstEvent />;
    return (
      <div className="card">
        <Empty
          title="No such events in this period"
          action={
            <Button variant="default" onClick={onAll}>
              Show all events
            </Button>
          }
        />
      </div>
    );
  }
  return (
    <>
      <NumberTiles tiles={tilesOf(data, choice)} />
      <Card
        title="Breakdown"
        about="A refund counts as an event, and revenue is less by it. Currencies are never added together."
        actions={
          <>
            <DeleteEvents from={data.from} to={data.to} name={name} saidBy={saidBy} />
            <AddCosts />
          </>
        }
      >
        <EventGroups groups={data.groups} by={by} credit={credit} projectId={projectId} />
      </Card>
    </>
  );
}

function tilesOf(
  { total, revenueFrom }: Pick<Numbers, 'total' | 'revenueFrom'>,
  { credit, name }: EventsChoice,
): Tile[] {
  const { events, people, installs, converted, revenue } = total;
  const again = credit === 'reengagement';
  return [
    { label: 'Events', value: events, about: 'Refunds are among them.' },
    {
      label: 'People',
      value: people,
      about: 'By your own id of the person. Where there is none, by installation or click.',
    },
    again
      ? { label: 'Returns', value: installs, about: 'Times a link opened the app again.' }
      : { label: 'Installs', value: installs, about: 'First opens of the app credited to a link.' },
    {
      label: 'Conversion',
      value: percent(converted, installs),
      about: aboutConversion(again, name),
    },
    ...revenue.map((sum) => ({
      label: `Revenue, ${sum.currency}`,
      value: money(sum),
      about: aboutRevenue(sum, revenueFrom),
    })),
  ];
}

/** With the part that strangers may have said, who have the key of the app. */
function aboutRevenue(
  { currency, saidByApps }: Numbers['total']['revenue'][number],
  revenueFrom: Numbers['revenueFrom'],
): string {
  if (saidByApps === 0) return 'Less refunds.';
  const apps = money({ currency, amount: saidByApps });
  return revenueFrom === 'any'
    ? `Less refunds. Only apps have said ${apps} of it.`
    : `Less refunds. Apps have said ${apps} more, which is not added.`;
}

function aboutConversion(again: boolean, name: string | undefined): string {
  if (again) return 'Share of the returns that led to such an event; without a filter, to revenue.';
  return name === undefined
    ? 'Share of the installs that led to an event with revenue.'
    : 'Share of the installs that led to such an event.';
}
