import {
  leaveProject,
  listMembers,
  removeMember,
  updateMember,
  type Member,
} from '@fairlead/contract/operations/dashboard/members';
import { listProjects, transferOwnership } from '@fairlead/contract/operations/dashboard/projects';
import { ActionIcon, Badge, Group, Menu, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { currentUserQuery, useProjectId, useRights } from '../../api/project.ts';
import { foresee, useWrite } from '../../api/queries.ts';
import { ROLE_NAMES } from '../../frame/ProjectSwitcher.tsx';
import { confirm } from '../../parts/dialogs/confirm.tsx';
import { HistoryIconButton, HistoryItem } from '../../parts/history/History.tsx';
import { Row } from '../../parts/Row.tsx';
import { When } from '../../parts/When.tsx';

/** A member of the project, with the actions for that member. */
export function MemberRow({ member }: { readonly member: Member }) {
  const { data: me } = useQuery(currentUserQuery);
  const isMe = me?.user.id === member.userId;
  return (
    <Row
      actions={
        member.role === 'owner' ? (
          <HistoryIconButton target={{ kind: 'member', id: member.userId, name: member.name }} />
        ) : (
          <MemberMenu member={member} isMe={isMe} />
        )
      }
    >
      <Group gap="xs">
        <Text fw={600} className="break">
          {member.name}
        </Text>
        {isMe && (
          <Text size="sm" c="dimmed">
            (you)
          </Text>
        )}
        <Badge variant="light" color={member.role === 'owner' ? 'harbour' : 'gray'}>
          {ROLE_NAMES[member.role]}
        </Badge>
        {member.twoFactorEnabled && (
          <Badge variant="outline" color="teal">
            Two-factor authentication
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed" className="break" component="div">
        {member.email} · joined <When at={member.joinedAt} />
      </Text>
    </Row>
  );
}

function MemberMenu({ member, isMe }: { readonly member: Member; readonly isMe: boolean }) {
  const projectId = useProjectId();
  const params = { projectId, userId: member.userId };
  const navigate = useNavigate();
  const { admin, owner } = useRights();
  const changes = [listMembers, listProjects];
  const changeRole = useWrite(updateMember, {
    changes,
    foresees: foresee(listMembers, ({ members }, { body: { role } }) => ({
      members: members.map((each) => (each.userId === member.userId ? { ...each, role } : each)),
    })),
    done: `Role of ${member.name} changed.`,
  });
  const remove = useWrite(removeMember, { changes, done: `${member.name} was removed.` });
  const transfer = useWrite(transferOwnership, {
    changes,
    done: `${member.name} owns the project now.`,
  });
  const leave = useWrite(leaveProject, {
    changes: [listProjects],
    done: 'You have left the project.',
    onDone: () => navigate({ to: '/' }),
  });
  if (!admin && !isMe) return null;
  const other = member.role === 'admin' ? 'viewer' : 'admin';
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={`More for ${member.name}`}>
          <Ellipsis size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {admin && (
          <Menu.Item onClick={() => changeRole.mutate({ params, body: { role: other } })}>
            {other === 'admin' ? 'Make an admin' : 'Make a viewer'}
          </Menu.Item>
        )}
        {owner && (
          <Menu.Item
            onClick={() =>
              confirm({
                title: `Make ${member.name} the owner?`,
                text: 'You become an admin. Only the new owner can transfer the project back.',
                yes: 'Transfer ownership',
                onYes: () =>
                  transfer.mutate({ params: { projectId }, body: { userId: member.userId } }),
              })
            }
          >
            Make the owner
          </Menu.Item>
        )}
        <HistoryItem target={{ kind: 'member', id: member.userId, name: member.name }} />
        {isMe ? (
          <Menu.Item
            color="red"
            onClick={() =>
              confirm({
                title: 'Leave this project?',
                text: 'You will lose access. Someone in the project can invite you again.',
                yes: 'Leave project',
                onYes: () => leave.mutate({ params: { projectId } }),
              })
            }
          >
            Leave project
          </Menu.Item>
        ) : (
          <Menu.Item
            color="red"
            onClick={() =>
              confirm({
                title: `Remove ${member.name}?`,
                text: `${member.email} will lose access. Links and keys stay.`,
                yes: 'Remove member',
                onYes: () => remove.mutate({ params }),
              })
            }
          >
            Remove
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
