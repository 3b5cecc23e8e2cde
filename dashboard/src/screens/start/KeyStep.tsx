import { createAppKey, listAppKeys } from '@fairlead/contract/operations/dashboard/appKeys';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useWrite } from '../../api/queries.ts';
import { TextLink } from '../../parts/links.tsx';
import { showSecret } from '../../parts/dialogs/showSecret.tsx';
import { FormError } from '../../parts/states.tsx';

export function KeyStep({
  projectId,
  onDone,
}: {
  readonly projectId: string;
  readonly onDone: () => void;
}) {
  const create = useWrite(createAppKey, {
    quiet: true,
    changes: [listAppKeys],
    onDone: ({ text }) => {
      showSecret('Key of your app', text);
      onDone();
    },
  });
  return (
    <Stack>
      <Text size="sm">
        Your app sends a publishable key with each request. More keys, and secret ones for servers,
        are under{' '}
        <TextLink to="/p/$projectId/keys" params={{ projectId }}>
          API keys
        </TextLink>
        .
      </Text>
      <FormError error={create.error} />
      <Group>
        <Button
          loading={create.isPending}
          onClick={() =>
            create.mutate({ params: { projectId }, body: { name: 'App', class: 'publishable' } })
          }
        >
          Create a key for the app
        </Button>
      </Group>
    </Stack>
  );
}
