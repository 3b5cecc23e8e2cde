import { listDomains, useServerDomain } from '@fairlead/contract/operations/dashboard/domains';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask, useWrite } from '../../api/queries.ts';

/** The domain that needs no DNS; nothing if the project has it or the server has none to share. */
export function UseServerDomain({ projectId }: { readonly projectId: string }) {
  const params = { projectId };
  const { data } = useQuery(ask(listDomains, { params }));
  const use = useWrite(useServerDomain, {
    changes: [listDomains],
    done: ({ host }) => `Links can be made on ${host} now.`,
  });
  if (!data?.serverDomain) return null;
  return (
    <Group gap="sm">
      <Text size="sm">{`No DNS at hand? This server has a domain for you under ${data.serverDomain}.`}</Text>
      <Button
        size="sm"
        variant="default"
        loading={use.isPending}
        onClick={() => use.mutate({ params })}
      >
        Use it
      </Button>
    </Group>
  );
}
