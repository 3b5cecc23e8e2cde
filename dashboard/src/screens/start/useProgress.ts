import { listAppKeys } from '@fairlead/contract/operations/dashboard/appKeys';
import { listDomains, type ProjectDomain } from '@fairlead/contract/operations/dashboard/domains';
import { listProjectLinks, type ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../api/queries.ts';

export interface Progress {
  readonly domains: readonly ProjectDomain[];
  /** The verified domain that new links get. */
  readonly domain: ProjectDomain | undefined;
  readonly hasKey: boolean;
  readonly link: ProjectLink | undefined;
  readonly clicked: boolean;
}

/** Milliseconds between automatic checks while a domain waits for its DNS. */
const LOOK_AGAIN = 5000;

/** The progress of the project; undefined until known. */
export function useProgress(projectId: string): Progress | undefined {
  const params = { projectId };
  const domains = useQuery({
    ...ask(listDomains, { params }),
    refetchInterval: ({ state }) =>
      state.data?.domains.some(({ status }) => status === 'pending') ? LOOK_AGAIN : false,
  });
  const keys = useQuery(ask(listAppKeys, { params }));
  const links = useQuery(
    ask(listProjectLinks, { params, query: { limit: 1, sortBy: 'clickCount', sortOrder: 'desc' } }),
  );
  if (!domains.data || !keys.data || !links.data) return undefined;
  const verified = domains.data.domains.filter(({ status }) => status === 'verified');
  const [link] = links.data.links;
  return {
    domains: domains.data.domains,
    domain: verified.find(({ isPrimary }) => isPrimary) ?? verified[0],
    hasKey: keys.data.keys.some(({ state }) => state !== 'ended'),
    link,
    clicked: (link?.stats.clicks ?? 0) > 0,
  };
}
