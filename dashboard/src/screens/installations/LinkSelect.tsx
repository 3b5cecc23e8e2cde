import { getProjectLink, listProjectLinks } from '@fairlead/contract/operations/dashboard/links';
import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProjectId } from '../../api/project.ts';
import { ask } from '../../api/queries.ts';

const REST = 250;
const SHOWN = 20;

/** One of the links that match what is typed, newest first. */
export function LinkSelect(input: SelectProps) {
  const projectId = useProjectId();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, REST);
  const { data } = useQuery({
    ...ask(listProjectLinks, {
      params: { projectId },
      query: { limit: SHOWN, ...(search !== '' && { search }) },
    }),
    placeholderData: keepPreviousData,
  });
  const links = data?.links ?? [];
  // It may be none of those, or deleted.
  const linkId = input.value ?? '';
  const chosen = useQuery({
    ...ask(getProjectLink, { params: { projectId, linkId } }),
    enabled: linkId !== '' && !links.some(({ id }) => id === linkId),
  });
  const options = links.map(({ id, name, slug }) => ({ value: id, label: name ?? slug }));
  if (chosen.data) {
    options.unshift({ value: linkId, label: chosen.data.name ?? chosen.data.slug });
  } else if (chosen.isError) options.unshift({ value: linkId, label: 'A deleted link' });
  return (
    <Select
      label="Link"
      placeholder="Name or slug"
      searchable
      data={options.filter(({ value }, at) => options.findIndex((o) => o.value === value) === at)}
      // The server has chosen them.
      filter={({ options: all }) => all}
      onSearchChange={setTyped}
      nothingFoundMessage="No matching links"
      {...input}
    />
  );
}
