import { listProjectLinks, type ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { SEARCH_LIMITS } from '@fairlead/contract/searchLimits';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ask } from '../../api/queries.ts';

/** Milliseconds without a key after which the server is asked. */
const REST = 200;
const SHOWN = 8;

/**
 * The project's links that match a text, newest first. Until the server has answered, those of its last answer that still match:
 * the list gets shorter with every key, and none changes its place.
 */
export function useFoundLinks(typed: string, wanted: boolean) {
  const { projectId = '' } = useParams({ strict: false });
  const text = typed.trim().slice(0, SEARCH_LIMITS.searchLength);
  const [search] = useDebouncedValue(text, REST);
  const enabled = wanted && projectId !== '';
  const found = useQuery({
    ...ask(listProjectLinks, {
      params: { projectId },
      query: { limit: SHOWN, ...(search !== '' && { search }) },
    }),
    enabled,
    placeholderData: keepPreviousData,
  });
  if (!enabled) return { links: [], total: 0, waiting: false, error: null };
  const waiting = search !== text || found.isPending || found.isPlaceholderData;
  const links = found.data?.links ?? [];
  return {
    links: waiting ? links.filter((link) => has(link, text)) : links,
    total: waiting ? 0 : (found.data?.total ?? 0),
    waiting: waiting && !found.isError,
    error: found.error,
  };
}

function has({ name, slug, externalId, fallbackUrl }: ProjectLink, text: string): boolean {
  return [name, slug, externalId, fallbackUrl].some((value) =>
    value?.toLowerCase().includes(text.toLowerCase()),
  );
}
