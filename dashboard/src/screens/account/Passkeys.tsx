import { listPasskeys, type Passkey } from '@fairlead/contract/operations/dashboard/passkeys';
import { getSignInOptions } from '@fairlead/contract/operations/dashboard/session';
import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Ellipsis, Plus } from 'lucide-react';
import { useState } from 'react';
import { hasPasskeys } from '../../api/passkeys.ts';
import { ask } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { Row } from '../../parts/Row.tsx';
import { Loaded } from '../../parts/states.tsx';
import { When } from '../../parts/When.tsx';
import { type PasskeyDialog, PasskeyDialogs } from './PasskeyDialogs.tsx';

/** What signs in without a password, with ways to add, rename and remove one. */
export function Passkeys() {
  const { data: options } = useQuery(ask(getSignInOptions, {}));
  const passkeys = useQuery(ask(listPasskeys, {}));
  const [dialog, setDialog] = useState<PasskeyDialog>();
  const here = hasPasskeys(options?.passkeyOrigin);
  return (
    <Card
      title="Passkeys"
      about="Sign in with your fingerprint, face or PIN. A passkey replaces the password and the code of two-factor authentication."
      actions={
        here && (
          <Button
            variant="default"
            size="xs"
            leftSection={<Plus size={14} />}
            disabled={passkeys.data === undefined}
            onClick={() => setDialog({ kind: 'add' })}
          >
            Add a passkey
          </Button>
        )
      }
    >
      <Loaded query={passkeys}>
        {({ passkeys: list, hasPassword }) => (
          <>
            {list.map((item) => (
              <PasskeyRow key={item.id} item={item} onOpen={setDialog} />
            ))}
            {options !== undefined && !here && (
              <Text size="sm">{whyNone(options.passkeyOrigin)}</Text>
            )}
            {here && list.length === 0 && (
              <Text size="sm" c="dimmed">
                You have none yet.
              </Text>
            )}
            <PasskeyDialogs
              dialog={dialog}
              hasPassword={hasPassword}
              onClose={() => setDialog(undefined)}
            />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function PasskeyRow({
  item,
  onOpen,
}: {
  readonly item: Passkey;
  readonly onOpen: (dialog: PasskeyDialog) => void;
}) {
  return (
    <Row
      actions={
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={`More for the passkey ${item.name}`}
            >
              <Ellipsis size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => onOpen({ kind: 'rename', item })}>Rename</Menu.Item>
            <Menu.Item color="red" onClick={() => onOpen({ kind: 'remove', item })}>
              Remove
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      }
    >
      <Text size="sm" fw={600} className="break">
        {item.name}
      </Text>
      {item.host !== window.location.hostname && (
        <Text size="sm" className="break">
          {`Signs in at ${item.host} only, where this dashboard was when you added it.`}
        </Text>
      )}
      <Text size="sm" c="dimmed" component="div">
        added <When at={item.createdAt} />
        {' · '}
        {item.lastUsedAt === null ? (
          'not used yet'
        ) : (
          <>
            last used <When at={item.lastUsedAt} />
          </>
        )}
      </Text>
    </Row>
  );
}

function whyNone(origin: string | null): string {
  if (origin === null) {
    return 'Browsers allow passkeys only where the dashboard has https and a host name. Whoever runs this server can set that up.';
  }
  return origin === window.location.origin
    ? 'This browser cannot use passkeys.'
    : `Passkeys work at ${origin}: open the dashboard there.`;
}
