import type { EventDimension } from '@fairlead/contract/eventNumbers';
import { Group, Select } from '@mantine/core';
import {
  type ChangeChoice,
  CREDITS,
  DIMENSIONS,
  type EventsChoice,
  SPEAKER_CHOICES,
} from './eventsSearch.ts';
import { useEventNames } from './useEventNames.ts';

interface DimensionSelectProps {
  readonly value: EventDimension;
  readonly onChange: (value: string | null) => void;
}

export const DimensionSelect = (props: DimensionSelectProps) => (
  <Select
    label="Break down by"
    data={Object.entries(DIMENSIONS).map(([value, { label }]) => ({ value, label }))}
    allowDeselect={false}
    w={160}
    {...props}
  />
);

interface EventFiltersProps {
  readonly choice: EventsChoice;
  readonly onChange: ChangeChoice;
}

/** Which events are shown, and by what. */
export function EventFilters({ choice, onChange }: EventFiltersProps) {
  const { name, saidBy, credit, by } = choice;
  const names = useEventNames(name === undefined ? [] : [name]) ?? [];
  return (
    <Group gap="sm" align="flex-end" className="filter-bar">
      <Select
        label="Events"
        data={CREDITS.map((each) => ({ ...each }))}
        value={credit}
        onChange={(value) => onChange({ credit: value })}
        allowDeselect={false}
        w={260}
      />
      <DimensionSelect value={by} onChange={(value) => onChange({ by: value })} />
      <Select
        label="Name"
        placeholder="All"
        data={[...names]}
        value={name ?? null}
        onChange={(value) => onChange({ name: value })}
        searchable
        clearable
        w={200}
      />
      <Select
        label="Said by"
        placeholder="All"
        data={SPEAKER_CHOICES}
        value={saidBy ?? null}
        onChange={(value) => onChange({ saidBy: value })}
        clearable
        w={180}
      />
    </Group>
  );
}
