import { forgotPassword, resetPassword } from '@fairlead/contract/operations/dashboard/account';
import { Checkbox, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSearch } from '@tanstack/react-router';
import { useWrite } from '../../api/queries.ts';
import { Form } from '../../parts/form/Form.tsx';
import { Submit } from '../../parts/form/Submit.tsx';
import { ButtonLink, TextLink } from '../../parts/links.tsx';
import { PublicPage } from '../../parts/PublicPage.tsx';
import { EmailField } from './EmailField.tsx';
import { NewPassword } from './NewPassword.tsx';

/** Requests the email for setting a new password. */
export function ForgotPassword() {
  const form = useForm({ initialValues: { email: '' } });
  const send = useWrite(forgotPassword, { quiet: true });
  if (send.isSuccess) {
    return (
      <PublicPage title="Check your email">
        <Text size="sm">
          If {form.values.email} belongs to an account, an email with a link is on its way. The link
          works for an hour.
        </Text>
        <TextLink to="/sign-in">Back to sign in</TextLink>
      </PublicPage>
    );
  }
  return (
    <PublicPage title="Forgot your password?" about="We email you a link to set a new one.">
      <Form form={form} error={send.error} onSend={(body) => send.mutate({ body })}>
        <Stack gap="sm">
          <EmailField {...form.getInputProps('email')} />
          <Submit write={send} wide>
            Send email
          </Submit>
          <TextLink to="/sign-in" size="sm">
            Back to sign in
          </TextLink>
        </Stack>
      </Form>
    </PublicPage>
  );
}

/** Sets a new password with the token from the email. */
export function ResetPassword() {
  const { token = '' } = useSearch({ from: '/reset-password' });
  const form = useForm({ initialValues: { newPassword: '', removePasskeys: false } });
  const reset = useWrite(resetPassword, { quiet: true });
  if (reset.isSuccess) {
    return (
      <PublicPage title="Your password is set">
        <Text size="sm">
          You were signed out everywhere.{' '}
          {form.values.removePasskeys ? 'Your passkeys were removed.' : 'Passkeys still sign in.'}{' '}
          Sign in with the new password.
        </Text>
        <ButtonLink to="/sign-in">Sign in</ButtonLink>
      </PublicPage>
    );
  }
  return (
    <PublicPage title="Set a new password">
      <Form
        form={form}
        error={reset.error}
        onSend={(values) => reset.mutate({ body: { token, ...values } })}
      >
        <Stack gap="sm">
          <NewPassword label="New password" {...form.getInputProps('newPassword')} />
          <Checkbox
            label="Remove all passkeys too"
            description="If somebody else may have been in your account. Otherwise they go on working."
            {...form.getInputProps('removePasskeys', { type: 'checkbox' })}
          />
          <Submit write={reset} wide>
            Set password
          </Submit>
          <TextLink to="/forgot-password" size="sm">
            Request a new email
          </TextLink>
        </Stack>
      </Form>
    </PublicPage>
  );
}
