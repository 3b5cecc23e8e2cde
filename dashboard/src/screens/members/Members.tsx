import { listInvitations, listMembers } from '@fairlead/contract/operations/dashboard/members';
import { getServer } from '@fairlead/contract/operations/dashboard/server';
import { Alert, Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useProjectId, useRights } from '../../api/project.ts';
import { ask } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { Page } from '../../parts/Page.tsx';
import { Failure, Loaded } from '../../parts/states.tsx';
import { InvitationRow } from './InvitationRow.tsx';
import { Invite } from './Invite.tsx';
import { MemberRow } from './MemberRow.tsx';
import { LIMITS } from '@fairlead/contract/limits';

export function Members() {
  const params = { projectId: useProjectId() };
  const { admin } = useRights();
  const [inviting, { open, close }] = useDisclosure(false);
  const members = useQuery(ask(listMembers, { params }));
  const server = useQuery(ask(getServer, {}));
  const invitations = useQuery(ask(listInvitations, { params }));
  return (
    <Page
      title="Members"
      about="Viewers can look. Admins can also change links, domains, keys and settings. The owner can also transfer or delete the project."
      actions={
        admin && (
          <Button leftSection={<UserPlus size={16} />} onClick={open}>
            Invite
          </Button>
        )
      }
    >
      {server.data?.report?.mail === 'files' && (
        <Alert color="yellow">
          This server has no mail server: an invitation shows its link for you to pass on. Mails are
          written to DATA_DIR/mail; set SMTP_URL to send them.
        </Alert>
      )}
      <Card>
        <Loaded query={members}>
          {({ members: list }) =>
            list.map((member) => <MemberRow key={member.userId} member={member} />)
          }
        </Loaded>
      </Card>
      {invitations.isLoadingError && (
        <Failure error={invitations.error} retry={invitations.refetch} />
      )}
      {invitations.data !== undefined && invitations.data.invitations.length > 0 && (
        <Card
          title="Invitations"
          about={`Not accepted yet. An invitation is valid for ${LIMITS.invitationDays} days.`}
        >
          {invitations.data.invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </Card>
      )}
      <Modal opened={inviting} onClose={close} title="Invite someone" centered>
        <Invite projectId={params.projectId} onClose={close} />
      </Modal>
    </Page>
  );
}
