import { getSignInOptions, signIn } from '@fairlead/contract/operations/dashboard/session';
import { Alert, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { ask } from '../../api/queries.ts';
import { session } from '../../api/session.ts';
import { Form } from '../../parts/Form.tsx';
import { TextLink } from '../../parts/links.tsx';
import { PublicPage } from '../../parts/PublicPage.tsx';
import { FormError } from '../../parts/states.tsx';
import { isOwnPath } from './isOwnPath.ts';

/** Email and password, and the authenticator app's code if a second factor is on. */
export function SignIn() {
  const router = useRouter();
  const { next, error } = useSearch({ from: '/sign-in' });
  const { data: options } = useQuery(ask(getSignInOptions, {}));
  const form = useForm({ initialValues: { email: '', password: '', code: '' } });
  const [asksCode, setAsksCode] = useState(false);
  const enter = useMutation({
    mutationFn: ({ code, ...values }: typeof form.values) =>
      call(signIn, { body: { ...values, ...(code !== '' && { code: code.trim() }) } }),
    onSuccess: (reply) => {
      if ('secondFactorRequired' in reply) {
        setAsksCode(true);
        return;
      }
      session.begin(reply);
      router.history.push(isOwnPath(next) ? next : '/');
    },
  });
  return (
    <PublicPage title="Sign in" about="Links that open the right place in your app.">
      <Form form={form} error={enter.error} onSend={(values) => enter.mutate(values)}>
        <Stack gap="sm">
          {error !== undefined && (
            <Alert color="red" role="alert">
              {refusalOf(error)}
            </Alert>
          )}
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            required
            autoFocus
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            {...form.getInputProps('password')}
          />
          {asksCode && (
            <TextInput
              label="Code"
              description="From your authenticator app, or one of your backup codes."
              autoComplete="one-time-code"
              autoFocus
              required
              {...form.getInputProps('code')}
            />
          )}
          <FormError error={enter.error} />
          <Button type="submit" loading={enter.isPending} mt="xs">
            Sign in
          </Button>
          <TextLink to="/forgot-password" size="sm">
            Forgot your password?
          </TextLink>
          {options?.oidc && (
            <>
              <Divider label="or" />
              <Button component="a" variant="default" href={oidcUrl(options.oidc.startUrl, next)}>
                {`Sign in with ${options.oidc.name}`}
              </Button>
            </>
          )}
        </Stack>
      </Form>
    </PublicPage>
  );
}

/** By returned code; a code that is not listed is shown, for whoever is asked for help. */
const REFUSALS: Readonly<Record<string, string>> = {
  failed: 'The other service did not sign you in.',
  access_denied: 'You were not signed in, since you did not agree at the other service.',
  signup_disabled:
    'No account here has that email address. Ask someone in the project to invite you.',
  account_not_linked:
    'The email address of that account is not confirmed here. Confirm it under “Account”.',
};

function refusalOf(error: string): string {
  const words = REFUSALS[error] ?? `The other service did not sign you in (${error}).`;
  return `${words} Try again, or use your password.`;
}

function oidcUrl(start: string, next: string | undefined): string {
  return isOwnPath(next) ? `${start}?returnTo=${encodeURIComponent(next)}` : start;
}
