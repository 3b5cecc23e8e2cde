import { listDomains, type ProjectDomain } from '@fairlead/contract/operations/dashboard/domains';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useProjectId, useRights } from '../../api/project.ts';
import { ask } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { Page } from '../../parts/Page.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { AddDomain } from './AddDomain.tsx';
import { DomainCard } from './DomainCard.tsx';

/** Milliseconds between automatic refreshes of a page with an unverified domain. */
const LOOK_AGAIN = 20_000;

export function Domains() {
  const projectId = useProjectId();
  const { admin } = useRights();
  const domains = useQuery({
    ...ask(listDomains, { params: { projectId } }),
    refetchInterval: ({ state }) => (state.data?.domains.some(isPending) ? LOOK_AGAIN : false),
  });
  return (
    <Page title="Domains" about="The hosts your links live on. New links use the primary domain.">
      {admin && <AddDomain projectId={projectId} />}
      <Loaded query={domains}>
        {({ domains: list }) =>
          list.length === 0 ? (
            <Card>
              <Empty title="No domains yet">
                Add one you own, such as go.example.com, and set two DNS records. Links can be
                created as soon as it is verified.
              </Empty>
            </Card>
          ) : (
            <Stack>
              {list.map((domain) => (
                <DomainCard key={domain.id} domain={domain} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Page>
  );
}

function isPending(domain: ProjectDomain): boolean {
  return domain.status === 'pending';
}
