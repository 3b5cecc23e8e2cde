import { ActionIcon, Button, Collapse, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { Search, SlidersHorizontal, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { FolderSelect } from '../folders/FolderSelect.tsx';
import { TagPills, TagSelect } from '../tags/TagFilter.tsx';
import { DayInput } from '../../../parts/form/DayInput.tsx';
import { isFiltered, type LinkFilters, type LinkSort, type Shown } from './linkFilters.ts';

interface FilterBarProps {
  readonly filters: LinkFilters;
  readonly onChange: (filters: LinkFilters) => void;
}

const SORTS: { value: `${LinkSort} ${'asc' | 'desc'}`; label: string }[] = [
  { value: 'createdAt desc', label: 'Newest first' },
  { value: 'createdAt asc', label: 'Oldest first' },
  { value: 'clickCount desc', label: 'Most clicks' },
  { value: 'clickCount asc', label: 'Fewest clicks' },
  { value: 'installCount desc', label: 'Most installs' },
  { value: 'lastClickedAt desc', label: 'Last clicked' },
  { value: 'name asc', label: 'Name, A to Z' },
  { value: 'name desc', label: 'Name, Z to A' },
];

const LAST_DELETED = { value: 'deletedAt desc', label: 'Last deleted' } as const;

const SHOWN: { value: Shown | 'used'; label: string }[] = [
  { value: 'used', label: 'In use' },
  { value: 'archived', label: 'Archived' },
  { value: 'expired', label: 'Expired' },
  { value: 'proposed', label: 'To approve' },
  { value: 'deleted', label: 'Deleted' },
  { value: 'all', label: 'All' },
];

const DAY = 86_400_000;

/** Search, order, and the two ranges: when links were created, and the range in which to count. */
export function LinkFilterBar({ filters, onChange }: FilterBarProps) {
  const ranged = [
    filters.createdAfter,
    filters.createdBefore,
    filters.activeAfter,
    filters.activeBefore,
  ];
  const deleted = filters.show === 'deleted';
  const set = ranged.filter((value) => value !== undefined).length;
  const [more, { toggle }] = useDisclosure(set > 0);
  return (
    <div>
      <Group gap="xs" align="flex-end" className="filter-bar">
        <SearchField filters={filters} onChange={onChange} />
        <Select
          aria-label="Show"
          data={SHOWN}
          allowDeselect={false}
          value={filters.show ?? 'used'}
          onChange={(value) => {
            // What was deleted has an order of its own.
            const { show: _show, sortBy: _sortBy, sortOrder: _sortOrder, ...rest } = filters;
            const show = value === 'used' ? undefined : (value as Shown);
            onChange({ ...rest, ...(show !== undefined && { show }) });
          }}
          w={130}
        />
        <FolderSelect filters={filters} onChange={onChange} />
        <Select
          aria-label="Order"
          data={deleted ? [LAST_DELETED, ...SORTS] : SORTS}
          allowDeselect={false}
          value={`${filters.sortBy ?? (deleted ? 'deletedAt' : 'createdAt')} ${filters.sortOrder ?? 'desc'}`}
          onChange={(value) => {
            const [sortBy, sortOrder] = (value ?? 'createdAt desc').split(' ');
            onChange({
              ...filters,
              sortBy: sortBy as LinkSort,
              sortOrder: sortOrder === 'asc' ? 'asc' : 'desc',
            });
          }}
          w={150}
          className="order"
        />
        <TagSelect filters={filters} onChange={onChange} />
        <Button
          variant="default"
          leftSection={<SlidersHorizontal size={16} />}
          onClick={toggle}
          aria-expanded={more}
        >
          {set === 0 ? 'Dates' : `Dates (${set})`}
        </Button>
      </Group>
      <TagPills filters={filters} onChange={onChange} />
      <Collapse expanded={more}>
        <Ranges filters={filters} onChange={onChange} />
      </Collapse>
    </div>
  );
}

/** Nothing while nothing narrows the list. */
export function ClearFilters({ filters, onChange }: FilterBarProps) {
  if (!isFiltered(filters)) return null;
  const { sortBy, sortOrder } = filters;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      onClick={() =>
        onChange({
          ...(sortBy !== undefined && { sortBy }),
          ...(sortOrder !== undefined && { sortOrder }),
        })
      }
    >
      Clear filters
    </Button>
  );
}

function SearchField({ filters, onChange }: FilterBarProps) {
  const [text, setText] = useState(filters.search ?? '');
  const latest = useRef(filters);
  latest.current = filters;
  const field = useRef<HTMLInputElement>(null);
  const apply = useDebouncedCallback((value: string) => {
    const { search: _search, ...rest } = latest.current;
    onChange(value.trim() === '' ? rest : { ...rest, search: value.trim() });
  }, 250);
  // Cleared, or changed by going back.
  useEffect(
    () => setText((now) => (now.trim() === (filters.search ?? '') ? now : (filters.search ?? ''))),
    [filters.search],
  );
  return (
    <TextInput
      ref={field}
      aria-label="Search links"
      type="search"
      placeholder="Name, slug, external ID or destination"
      leftSection={<Search size={16} />}
      rightSection={
        text !== '' && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Clear search"
            onClick={() => {
              setText('');
              apply('');
              field.current?.focus();
            }}
          >
            <X size={14} />
          </ActionIcon>
        )
      }
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        apply(event.currentTarget.value);
      }}
      style={{ flex: '1 1 14rem' }}
    />
  );
}

/** The last day before the end of a range, and the end that a last day makes; nothing for nothing. */
const lastDay = (end = '') => (end === '' ? '' : shifted(Date.parse(end) - 1));
const dayAfter = (day: string) => (day === '' ? '' : shifted(Date.parse(day) + DAY));
const shifted = (moment: number) => new Date(moment).toISOString().slice(0, 10);

function Ranges({ filters, onChange }: FilterBarProps) {
  const put = (name: keyof LinkFilters, value: string) => {
    const { [name]: _old, ...rest } = filters;
    onChange(value === '' ? rest : { ...rest, [name]: value });
  };
  const momentOf = (day: string) => (day === '' ? '' : `${day}T00:00:00Z`);
  const since = (days: number) => {
    const { activeBefore: _end, ...rest } = filters;
    onChange({ ...rest, activeAfter: new Date(Date.now() - days * DAY).toISOString() });
  };
  return (
    <Group gap="lg" pt="sm" align="flex-end">
      <Group gap="xs" align="flex-end" role="group" aria-label="Created">
        <DayInput
          label="Created from"
          value={filters.createdAfter ?? ''}
          onChange={(day) => put('createdAfter', day)}
        />
        <DayInput
          label="Created to"
          value={lastDay(filters.createdBefore)}
          onChange={(day) => put('createdBefore', dayAfter(day))}
        />
      </Group>
      <Group gap="xs" align="flex-end" role="group" aria-label="Numbers">
        <DayInput
          label="Numbers from"
          value={filters.activeAfter?.slice(0, 10) ?? ''}
          onChange={(day) => put('activeAfter', momentOf(day))}
        />
        <DayInput
          label="Numbers to"
          value={lastDay(filters.activeBefore)}
          onChange={(day) => put('activeBefore', momentOf(dayAfter(day)))}
        />
        {[7, 30, 90].map((days) => (
          <Button key={days} variant="default" onClick={() => since(days)}>
            {`${days} days`}
          </Button>
        ))}
      </Group>
    </Group>
  );
}
