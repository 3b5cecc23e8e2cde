import {
  listInvitations,
  resendInvitation,
  revokeInvitation,
  type Invitation,
} from '@fairlead/contract/operations/dashboard/members';
import { Badge, Button, Group, Text } from '@mantine/core';
import { useProjectId, useRights } from '../api/project.ts';
import { useWrite } from '../api/queries.ts';
import { confirm } from '../parts/confirm.tsx';
import { Row } from '../parts/Row.tsx';
import { When } from '../parts/When.tsx';
import { showLink } from './showInvitationLink.tsx';

/** An invitation that waits, and what one may do about it. */
export function InvitationRow({ invitation }: { readonly invitation: Invitation }) {
  const projectId = useProjectId();
  const { admin } = useRights();
  const revoke = useWrite(revokeInvitation, {
    changes: [listInvitations],
    done: `The invitation of ${invitation.email} was taken back.`,
  });
  const resend = useWrite(resendInvitation, {
    changes: [listInvitations],
    done: ({ link }) =>
      link === null ? `A mail is on its way to ${invitation.email}.` : undefined,
    onDone: showLink,
  });
  const params = { projectId, invitationId: invitation.id };
  return (
    <Row
      actions={
        admin && (
          <Group gap="xs" justify="flex-end">
            <Button
              variant="default"
              size="xs"
              loading={resend.isPending}
              onClick={() => resend.mutate({ params })}
            >
              Send again
            </Button>
            <Button
              variant="default"
              size="xs"
              onClick={() =>
                confirm({
                  title: `Take back the invitation of ${invitation.email}?`,
                  text: 'Its link stops working. You can invite again at any time.',
                  yes: 'Take it back',
                  onYes: () => revoke.mutate({ params }),
                })
              }
            >
              Take back
            </Button>
          </Group>
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
            Not mailed
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed" component="div">
        Invited by {invitation.invitedBy} <When at={invitation.createdAt} />, ends{' '}
        <When at={invitation.expiresAt} />
      </Text>
    </Row>
  );
}
