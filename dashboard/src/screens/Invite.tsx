import {
  createInvitation,
  listInvitations,
  type Invitation,
} from '@fairlead/contract/operations/dashboard/members';
import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../api/queries.ts';
import { FormError } from '../parts/states.tsx';
import { showLink } from './showInvitationLink.tsx';

/** Asks whom to invite and as what. */
export function Invite({
  projectId,
  onClose,
}: {
  readonly projectId: string;
  readonly onClose: () => void;
}) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Invitation['role']>('viewer');
  const invite = useWrite(createInvitation, {
    quiet: true,
    changes: [listInvitations],
    done: ({ link }) => (link === null ? `A mail is on its way to ${email}.` : undefined),
    onDone: (invitation) => {
      onClose();
      showLink(invitation);
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        invite.mutate({ params: { projectId }, body: { email: email.trim(), role } });
      }}
    >
      <Stack>
        <TextInput
          label="E-mail"
          type="email"
          required
          data-autofocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Radio.Group
          label="Role"
          value={role}
          onChange={(value) => setRole(value === 'admin' ? 'admin' : 'viewer')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="viewer" label="Viewer" description="Sees everything, changes nothing." />
            <Radio
              value="admin"
              label="Admin"
              description="Also changes links, domains, keys, apps, members and settings."
            />
          </Stack>
        </Radio.Group>
        <FormError error={invite.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={invite.isPending}>
            Send the invitation
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
