import { addDomain, listDomains } from '@fairlead/contract/operations/dashboard/domains';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { Form } from '../../parts/form/Form.tsx';
import { FormError } from '../../parts/states.tsx';
import { UseServerDomain } from './UseServerDomain.tsx';

export function AddDomain({ projectId }: { readonly projectId: string }) {
  const form = useForm({ initialValues: { host: '' } });
  const add = useWrite(addDomain, {
    quiet: true,
    changes: [listDomains],
    onDone: () => form.reset(),
  });
  return (
    <Card>
      <Form
        form={form}
        error={add.error}
        onSend={({ host }) => add.mutate({ params: { projectId }, body: { host: host.trim() } })}
      >
        <Stack gap="sm">
          <Group align="flex-start" gap="sm" className="field-and-button">
            <TextInput
              label="Add a domain"
              description="A subdomain used only for links works best."
              placeholder="go.example.com"
              required
              {...form.getInputProps('host')}
              style={{ flex: '1 1 16rem', maxWidth: 420 }}
              autoCapitalize="none"
              spellCheck={false}
            />
            <Button type="submit" loading={add.isPending}>
              Add domain
            </Button>
          </Group>
          <FormError error={add.error} />
          <UseServerDomain projectId={projectId} />
        </Stack>
      </Form>
    </Card>
  );
}
