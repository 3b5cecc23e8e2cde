import type { ProjectDomain } from '@fairlead/contract/operations/dashboard/domains';
import { Stack, Text } from '@mantine/core';
import { AddDomain } from '../domains/AddDomain.tsx';
import { DomainCard } from '../domains/DomainCard.tsx';

export function DomainStep({
  projectId,
  domains,
}: {
  readonly projectId: string;
  readonly domains: readonly ProjectDomain[];
}) {
  return (
    <Stack>
      <Text size="sm">
        Links live on a domain of yours, such as go.example.com. Two DNS records prove that it is
        yours and route visitors here.
      </Text>
      {domains.map((domain) => (
        <DomainCard key={domain.id} domain={domain} />
      ))}
      {domains.length === 0 && <AddDomain projectId={projectId} />}
    </Stack>
  );
}
