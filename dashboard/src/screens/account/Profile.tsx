import {
  sendVerification,
  updateCurrentUser,
} from '@fairlead/contract/operations/dashboard/account';
import { getCurrentUser, type Me } from '@fairlead/contract/operations/dashboard/session';
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { FormError } from '../../parts/states.tsx';

/** Name and address, and the mail that proves the address. */
export function Profile({ user }: { readonly user: Me }) {
  const [name, setName] = useState(user.name);
  const save = useWrite(updateCurrentUser, {
    quiet: true,
    changes: [getCurrentUser],
    done: 'Saved.',
  });
  const verify = useWrite(sendVerification, { done: `A mail is on its way to ${user.email}.` });
  return (
    <Card title="You">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ body: { name } });
        }}
      >
        <Stack maw={420}>
          <TextInput label="E-mail" value={user.email} readOnly />
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
                  Mail me the link
                </Button>
              </Group>
            </Alert>
          )}
          <TextInput
            label="Name"
            autoComplete="name"
            required
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <FormError error={save.error} />
          <Group>
            <Button type="submit" disabled={name === user.name} loading={save.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
