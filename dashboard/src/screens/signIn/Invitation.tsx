import { acceptInvitation, readInvitation } from '@fairlead/contract/operations/dashboard/members';
import { listProjects } from '@fairlead/contract/operations/dashboard/projects';
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { BodyFor } from '../../api/call.ts';
import { isNotFound } from '../../api/CallError.ts';
import { ask, useWrite } from '../../api/queries.ts';
import { session } from '../../api/session.ts';
import { Form } from '../../parts/form/Form.tsx';
import { Submit } from '../../parts/form/Submit.tsx';
import { ButtonLink, TextLink } from '../../parts/links.tsx';
import { PublicPage } from '../../parts/PublicPage.tsx';
import { Failure, FormError, Waiting } from '../../parts/states.tsx';
import { NewPassword } from './NewPassword.tsx';
import { SignInForm } from './SignInForm.tsx';

/** Joins a project; a new person creates an account first. */
export function Invitation() {
  const { token = '' } = useSearch({ from: '/invitation' });
  const invitation = useQuery({
    ...ask(readInvitation, { body: { token } }),
    enabled: token !== '',
  });
  const here = useQuery({ queryKey: ['signed in here'], queryFn: () => session.person() });
  // Without a token, the URL was truncated in an email.
  if (token === '' || isNotFound(invitation.error)) {
    return (
      <PublicPage title="This invitation is no longer valid">
        <Text size="sm">
          It was already used, revoked or has expired. Ask the person who invited you for a new one.
        </Text>
        <ButtonLink to="/" variant="default">
          Go to the dashboard
        </ButtonLink>
      </PublicPage>
    );
  }
  const { data } = invitation;
  const failed = [invitation, here].find(({ isError }) => isError);
  if (data === undefined || here.data === undefined) {
    return (
      <PublicPage title={data ? `Join ${data.projectName}` : 'Invitation'}>
        {failed ? <Failure error={failed.error} retry={failed.refetch} /> : <Waiting rows={3} />}
      </PublicPage>
    );
  }
  const person = here.data?.email;
  return (
    <PublicPage title={`Join ${data.projectName}`}>
      <Text size="sm">
        {data.invitedBy} invites {data.email} to this project as{' '}
        {data.role === 'admin' ? 'an admin' : 'a viewer'}.
      </Text>
      {person === undefined || person === data.email ? (
        <Accept
          token={token}
          invitation={data}
          signedIn={person !== undefined}
          onOther={here.refetch}
        />
      ) : (
        <SomebodyElse email={person} onLeft={here.refetch} />
      )}
    </PublicPage>
  );
}

interface AcceptProps {
  readonly token: string;
  readonly invitation: BodyFor<typeof readInvitation>;
  readonly signedIn: boolean;
  /** Somebody else has signed in. */
  readonly onOther: () => unknown;
}

function Accept({ token, invitation, signedIn, onOther }: AcceptProps) {
  const navigate = useNavigate();
  const form = useForm({ initialValues: { name: '', password: '' } });
  const accept = useWrite(acceptInvitation, {
    quiet: true,
    changes: [listProjects],
    done: `Welcome to ${invitation.projectName}.`,
    onDone: ({ projectId, session: opened }) => {
      if (opened) session.begin(opened);
      return navigate({ to: '/p/$projectId/links', params: { projectId } });
    },
  });
  if (invitation.hasAccount && !signedIn) {
    return (
      <SignInForm
        email={invitation.email}
        next={`/invitation?token=${encodeURIComponent(token)}`}
        onDone={({ email }) =>
          email === invitation.email ? accept.mutate({ body: { token } }) : onOther()
        }
      >
        <FormError error={accept.error} />
        <TextLink to="/forgot-password" size="sm">
          Forgot your password?
        </TextLink>
      </SignInForm>
    );
  }
  return (
    <Form
      form={form}
      error={accept.error}
      onSend={(values) => accept.mutate({ body: { token, ...(!invitation.hasAccount && values) } })}
    >
      <Stack gap="sm">
        {!invitation.hasAccount && (
          <>
            <TextInput
              label="Your name"
              autoComplete="name"
              required
              {...form.getInputProps('name')}
            />
            <NewPassword label="Choose a password" {...form.getInputProps('password')} />
          </>
        )}
        <Submit write={accept} wide>
          Accept invitation
        </Submit>
      </Stack>
    </Form>
  );
}

/** Accepting would add one person while another is signed in. */
function SomebodyElse({
  email,
  onLeft,
}: {
  readonly email: string;
  readonly onLeft: () => unknown;
}) {
  return (
    <>
      <Alert color="yellow">You are signed in as {email}, which is another account.</Alert>
      <Button onClick={() => void session.end().then(onLeft)}>Sign out and continue</Button>
      <ButtonLink to="/" variant="default">
        Stay signed in
      </ButtonLink>
    </>
  );
}
