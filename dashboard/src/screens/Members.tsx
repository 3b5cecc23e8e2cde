import {
  createInvitation,
  listInvitations,
  listMembers,
  revokeInvitation,
  type Invitation,
} from '@fairlead/contract/operations/dashboard/members';
import { Badge, Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useProjectId, useRights } from '../api/project.ts';
import { ask, useWrite } from '../api/queries.ts';
import { Card } from '../parts/Card.tsx';
import { confirm } from '../parts/confirm.tsx';
import { Page } from '../parts/Page.tsx';
import { Row } from '../parts/Row.tsx';
import { FormError, Loaded } from '../parts/states.tsx';
import { When } from '../parts/When.tsx';
import { MemberRow } from './MemberRow.tsx';

export function Members() {
  const params = { projectId: useProjectId() };
  const { admin } = useRights();
  const [inviting, { open, close }] = useDisclosure(false);
  const members = useQuery(ask(listMembers, { params }));
  const invitations = useQuery(ask(listInvitations, { params }));
  return (
    <Page
      title="Members"
      about="A viewer reads. An admin also changes links, domains, keys and settings. The owner also gives the project away or deletes it."
      actions={
        admin && (
          <Button leftSection={<UserPlus size={16} />} onClick={open}>
            Invite
          </Button>
        )
      }
    >
      <Card>
        <Loaded query={members}>
          {({ members: list }) =>
            list.map((member) => <MemberRow key={member.userId} member={member} />)
          }
        </Loaded>
      </Card>
      {invitations.data !== undefined && invitations.data.invitations.length > 0 && (
        <Card title="Invitations" about="Not accepted yet. An invitation works for 7 days.">
          {invitations.data.invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </Card>
      )}
      <Modal opened={inviting} onClose={close} title="Invite somebody" centered>
        <Invite projectId={params.projectId} onClose={close} />
      </Modal>
    </Page>
  );
}

function InvitationRow({ invitation }: { readonly invitation: Invitation }) {
  const projectId = useProjectId();
  const { admin } = useRights();
  const revoke = useWrite(revokeInvitation, {
    changes: [listInvitations],
    done: `The invitation of ${invitation.email} was taken back.`,
  });
  return (
    <Row
      actions={
        admin && (
          <Button
            variant="default"
            size="xs"
            onClick={() =>
              confirm({
                title: `Take back the invitation of ${invitation.email}?`,
                text: 'The link in the mail stops working. You can invite again at any time.',
                yes: 'Take it back',
                onYes: () => revoke.mutate({ params: { projectId, invitationId: invitation.id } }),
              })
            }
          >
            Take back
          </Button>
        )
      }
    >
      <Group gap="xs">
        <Text fw={600} className="break">
          {invitation.email}
        </Text>
        <Badge variant="light" color="gray">
          {invitation.role === 'admin' ? 'Admin' : 'Viewer'}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed" component="div">
        Invited by {invitation.invitedBy} <When at={invitation.createdAt} />, ends{' '}
        <When at={invitation.expiresAt} />
      </Text>
    </Row>
  );
}

function Invite({
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
    done: `A mail is on its way to ${email}.`,
    onDone: onClose,
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
          withAsterisk={false}
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
