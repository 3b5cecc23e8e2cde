import { createProject, listProjects } from '@fairlead/contract/operations/dashboard/projects';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useWrite } from '../api/queries.ts';
import { Card } from '../parts/Card.tsx';
import { Page } from '../parts/Page.tsx';
import { FormError } from '../parts/states.tsx';

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
      title="New project"
      about="One project for each app, with its own domains, links, keys and people."
    >
      <Card>
        <form
          onSubmit={form.onSubmit(({ name, defaultUrl }) =>
            create.mutate({ body: { name, ...(defaultUrl !== '' && { defaultUrl }) } }),
          )}
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
              description="Where visitors go when a link says nothing better. You can set it later."
              type="url"
              placeholder="https://example.com"
              {...form.getInputProps('defaultUrl')}
            />
            <FormError error={create.error} />
            <Group>
              <Button type="submit" loading={create.isPending}>
                Create the project
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
    </Page>
  );
}
