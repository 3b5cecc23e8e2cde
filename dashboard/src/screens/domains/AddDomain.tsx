import { addDomain, listDomains } from '@fairlead/contract/operations/dashboard/domains';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { FormError } from '../../parts/states.tsx';
import { UseServerDomain } from './UseServerDomain.tsx';

export function AddDomain({ projectId }: { readonly projectId: string }) {
  const [host, setHost] = useState('');
  const add = useWrite(addDomain, {
    quiet: true,
    changes: [listDomains],
    onDone: () => setHost(''),
  });
  return (
    <Card>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate({ params: { projectId }, body: { host: host.trim() } });
        }}
      >
        <Stack gap="sm">
          <Group align="flex-end" gap="sm">
            <TextInput
              label="Add a domain"
              description="A subdomain kept for links works best."
              placeholder="go.example.com"
              required
              value={host}
              onChange={(event) => setHost(event.currentTarget.value)}
              style={{ flex: '1 1 16rem', maxWidth: 420 }}
              autoCapitalize="none"
              spellCheck={false}
            />
            <Button type="submit" loading={add.isPending}>
              Add the domain
            </Button>
          </Group>
          <FormError error={add.error} />
          <UseServerDomain projectId={projectId} />
        </Stack>
      </form>
    </Card>
  );
}
