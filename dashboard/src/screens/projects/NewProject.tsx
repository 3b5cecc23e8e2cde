import { createProject, listProjects } from '@fairlead/contract/operations/dashboard/projects';
import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useWrite } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { Form } from '../../parts/form/Form.tsx';
import { Submit } from '../../parts/form/Submit.tsx';
import { Page } from '../../parts/Page.tsx';
import { withScheme } from '../../parts/form/webAddress.ts';

/** A project: one app with its domains, links and people. */
export function NewProject() {
  const navigate = useNavigate();
  const form = useForm({ initialValues: { name: '', defaultUrl: '' } });
  const create = useWrite(createProject, {
    quiet: true,
    changes: [listProjects],
    onDone: ({ id }) => navigate({ to: '/p/$projectId/start', params: { projectId: id } }),
  });
  return (
    <Page
      narrow
      title="New project"
      about="One project for each app, with its own domains, links, keys and people."
    >
      <Card>
        <Form
          form={form}
          error={create.error}
          onSend={({ name, defaultUrl }) => {
            const url = withScheme(defaultUrl);
            create.mutate({ body: { name, ...(url !== '' && { defaultUrl: url }) } });
          }}
        >
          <Stack maw={480}>
            <TextInput
              label="Name"
              placeholder="Harbour Coffee"
              required
              {...form.getInputProps('name')}
            />
            <TextInput
              label="Default URL"
              description="Where visitors go when a link has no destination for them. You can set it later."
              inputMode="url"
              placeholder="https://example.com"
              {...form.getInputProps('defaultUrl')}
            />
            <Submit write={create}>Create project</Submit>
          </Stack>
        </Form>
      </Card>
    </Page>
  );
}
