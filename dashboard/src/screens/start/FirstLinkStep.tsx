import { createProjectLink, listProjectLinks } from '@fairlead/contract/operations/dashboard/links';
import { Stack, Text, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { useWrite } from '../../api/queries.ts';
import { Form } from '../../parts/form/Form.tsx';
import { Submit } from '../../parts/form/Submit.tsx';
import { TextLink } from '../../parts/links.tsx';
import { withScheme } from '../../parts/form/webAddress.ts';
import { FIELD_LABELS } from '../../api/fieldLabels.ts';
import { LIMITS } from '@fairlead/contract/limits';

export function FirstLinkStep({
  projectId,
  onDone,
}: {
  readonly projectId: string;
  readonly onDone: () => void;
}) {
  const form = useForm({
    initialValues: { name: '', fallbackUrl: '' },
    validate: { fallbackUrl: isNotEmpty('Enter the page that the link leads to.') },
  });
  const create = useWrite(createProjectLink, {
    quiet: true,
    changes: [listProjectLinks],
    done: ({ shortUrl }) => `${shortUrl} is ready.`,
    onDone,
  });
  return (
    <Form
      form={form}
      error={create.error}
      onSend={({ name, fallbackUrl }) =>
        create.mutate({
          params: { projectId },
          body: {
            type: 'dynamic',
            ...(name !== '' && { name }),
            fallbackUrl: withScheme(fallbackUrl),
          },
        })
      }
    >
      <Stack maw={480}>
        <Text size="sm">
          It opens your app where it is installed, and this page everywhere else. All options are
          under{' '}
          <TextLink to="/p/$projectId/links/new" params={{ projectId }}>
            New link
          </TextLink>
          .
        </Text>
        <TextInput
          label={FIELD_LABELS.fallbackUrl}
          inputMode="url"
          required
          placeholder="https://example.com/summer"
          {...form.getInputProps('fallbackUrl')}
        />
        <TextInput
          label="Name"
          placeholder="Summer sale"
          maxLength={LIMITS.nameLength}
          {...form.getInputProps('name')}
        />
        <Submit write={create}>Create link</Submit>
      </Stack>
    </Form>
  );
}
