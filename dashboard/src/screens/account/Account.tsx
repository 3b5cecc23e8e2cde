import {
  changePassword,
  sendVerification,
  updateCurrentUser,
} from '@fairlead/contract/operations/dashboard/account';
import {
  getCurrentUser,
  listSessions,
  revokeOtherSessions,
  revokeSession,
  type DashboardSession,
  type Me,
} from '@fairlead/contract/operations/dashboard/session';
import { Alert, Badge, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { session } from '../../api/session.ts';
import { currentUserQuery } from '../../api/project.ts';
import { ask, useWrite } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { confirm } from '../../parts/confirm.tsx';
import { Page } from '../../parts/Page.tsx';
import { Row } from '../../parts/Row.tsx';
import { FormError, Loaded } from '../../parts/states.tsx';
import { When } from '../../parts/When.tsx';
import { SecondFactor } from './SecondFactor.tsx';

export function Account() {
  const current = useQuery(currentUserQuery);
  return (
    <Page title="Account" about="You, your password and where you are signed in.">
      <Loaded query={current}>
        {({ user }) => (
          <>
            <Profile user={user} />
            <Password />
            <SecondFactor user={user} />
            <Sessions />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Profile({ user }: { readonly user: Me }) {
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
            withAsterisk={false}
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

function Password() {
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
    <Card title="Password">
      <form onSubmit={form.onSubmit((body) => change.mutate({ body }))}>
        <Stack maw={420}>
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            {...form.getInputProps('currentPassword')}
          />
          <PasswordInput
            label="New password"
            description="At least 12 characters."
            autoComplete="new-password"
            minLength={12}
            required
            withAsterisk={false}
            {...form.getInputProps('newPassword')}
          />
          <FormError error={change.error} />
          <Group>
            <Button type="submit" loading={change.isPending}>
              Change the password
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

function Sessions() {
  const sessions = useQuery(ask(listSessions, {}));
  const others = useWrite(revokeOtherSessions, {
    changes: [listSessions],
    done: 'You are signed in only here now.',
  });
  return (
    <Card
      title="Where you are signed in"
      actions={
        (sessions.data?.sessions.length ?? 0) > 1 && (
          <Button
            variant="default"
            size="xs"
            onClick={() =>
              confirm({
                title: 'Sign out everywhere else?',
                text: 'All other browsers have to sign in again.',
                yes: 'Sign them out',
                onYes: () => others.mutate({}),
              })
            }
          >
            Sign out everywhere else
          </Button>
        )
      }
    >
      <Loaded query={sessions}>
        {({ sessions: list }) => list.map((item) => <SessionRow key={item.id} item={item} />)}
      </Loaded>
    </Card>
  );
}

function SessionRow({ item }: { readonly item: DashboardSession }) {
  const revoke = useWrite(revokeSession, { changes: [listSessions], done: 'Signed out there.' });
  return (
    <Row
      actions={
        item.current ? (
          <Badge variant="light">This one</Badge>
        ) : (
          <Button
            variant="default"
            size="xs"
            onClick={() => revoke.mutate({ params: { sessionId: item.id } })}
          >
            Sign out
          </Button>
        )
      }
    >
      <Text size="sm" className="break">
        {item.userAgent === null ? 'Unknown browser' : browserName(item.userAgent)}
      </Text>
      <Text size="sm" c="dimmed" component="div">
        {item.address !== null && `${item.address} · `}since <When at={item.createdAt} />
      </Text>
    </Row>
  );
}

const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const;

/** "Firefox on Windows": enough to know one's own; anything else as it came. */
function browserName(userAgent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  return browser && system ? `${browser} on ${system}` : userAgent;
}
