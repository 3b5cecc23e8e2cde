import type {
  Invitation as InvitationResource,
  Member as MemberResource,
  SentInvitation,
} from '@fairlead/contract/operations/dashboard/members';
import type { Invitation } from '#teams/projects/members/Invitation.ts';
import type { Member } from '#teams/projects/members/Member.ts';

export function renderMember(member: Member): MemberResource {
  return { ...member, joinedAt: member.joinedAt.toISOString() };
}

export function renderInvitation(invitation: Invitation): InvitationResource {
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    invitedBy: invitation.invitedBy,
    createdAt: invitation.createdAt.toISOString(),
    expiresAt: invitation.expiresAt.toISOString(),
    mailed: invitation.mailed,
  };
}

export function renderSentInvitation({
  invitation,
  link,
}: {
  readonly invitation: Invitation;
  readonly link: string | null;
}): SentInvitation {
  return { ...renderInvitation(invitation), link };
}
