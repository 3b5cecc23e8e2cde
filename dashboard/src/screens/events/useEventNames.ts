import { getEventNumbers } from '@fairlead/contract/operations/eventNumbers';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useProjectId } from '../../api/project.ts';
import { ask } from '../../api/queries.ts';
import { useWindowQuery } from './eventsSearch.ts';

/** The names of the events in the period, the most common first, and those that are chosen anyway. Undefined until they are known. */
export function useEventNames(chosen: readonly string[]): readonly string[] | undefined {
  const params = { projectId: useProjectId() };
  const query = { ...useWindowQuery(), by: 'name' } as const;
  const { data } = useQuery({
    ...ask(getEventNumbers, { params, query }),
    placeholderData: keepPreviousData,
  });
  if (data === undefined) return undefined;
  const known = data.groups.flatMap(({ value, events }) =>
    value === null || events === 0 ? [] : [value],
  );
  return [...new Set([...known, ...chosen])];
}
