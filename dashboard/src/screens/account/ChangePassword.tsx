import { changePassword } from '@fairlead/contract/operations/dashboard/account';
import { listSessions } from '@fairlead/contract/operations/dashboard/session';
import { PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { session } from '../../api/session.ts';
import { useWrite } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { Form } from '../../parts/form/Form.tsx';
import { Submit } from '../../parts/form/Submit.tsx';
import { NewPassword } from '../signIn/NewPassword.tsx';

export function ChangePassword() {
  const form = useForm({ initialValues: { currentPassword: '', newPassword: '' } });
  const change = useWrite(changePassword, {
    quiet: true,
    changes: [listSessions],
    done: 'Your password is changed. You were signed out everywhere else.',
    onDone: (renewed) => {
      session.begin(renewed);
      form.reset();
    },
  });
  return (
    <Card title="Password" about="A new one signs you out everywhere else. Passkeys go on working.">
      <Form form={form} error={change.error} onSend={(body) => change.mutate({ body })}>
        <Stack maw={420}>
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            {...form.getInputProps('currentPassword')}
          />
          <NewPassword label="New password" {...form.getInputProps('newPassword')} />
          <Submit write={change}>Change password</Submit>
        </Stack>
      </Form>
    </Card>
  );
}
