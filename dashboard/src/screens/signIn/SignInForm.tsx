import {
  getSignInOptions,
  signIn,
  type SessionToken,
} from '@fairlead/contract/operations/dashboard/session';
import { Button, Divider, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { hasPasskeys } from '../../api/passkeys.ts';
import { call } from '../../api/call.ts';
import { ask } from '../../api/queries.ts';
import { session } from '../../api/session.ts';
import { Form } from '../../parts/form/Form.tsx';
import { Submit } from '../../parts/form/Submit.tsx';
import { CodeField } from './CodeField.tsx';
import { EmailField } from './EmailField.tsx';
import { isOwnPath } from './isOwnPath.ts';
import { PasskeyButton } from './PasskeyButton.tsx';

interface SignInFormProps {
  /** Whose account it has to be; else the form asks. */
  readonly email?: string;
  /** With a passkey it may be somebody else than `email` says. */
  readonly onDone: (person: SessionToken['user']) => unknown;
  /** Where the other service leads back to. */
  readonly next: string | undefined;
  /** The other service opens beside this page, which stays as it is. */
  readonly beside?: boolean;
  readonly children?: ReactNode;
}

/** Email and password, and the authenticator app's code if a second factor is on; or a passkey, or another service. */
export function SignInForm({ email, onDone, next, beside = false, children }: SignInFormProps) {
  const { data: options } = useQuery(ask(getSignInOptions, {}));
  const form = useForm({ initialValues: { email: email ?? '', password: '', code: '' } });
  const [asksCode, setAsksCode] = useState(false);
  const enter = useMutation({
    mutationFn: ({ code, ...values }: typeof form.values) =>
      call(signIn, { body: { ...values, ...(code !== '' && { code: code.trim() }) } }),
    onSuccess: (reply) => {
      if ('secondFactorRequired' in reply) {
        setAsksCode(true);
        return;
      }
      open(reply);
    },
  });
  const open = (reply: SessionToken) => {
    session.begin(reply);
    onDone(reply.user);
  };
  const passkeys = hasPasskeys(options?.passkeyOrigin);
  return (
    <Form form={form} error={enter.error} onSend={(values) => enter.mutate(values)}>
      <Stack gap="sm">
        <EmailField
          readOnly={email !== undefined}
          autoFocus={email === undefined}
          autoComplete="username webauthn"
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          autoFocus={email !== undefined}
          data-autofocus
          {...form.getInputProps('password')}
        />
        {asksCode && <CodeField {...form.getInputProps('code')} />}
        <Submit write={enter} wide mt="xs">
          Sign in
        </Submit>
        {children}
        {(passkeys || options?.oidc) && <Divider label="or" />}
        {passkeys && <PasskeyButton atField={email === undefined} onEnter={open} />}
        {options?.oidc && (
          <Button
            component="a"
            variant="default"
            href={oidcUrl(options.oidc.startUrl, next)}
            {...(beside && { target: '_blank', rel: 'noopener' })}
          >
            {`Sign in with ${options.oidc.name}`}
          </Button>
        )}
      </Stack>
    </Form>
  );
}

function oidcUrl(start: string, next: string | undefined): string {
  return isOwnPath(next) ? `${start}?returnTo=${encodeURIComponent(next)}` : start;
}
