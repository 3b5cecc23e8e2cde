import {
  sendVerification,
  updateCurrentUser,
} from '@fairlead/contract/operations/dashboard/account';
import { getCurrentUser, type Me } from '@fairlead/contract/operations/dashboard/session';
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { Form } from '../../parts/form/Form.tsx';
import { Submit } from '../../parts/form/Submit.tsx';

/** Name and email, and sending the email that verifies it. */
export function Profile({ user }: { readonly user: Me }) {
  const form = useForm({ initialValues: { name: user.name } });
  const save = useWrite(updateCurrentUser, {
    quiet: true,
    changes: [getCurrentUser],
    done: 'Saved.',
  });
  const verify = useWrite(sendVerification, { done: `An email is on its way to ${user.email}.` });
  return (
    <Card title="Profile">
      <Form form={form} error={save.error} onSend={(body) => save.mutate({ body })}>
        <Stack maw={420}>
          <TextInput label="Email" value={user.email} readOnly />
          {!user.emailVerified && (
            <Alert color="yellow">
              <Group justify="space-between" gap="xs">
                <Text size="sm">This address is not confirmed yet.</Text>
                <Button
                  size="xs"
                  variant="default"
                  loading={verify.isPending}
                  onClick={() => verify.mutate({})}
                >
                  Send me the link
                </Button>
              </Group>
            </Alert>
          )}
          <TextInput label="Name" autoComplete="name" required {...form.getInputProps('name')} />
          <Submit write={save} disabled={form.values.name === user.name}>
            Save
          </Submit>
        </Stack>
      </Form>
    </Card>
  );
}
