import { signInWithCode } from '@fairlead/contract/operations/dashboard/session';
import { Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { session } from '../../api/session.ts';
import { Form } from '../../parts/form/Form.tsx';
import { Submit } from '../../parts/form/Submit.tsx';
import { TextLink } from '../../parts/links.tsx';
import { PublicPage } from '../../parts/PublicPage.tsx';
import { CodeField } from './CodeField.tsx';
import { isOwnPath } from './isOwnPath.ts';

/** The second factor, after the provider has signed the person in; a cookie says whose sign-in it is. */
export function SignInCode() {
  const router = useRouter();
  const queries = useQueryClient();
  const { next } = useSearch({ from: '/sign-in/code' });
  const form = useForm({ initialValues: { code: '' } });
  const enter = useMutation({
    mutationFn: ({ code }: typeof form.values) =>
      call(signInWithCode, { body: { code: code.trim() } }),
    onSuccess: (reply) => {
      session.begin(reply);
      queries.clear();
      router.history.push(isOwnPath(next) ? next : '/');
    },
  });
  return (
    <PublicPage
      title="Two-factor authentication"
      about="Your account asks for a code at each sign-in."
    >
      <Form form={form} error={enter.error} onSend={(values) => enter.mutate(values)}>
        <Stack gap="sm">
          <CodeField {...form.getInputProps('code')} />
          <Submit write={enter} wide mt="xs">
            Sign in
          </Submit>
          <TextLink to="/sign-in" size="sm">
            Start over
          </TextLink>
        </Stack>
      </Form>
    </PublicPage>
  );
}
