import type { Cohorts as Found } from '@fairlead/contract/eventNumbers';
import { getCohorts } from '@fairlead/contract/operations/eventNumbers';
import { Group, SegmentedControl, Select, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useProjectId } from '../../api/project.ts';
import { ask } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { Empty, Loaded, Waiting } from '../../parts/states.tsx';
import { CohortTable } from './CohortTable.tsx';
import {
  type ChangeChoice,
  type EventsChoice,
  type Measure,
  UNITS,
  useEventsChoice,
  useScopeQuery,
} from './eventsSearch.ts';

const MEASURES = [
  {
    value: 'classic',
    label: 'Retention: on the day',
    about: 'The share of the people who were active on exactly that day after their install.',
  },
  {
    value: 'rolling',
    label: 'Retention: on the day or later',
    about:
      'The share of the people who were active on that day after their install or on any later one.',
  },
  {
    value: 'cumulative',
    label: 'Retention: up to the day',
    about:
      'The share of the people who came back on any day from the first after their install to that one.',
  },
  {
    value: 'revenue',
    label: 'Revenue per person',
    about:
      'What the people of a cohort have spent up to that day, less refunds, divided by how many they are.',
  },
] as const satisfies readonly { value: Measure; label: string; about: string }[];

/** Who stays, and what people are worth, by when they installed the app. */
export function Cohorts() {
  const projectId = useProjectId();
  const [choice, change] = useEventsChoice();
  const query = { ...useScopeQuery(), unit: choice.unit };
  const cohorts = useQuery({
    ...ask(getCohorts, { params: { projectId }, query }),
    placeholderData: keepPreviousData,
  });
  const currencies = cohorts.data === undefined ? [] : currenciesOf(cohorts.data);
  const currency = currencies.find((each) => each === choice.currency) ?? currencies[0];
  const measure = MEASURES.find(({ value }) => value === choice.measure) ?? MEASURES[0];
  return (
    <Stack gap="lg">
      <CohortFilters
        choice={choice}
        currencies={currencies}
        currency={currency}
        onChange={change}
      />
      <Loaded query={cohorts} waiting={<Waiting rows={6} height={40} />}>
        {(data) =>
          data.cohorts.some(({ installs }) => installs > 0) ? (
            <Card title={measure.label} about={measure.about}>
              <CohortTable data={data} measure={choice.measure} currency={currency} />
            </Card>
          ) : (
            <div className="card">
              <Empty title="No installs in this period">
                A cohort is made of the people who opened the app for the first time on the same
                day, or in the same week or month.
              </Empty>
            </div>
          )
        }
      </Loaded>
    </Stack>
  );
}

const currenciesOf = ({ total }: Found): string[] => [
  ...new Set(total.flatMap(({ revenue }) => revenue.map(({ currency }) => currency))),
];

interface CohortFiltersProps {
  readonly choice: EventsChoice;
  readonly currencies: readonly string[];
  readonly currency: string | undefined;
  readonly onChange: ChangeChoice;
}

function CohortFilters({ choice, currencies, currency, onChange }: CohortFiltersProps) {
  return (
    <Group gap="sm" align="flex-end" className="filter-bar">
      <Select
        label="Show"
        data={MEASURES.map(({ value, label }) => ({ value, label }))}
        value={choice.measure}
        onChange={(measure) => onChange({ measure })}
        allowDeselect={false}
        w={260}
      />
      {choice.measure === 'revenue' && currencies.length > 1 && (
        <Select
          label="Currency"
          data={[...currencies]}
          value={currency ?? null}
          onChange={(code) => onChange({ currency: code })}
          allowDeselect={false}
          w={110}
        />
      )}
      <SegmentedControl
        aria-label="Cohorts by"
        data={UNITS.map((unit) => ({ ...unit }))}
        value={choice.unit}
        onChange={(unit) => onChange({ unit })}
      />
    </Group>
  );
}
