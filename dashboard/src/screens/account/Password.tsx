import { forgotPassword, resetPassword } from '@fairlead/contract/operations/dashboard/account';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useWrite } from '../../api/queries.ts';
import { ButtonLink, TextLink } from '../../parts/links.tsx';
import { PublicPage } from '../../parts/PublicPage.tsx';
import { FormError } from '../../parts/states.tsx';
import { NewPassword } from './NewPassword.tsx';

/** Asks for the mail that lets one set a new password. */
export function ForgotPassword() {
  const [email, setEmail] = useState('');
  const send = useWrite(forgotPassword, { quiet: true });
  if (send.isSuccess) {
    return (
      <PublicPage title="Look into your mail">
        <Text size="sm">
          If {email} belongs to an account, a mail with a link is on its way. The link works for an
          hour.
        </Text>
        <TextLink to="/sign-in">Back to sign in</TextLink>
      </PublicPage>
    );
  }
  return (
    <PublicPage title="Forgot your password?" about="We mail you a link to set a new one.">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate({ body: { email } });
        }}
      >
        <Stack gap="sm">
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <FormError error={send.error} />
          <Button type="submit" loading={send.isPending}>
            Send the mail
          </Button>
          <TextLink to="/sign-in" size="sm">
            Back to sign in
          </TextLink>
        </Stack>
      </form>
    </PublicPage>
  );
}

/** Sets a new password with the token of the mail. */
export function ResetPassword() {
  const { token = '' } = useSearch({ from: '/reset-password' });
  const [newPassword, setNewPassword] = useState('');
  const reset = useWrite(resetPassword, { quiet: true });
  if (reset.isSuccess) {
    return (
      <PublicPage title="Your password is set">
        <Text size="sm">You were signed out everywhere. Sign in with the new password.</Text>
        <ButtonLink to="/sign-in">Sign in</ButtonLink>
      </PublicPage>
    );
  }
  return (
    <PublicPage title="Set a new password">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          reset.mutate({ body: { token, newPassword } });
        }}
      >
        <Stack gap="sm">
          <NewPassword
            label="New password"
            value={newPassword}
            onChange={(event) => setNewPassword(event.currentTarget.value)}
          />
          <FormError error={reset.error} />
          <Button type="submit" loading={reset.isPending}>
            Set the password
          </Button>
          <TextLink to="/forgot-password" size="sm">
            Ask for a new mail
          </TextLink>
        </Stack>
      </form>
    </PublicPage>
  );
}
