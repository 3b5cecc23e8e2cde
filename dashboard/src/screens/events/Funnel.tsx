import { getFunnel } from '@fairlead/contract/operations/eventNumbers';
import { Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useProjectId } from '../../api/project.ts';
import { ask } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { Loaded, Waiting } from '../../parts/states.tsx';
import { useEventsChoice, useScopeQuery } from './eventsSearch.ts';
import { FirstEvent } from './FirstEvent.tsx';
import { FunnelBars } from './FunnelBars.tsx';
import { FunnelSteps } from './FunnelSteps.tsx';
import { useEventNames } from './useEventNames.ts';

/** How many people go from one event to the next. */
export function Funnel() {
  const params = { projectId: useProjectId() };
  const [choice, change] = useEventsChoice();
  const { steps, hours } = choice;
  const names = useEventNames(steps);
  const isWhole = steps.length > 1;
  const body = { ...useScopeQuery(), steps: [...steps], windowHours: hours };
  const funnel = useQuery({
    ...ask(getFunnel, { params, body }),
    enabled: isWhole,
    placeholderData: keepPreviousData,
  });
  if (names === undefined) return <Waiting rows={3} height={140} />;
  if (names.length === 0) return <FirstEvent />;
  return (
    <Stack gap="lg">
      <Card
        title="Steps"
        about="Other events may happen in between. The address of this page keeps your choice."
      >
        <FunnelSteps steps={steps} hours={hours} names={names} onChange={change} />
      </Card>
      <Card
        title="How far people get"
        about="Whoever repeats a step counts once, by the attempt that got furthest."
      >
        {isWhole ? (
          <Loaded query={funnel} waiting={<Waiting rows={steps.length} height={48} />}>
            {(data) => <FunnelBars steps={data.steps} />}
          </Loaded>
        ) : (
          <Text size="sm" c="dimmed">
            Choose at least two events.
          </Text>
        )}
      </Card>
    </Stack>
  );
}
