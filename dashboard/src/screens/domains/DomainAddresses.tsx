import {
  listDomains,
  type ProjectDomain,
  setDomainAddresses,
} from '@fairlead/contract/operations/dashboard/domains';
import { Stack, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useProjectId, useRights } from '../../api/project.ts';
import { useWrite } from '../../api/queries.ts';
import { Form } from '../../parts/form/Form.tsx';
import { Submit } from '../../parts/form/Submit.tsx';
import { withScheme } from '../../parts/form/webAddress.ts';

/** Where visitors of the domain go who name no link. */
export function DomainAddresses({ domain }: { readonly domain: ProjectDomain }) {
  const params = { projectId: useProjectId(), domainId: domain.id };
  const { admin } = useRights();
  const form = useForm({
    initialValues: { rootUrl: domain.rootUrl ?? '', notFoundUrl: domain.notFoundUrl ?? '' },
  });
  const save = useWrite(setDomainAddresses, {
    quiet: true,
    changes: [listDomains],
    done: `Saved for ${domain.host}.`,
  });
  return (
    <Stack gap="sm" mt="lg">
      <Title order={3}>Without a link</Title>
      <Form
        form={form}
        error={save.error}
        onSend={({ rootUrl, notFoundUrl }) =>
          save.mutate({
            params,
            body: {
              rootUrl: withScheme(rootUrl) || null,
              notFoundUrl: withScheme(notFoundUrl) || null,
            },
          })
        }
      >
        <Stack gap="sm" maw={520}>
          <TextInput
            label="The domain itself leads to"
            description={`Whoever opens https://${domain.host}/. If empty, a page says that there is nothing.`}
            placeholder="https://example.com"
            inputMode="url"
            readOnly={!admin}
            {...form.getInputProps('rootUrl')}
          />
          <TextInput
            label="Links that do not exist lead to"
            description="Such as mistyped ones, and those of a service that you have left."
            placeholder="https://example.com/not-found"
            inputMode="url"
            readOnly={!admin}
            {...form.getInputProps('notFoundUrl')}
          />
          {admin && (
            <Submit write={save} size="sm" variant="default">
              Save addresses
            </Submit>
          )}
        </Stack>
      </Form>
    </Stack>
  );
}
