import {
  createInvitation,
  listInvitations,
  listMembers,
  type Member,
  removeMember,
  revokeInvitation,
  updateMember,
} from '@fairlead/contract/operations/dashboard/members';
import { command } from '../../command.ts';
import { CommandError } from '../../CommandError.ts';
import { confirm } from '../../terminal/confirm.ts';
import { renderTable } from '../../terminal/renderTable.ts';

const ROLE = {
  role: { kind: 'text', value: 'ROLE', help: 'viewer or admin', required: true },
} as const;

const list = command({
  name: 'member list',
  summary: 'People of the project, and open invitations',
  options: {},
  async run({ account }) {
    const me = await account();
    const params = { projectId: await me.projectId() };
    const { members } = await me.call(listMembers, { params });
    const { invitations } = await me.call(listInvitations, { params });
    return { members, invitations };
  },
  render: ({ members, invitations }, style) =>
    renderTable(
      ['E-MAIL', 'NAME', 'ROLE', 'SINCE'],
      [
        ...members.map((person) => [person.email, person.name, person.role, person.joinedAt]),
        ...invitations.map((person) => [person.email, '(invited)', person.role, person.createdAt]),
      ],
      style,
    ),
});

const invite = command({
  name: 'member invite',
  summary: 'Invite someone by mail',
  parameters: ['EMAIL'],
  options: ROLE,
  async run({ account }, { role }, [email = '']) {
    const me = await account();
    const params = { projectId: await me.projectId() };
    return me.call(createInvitation, { params, body: { email, role: readRole(role) } });
  },
  render: ({ email, mailed, link }) => [
    mailed ? `Invited ${email}.` : `No email was sent; pass this on: ${link}`,
  ],
});

const changeRole = command({
  name: 'member role',
  summary: 'Change the role of a member',
  parameters: ['EMAIL'],
  options: ROLE,
  async run({ account }, { role }, [email = '']) {
    const me = await account();
    const projectId = await me.projectId();
    const { members } = await me.call(listMembers, { params: { projectId } });
    const { userId } = find(members, email);
    const params = { projectId, userId };
    return me.call(updateMember, { params, body: { role: readRole(role) } });
  },
  render: ({ email, role }) => [`${email} is now ${role}.`],
});

const remove = command({
  name: 'member remove',
  summary: 'Remove a member from the project, or revoke an invitation',
  parameters: ['EMAIL'],
  options: {},
  async run(context, _, [email = '']) {
    const me = await context.account();
    const projectId = await me.projectId();
    const { invitations } = await me.call(listInvitations, { params: { projectId } });
    const invitation = invitations.find((person) => person.email === email.toLowerCase());
    const { members } = await me.call(listMembers, { params: { projectId } });
    const userId = invitation === undefined ? find(members, email).userId : undefined;
    await confirm(context, `Remove ${email} from the project?`);
    if (invitation !== undefined) {
      await me.call(revokeInvitation, { params: { projectId, invitationId: invitation.id } });
    } else if (userId !== undefined) {
      await me.call(removeMember, { params: { projectId, userId } });
    }
    return { email, removed: true };
  },
  render: ({ email }) => [`Removed ${email}.`],
});

function find(members: readonly Member[], email: string): Member {
  const found = members.find((person) => person.email === email.toLowerCase());
  if (found !== undefined) return found;
  throw new CommandError(1, `${email} is no member. See: fairlead member list`);
}

function readRole(role: string): 'viewer' | 'admin' {
  if (role === 'viewer' || role === 'admin') return role;
  throw new CommandError(2, `--role is viewer or admin, not "${role}"`);
}

export const MEMBERS = [list, invite, changeRole, remove];
