import { createProjectLink, listProjectLinks } from '@fairlead/contract/operations/dashboard/links';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../api/queries.ts';
import { TextLink } from '../../parts/links.tsx';
import { FormError } from '../../parts/states.tsx';

export function FirstLinkStep({
  projectId,
  onDone,
}: {
  readonly projectId: string;
  readonly onDone: () => void;
}) {
  const form = useForm({ initialValues: { name: '', fallbackUrl: '' } });
  const create = useWrite(createProjectLink, {
    quiet: true,
    changes: [listProjectLinks],
    done: ({ shortUrl }) => `${shortUrl} is ready.`,
    onDone,
  });
  return (
    <form
      onSubmit={form.onSubmit(({ name, fallbackUrl }) =>
        create.mutate({
          params: { projectId },
          body: { type: 'dynamic', ...(name !== '' && { name }), fallbackUrl: fallbackUrl.trim() },
        }),
      )}
    >
      <Stack maw={480}>
        <Text size="sm">
          It opens your app where it is installed, and this address everywhere else. All options are
          under{' '}
          <TextLink to="/p/$projectId/links/new" params={{ projectId }}>
            New link
          </TextLink>
          .
        </Text>
        <TextInput
          label="Name"
          placeholder="Summer sale"
          maxLength={255}
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Leads to"
          type="url"
          required
          placeholder="https://example.com/summer"
          {...form.getInputProps('fallbackUrl')}
        />
        <FormError error={create.error} />
        <Group>
          <Button type="submit" loading={create.isPending}>
            Create the link
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
