import {
  listInvitations,
  resendInvitation,
  revokeInvitation,
  type Invitation,
} from '@fairlead/contract/operations/dashboard/members';
import { ActionIcon, Badge, Group, Menu, Text } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import { useProjectId, useRights } from '../../api/project.ts';
import { useWrite } from '../../api/queries.ts';
import { confirm } from '../../parts/dialogs/confirm.tsx';
import { HistoryItem } from '../../parts/history/History.tsx';
import { Row } from '../../parts/Row.tsx';
import { When } from '../../parts/When.tsx';
import { showLink } from './showInvitationLink.tsx';

/** An open invitation, with its actions. */
export function InvitationRow({ invitation }: { readonly invitation: Invitation }) {
  const projectId = useProjectId();
  const { admin } = useRights();
  const revoke = useWrite(revokeInvitation, {
    changes: [listInvitations],
    done: `Invitation for ${invitation.email} revoked.`,
  });
  const resend = useWrite(resendInvitation, {
    changes: [listInvitations],
    done: ({ link }) =>
      link === null ? `An email is on its way to ${invitation.email}.` : undefined,
    onDone: showLink,
  });
  const params = { projectId, invitationId: invitation.id };
  return (
    <Row
      actions={
        admin && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon
                variant="default"
                size={36}
                loading={resend.isPending}
                aria-label={`More for ${invitation.email}`}
              >
                <Ellipsis size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => resend.mutate({ params })}>Send again</Menu.Item>
              <HistoryItem
                target={{ kind: 'invitation', id: invitation.id, name: invitation.email }}
              />
              <Menu.Item
                color="red"
                onClick={() =>
                  confirm({
                    title: `Revoke the invitation for ${invitation.email}?`,
                    text: 'Its link stops working. You can invite them again at any time.',
                    yes: 'Revoke invitation',
                    onYes: () => revoke.mutate({ params }),
                  })
                }
              >
                Revoke
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
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
        {!invitation.mailed && (
          <Badge variant="light" color="yellow">
            Not sent
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed" component="div">
        Invited by {invitation.invitedBy} <When at={invitation.createdAt} />, expires{' '}
        <When at={invitation.expiresAt} />
      </Text>
    </Row>
  );
}
