import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { DayInput } from '../../parts/form/DayInput.tsx';
import {
  type InstallationFilters,
  PLATFORMS,
  readInstallationFilters,
} from './installationFilters.ts';
import { LinkSelect } from './LinkSelect.tsx';
import type { outcomeOptions } from './outcomes.ts';

interface FilterBarProps {
  readonly filters: InstallationFilters;
  readonly outcomes: ReturnType<typeof outcomeOptions>;
  readonly onChange: (filters: InstallationFilters) => void;
}

/** Which installations are shown: by phone, outcome, link and the days of their first open. */
export function InstallationFilterBar({ filters, outcomes, onChange }: FilterBarProps) {
  const change = (to: Partial<Record<keyof InstallationFilters, unknown>>) =>
    onChange(readInstallationFilters({ ...filters, ...to }));
  const choose = (value: string | null) => {
    const isMatch = outcomes[0]?.items.some((item) => item.value === value);
    change({ match: isMatch ? value : undefined, reason: isMatch ? undefined : value });
  };
  return (
    <Group gap="sm" align="flex-end" className="filter-bar">
      <DeviceField device={filters.device ?? ''} onChange={(device) => change({ device })} />
      <Select
        label="Phone"
        placeholder="All"
        data={PLATFORMS.map((platform) => ({ ...platform }))}
        value={filters.platform ?? null}
        onChange={(platform) => change({ platform })}
        clearable
        w={140}
      />
      <Select
        label="Outcome"
        placeholder="All"
        data={outcomes}
        value={filters.reason ?? filters.match ?? null}
        onChange={choose}
        clearable
        maxDropdownHeight={380}
        comboboxProps={{ width: 320, position: 'bottom-start' }}
        w={200}
      />
      <LinkSelect
        placeholder="All"
        value={filters.link ?? null}
        onChange={(link) => change({ link })}
        clearable
        w={150}
      />
      {(['from', 'to'] as const).map((bound) => (
        <DayInput
          key={bound}
          label={bound === 'from' ? 'First seen from' : 'First seen to'}
          value={filters[bound] ?? ''}
          onChange={(day) => change({ [bound]: day })}
          w={140}
        />
      ))}
      {Object.keys(filters).length > 0 && (
        <Button variant="subtle" px="xs" onClick={() => onChange({})}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}

function DeviceField({
  device,
  onChange,
}: {
  readonly device: string;
  readonly onChange: (device: string) => void;
}) {
  const [text, setText] = useState(device);
  const latest = useRef(onChange);
  latest.current = onChange;
  const apply = useDebouncedCallback((value: string) => latest.current(value.trim()), 250);
  // Cleared, or changed by going back.
  useEffect(() => setText((now) => (now.trim() === device ? now : device)), [device]);
  return (
    <TextInput
      label="Device"
      type="search"
      placeholder="Maker or model"
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        apply(event.currentTarget.value);
      }}
      style={{ flex: '1 1 8rem' }}
    />
  );
}
