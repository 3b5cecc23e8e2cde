import { listDomains } from '@fairlead/contract/operations/dashboard/domains';
import { useQuery } from '@tanstack/react-query';
import { useProjectId } from '../../../api/project.ts';
import { ask } from '../../../api/queries.ts';

/** Hosts that new links of the project can have, the primary one first; undefined until they are known. */
export function useVerifiedHosts(): readonly string[] | undefined {
  const { data } = useQuery(ask(listDomains, { params: { projectId: useProjectId() } }));
  return data?.domains
    .filter(({ status }) => status === 'verified')
    .toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
    .map(({ host }) => host);
}
