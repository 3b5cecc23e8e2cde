import {
  listSessions,
  revokeOtherSessions,
  revokeSession,
  type DashboardSession,
} from '@fairlead/contract/operations/dashboard/session';
import { Badge, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask, useWrite } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { confirm } from '../../parts/dialogs/confirm.tsx';
import { Row } from '../../parts/Row.tsx';
import { Loaded } from '../../parts/states.tsx';
import { When } from '../../parts/When.tsx';
import { browserName } from './browserName.ts';

/** Where the person is signed in, with a way to end sessions. */
export function Sessions() {
  const sessions = useQuery(ask(listSessions, {}));
  const others = useWrite(revokeOtherSessions, {
    changes: [listSessions],
    done: 'You are signed in only here now.',
  });
  return (
    <Card
      title="Active sessions"
      actions={
        (sessions.data?.sessions.length ?? 0) > 1 && (
          <Button
            variant="default"
            size="xs"
            onClick={() =>
              confirm({
                title: 'Sign out everywhere else?',
                text: 'All other browsers have to sign in again. Your password and passkeys go on working; remove a passkey that somebody else may have.',
                yes: 'Sign out other sessions',
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
          <Badge variant="light">This device</Badge>
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
        {item.address !== null && `Network ${item.address} · `}since <When at={item.createdAt} />
      </Text>
    </Row>
  );
}
