import { explainLink, simulateVisit } from '@fairlead/contract/operations/explain';
import { SIMULATED_VISITORS } from '@fairlead/contract/simulatedVisitors';
import type { Rule, Variant } from '@fairlead/contract/rules';
import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useProjectId } from '../../../api/project.ts';
import { ask, useWrite } from '../../../api/queries.ts';
import { CallRefused } from '../../../parts/states.tsx';
import { PersonFields } from './PersonFields.tsx';
import { NOBODY, personOf, type PersonValues } from './personValues.ts';
import { SimulatedOutcome } from './SimulatedOutcome.tsx';

interface SimulatorProps {
  readonly linkId: string;
  readonly timeZone: string;
  /** Rules and variants that are not saved yet; undefined: those of the link. */
  readonly routes?: () => { readonly rules: Rule[]; readonly variants: Variant[] | null };
}

/** A visitor of one's own making, and what the link does for them. No form of its own: it is also part of one. */
export function Simulator({ linkId, timeZone, routes }: SimulatorProps) {
  const form = useForm<PersonValues>({ initialValues: NOBODY });
  const { data } = useQuery(ask(explainLink, { params: { projectId: useProjectId(), linkId } }));
  const titles = new Map(data?.visits.map(({ as, title }) => [as, title]));
  const simulate = useWrite(simulateVisit, { quiet: true });
  const run = () =>
    simulate.mutate({
      params: { id: linkId },
      body: { visitor: personOf(form.getValues(), timeZone), ...routes?.() },
    });
  return (
    <Stack>
      <PersonFields
        form={form}
        timeZone={timeZone}
        devices={SIMULATED_VISITORS.map((value) => ({ value, label: titles.get(value) ?? value }))}
        onEnter={run}
      />
      <Group>
        <Button variant="default" loading={simulate.isPending} onClick={run}>
          Try this visitor
        </Button>
      </Group>
      <div aria-live="polite">
        {simulate.data && !simulate.isError && <SimulatedOutcome visit={simulate.data} />}
      </div>
      <CallRefused error={simulate.error} />
    </Stack>
  );
}
