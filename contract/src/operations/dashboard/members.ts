import { Type, type Static } from '@sinclair/typebox';
import { operation } from '../../operation.ts';
import { closed, Id, Nullable, Shape, Time } from '../../schemas.ts';
import { COOKIE, SessionToken } from './session.ts';
import { Done, GivenRole, MailToken, MemberRole, Name, ProjectParams } from './fields.ts';
import { LIMITS } from '../../limits.ts';

const base = { api: 'dashboard', tag: 'Members' } as const;
const MemberParams = Type.Object({ projectId: Id(), userId: Id() });

export const Member = Shape('Member', {
  userId: Id(),
  name: Type.String(),
  email: Type.String(),
  role: MemberRole,
  twoFactorEnabled: Type.Boolean(),
  joinedAt: Time(),
});
export type Member = Static<typeof Member>;

export const Invitation = Shape('Invitation', {
  id: Id(),
  email: Type.String(),
  role: GivenRole,
  invitedBy: Type.String({ description: 'Name of the inviting user.' }),
  createdAt: Time(),
  expiresAt: Time(),
  mailed: Type.Boolean({ description: 'False if no email was sent.' }),
});
export type Invitation = Static<typeof Invitation>;

export const SentInvitation = Shape('SentInvitation', {
  ...Invitation.properties,
  link: Nullable(
    Type.String({
      format: 'uri',
      description:
        'The invitation link to pass on; null if the email was sent. It is shown only here.',
    }),
  ),
});
export type SentInvitation = Static<typeof SentInvitation>;

export const listMembers = operation({
  ...base,
  id: 'listMembers',
  method: 'GET',
  path: '/projects/{projectId}/members',
  summary: 'List the members of a project',
  auth: 'viewer',
  limitClass: 'read',
  params: ProjectParams,
  replies: {
    200: {
      description: 'Owner first, then by name.',
      schema: Shape('MemberList', { members: Type.Array(Member) }),
    },
  },
  errors: ['UNAUTHORIZED', 'NOT_FOUND'],
});

export const updateMember = operation({
  ...base,
  id: 'updateMember',
  method: 'PATCH',
  path: '/projects/{projectId}/members/{userId}',
  summary: 'Change the role of a member',
  description: '409 for the owner, whose role changes only by transferring ownership.',
  auth: 'admin',
  limitClass: 'create',
  params: MemberParams,
  body: Type.Object({ role: GivenRole }, closed),
  replies: { 200: { description: 'The member.', schema: Member } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

export const removeMember = operation({
  ...base,
  id: 'removeMember',
  method: 'DELETE',
  path: '/projects/{projectId}/members/{userId}',
  summary: 'Remove a member from the project',
  auth: 'admin',
  limitClass: 'create',
  params: MemberParams,
  replies: { 200: { description: 'Removed.', schema: Done } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

export const leaveProject = operation({
  ...base,
  id: 'leaveProject',
  method: 'DELETE',
  path: '/projects/{projectId}/membership',
  summary: 'Leave a project',
  description: '409 for the owner, until ownership is transferred.',
  auth: 'viewer',
  limitClass: 'create',
  params: ProjectParams,
  replies: { 200: { description: 'You have left the project.', schema: Done } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT'],
});

export const listInvitations = operation({
  ...base,
  id: 'listInvitations',
  method: 'GET',
  path: '/projects/{projectId}/invitations',
  summary: 'List pending invitations',
  auth: 'viewer',
  limitClass: 'read',
  params: ProjectParams,
  replies: {
    200: {
      description: 'Pending invitations, newest first.',
      schema: Shape('InvitationList', { invitations: Type.Array(Invitation) }),
    },
  },
  errors: ['UNAUTHORIZED', 'NOT_FOUND'],
});

export const createInvitation = operation({
  ...base,
  id: 'createInvitation',
  method: 'POST',
  path: '/projects/{projectId}/invitations',
  summary: 'Invite someone by email',
  description: `Valid for ${LIMITS.invitationDays} days; the email leads to \`/invitation?token=…\`. If the email cannot be sent, or no mail server is configured, the invitation is still created, with \`mailed\` false and a \`link\` to pass on; an account created with such a link has to confirm its email. Inviting the same email again replaces the invitation. 409 for an existing member.`,
  auth: 'admin',
  limitClass: 'create',
  params: ProjectParams,
  body: Type.Object({ email: Type.String({ format: 'email' }), role: GivenRole }, closed),
  replies: { 201: { description: 'The invitation.', schema: SentInvitation } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

export const resendInvitation = operation({
  ...base,
  id: 'resendInvitation',
  method: 'POST',
  path: '/projects/{projectId}/invitations/{invitationId}/mail',
  summary: 'Send an invitation again',
  description: `With a new token, valid for ${LIMITS.invitationDays} days; the previous link stops working.`,
  auth: 'admin',
  limitClass: 'create',
  params: Type.Object({ projectId: Id(), invitationId: Id() }),
  replies: { 200: { description: 'The invitation.', schema: SentInvitation } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const revokeInvitation = operation({
  ...base,
  id: 'revokeInvitation',
  method: 'DELETE',
  path: '/projects/{projectId}/invitations/{invitationId}',
  summary: 'Revoke an invitation',
  auth: 'admin',
  limitClass: 'create',
  params: Type.Object({ projectId: Id(), invitationId: Id() }),
  replies: { 200: { description: 'Revoked.', schema: Done } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const readInvitation = operation({
  ...base,
  id: 'readInvitation',
  method: 'POST',
  path: '/invitations/read',
  summary: 'Get an invitation',
  description: '404 if the token was used, has expired, was revoked or is unknown.',
  auth: 'anonymous',
  limitClass: 'signIn',
  body: Type.Object({ token: MailToken }, closed),
  replies: {
    200: {
      description: 'The invitation.',
      schema: Shape('InvitationPreview', {
        projectName: Type.String(),
        invitedBy: Type.String(),
        email: Type.String(),
        role: GivenRole,
        expiresAt: Time(),
        hasAccount: Type.Boolean({
          description: 'If false, `name` and `password` are required to accept.',
        }),
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
});

export const acceptInvitation = operation({
  ...base,
  id: 'acceptInvitation',
  method: 'POST',
  path: '/invitations/accept',
  summary: 'Accept an invitation',
  description:
    'An emailed token verifies the email. New users also set a name and a password, and are signed in.',
  auth: 'anonymous',
  limitClass: 'signIn',
  body: Type.Object(
    {
      token: MailToken,
      name: Type.Optional(Name),
      password: Type.Optional(Type.String({ minLength: 12, maxLength: 128 })),
    },
    closed,
  ),
  replies: {
    200: {
      description: 'The membership.',
      headers: COOKIE,
      schema: Shape('AcceptedInvitation', {
        projectId: Id(),
        email: Type.String(),
        accountCreated: Type.Boolean(),
        session: Type.Optional(SessionToken),
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND'],
});
