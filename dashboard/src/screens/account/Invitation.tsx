import { acceptInvitation, readInvitation } from '@fairlead/contract/operations/dashboard/members';
import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { isNotFound } from '../../api/CallError.ts';
import { ask, useWrite } from '../../api/queries.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { PublicPage } from '../../parts/PublicPage.tsx';
import { Failure, FormError, Waiting } from '../../parts/states.tsx';

/** Joins a project; somebody new makes an account on the way. */
export function Invitation() {
  const { token = '' } = useSearch({ from: '/invitation' });
  const navigate = useNavigate();
  const invitation = useQuery(ask(readInvitation, { body: { token } }));
  const form = useForm({ initialValues: { name: '', password: '' } });
  const accept = useWrite(acceptInvitation, {
    quiet: true,
    done: 'Welcome. Sign in to begin.',
    onDone: ({ projectId }) =>
      navigate({ to: '/sign-in', search: { next: `/p/${projectId}/links` } }),
  });
  if (isNotFound(invitation.error)) {
    return (
      <PublicPage title="This invitation has ended">
        <Text size="sm">
          It was used, taken back or is too old. Ask the person who invited you for a new one.
        </Text>
        <ButtonLink to="/sign-in" variant="default">
          To the sign-in page
        </ButtonLink>
      </PublicPage>
    );
  }
  const data = invitation.data;
  return (
    <PublicPage title={data ? `Join ${data.projectName}` : 'Invitation'}>
      {invitation.isError && <Failure error={invitation.error} retry={invitation.refetch} />}
      {invitation.isPending && <Waiting rows={3} />}
      {data && (
        <form
          onSubmit={form.onSubmit((values) =>
            accept.mutate({ body: { token, ...(!data.hasAccount && values) } }),
          )}
        >
          <Stack gap="sm">
            <Text size="sm">
              {data.invitedBy} invites {data.email} to this project as{' '}
              {data.role === 'admin' ? 'an admin' : 'a viewer'}.
            </Text>
            {!data.hasAccount && (
              <>
                <TextInput
                  label="Your name"
                  autoComplete="name"
                  required
                  withAsterisk={false}
                  {...form.getInputProps('name')}
                />
                <PasswordInput
                  label="Choose a password"
                  description="At least 12 characters."
                  autoComplete="new-password"
                  minLength={12}
                  required
                  withAsterisk={false}
                  {...form.getInputProps('password')}
                />
              </>
            )}
            <FormError error={accept.error} />
            <Button type="submit" loading={accept.isPending}>
              Accept the invitation
            </Button>
          </Stack>
        </form>
      )}
    </PublicPage>
  );
}
