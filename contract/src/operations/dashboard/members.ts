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
  invitedBy: Type.String({ description: 'Name of the person who invited.' }),
  createdAt: Time(),
  expiresAt: Time(),
  mailed: Type.Boolean({ description: 'False: no mail went out.' }),
});
export type Invitation = Static<typeof Invitation>;

export const SentInvitation = Shape('SentInvitation', {
  ...Invitation.properties,
  link: Nullable(
    Type.String({
      format: 'uri',
      description:
        'What the mail would have led to, to be passed on; null when it was sent. Shown here only.',
    }),
  ),
});
export type SentInvitation = Static<typeof SentInvitation>;

export const listMembers = operation({
  ...base,
  id: 'listMembers',
  method: 'GET',
  path: '/projects/{projectId}/members',
  summary: 'The people of a project',
  auth: 'viewer',
  limitClass: 'read',
  params: ProjectParams,
  replies: {
    200: {
      description: 'The owner first, then by name.',
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
  description: 'The owner keeps the role until the ownership is transferred: 409.',
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
  summary: 'Take a member out of the project',
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
  description: 'The owner cannot: 409 until the ownership is transferred.',
  auth: 'viewer',
  limitClass: 'create',
  params: ProjectParams,
  replies: { 200: { description: 'Left.', schema: Done } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT'],
});

export const listInvitations = operation({
  ...base,
  id: 'listInvitations',
  method: 'GET',
  path: '/projects/{projectId}/invitations',
  summary: 'Invitations that nobody has accepted yet',
  auth: 'viewer',
  limitClass: 'read',
  params: ProjectParams,
  replies: {
    200: {
      description: 'Open invitations, newest first.',
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
  description: `Valid for ${LIMITS.invitationDays} days; the email leads to \`/invitation?token=…\`. When it cannot be sent, or the server has no mail server, the invitation is created all the same, with \`mailed\` false and a \`link\` to pass on; an account created with such a link has to confirm its address. Inviting the same address again replaces the invitation. 409 for a member.`,
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
  description: 'With a new token and 7 more days; the link before stops working.',
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
  summary: 'Take an invitation back',
  auth: 'admin',
  limitClass: 'create',
  params: Type.Object({ projectId: Id(), invitationId: Id() }),
  replies: { 200: { description: 'Its token is worthless now.', schema: Done } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const readInvitation = operation({
  ...base,
  id: 'readInvitation',
  method: 'POST',
  path: '/invitations/read',
  summary: 'Get an invitation',
  description: 'A token that is used up, expired, revoked or wrong is 404.',
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
        hasAccount: Type.Boolean({ description: 'False: `name` and `password` are needed.' }),
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
    'A mailed token proves the address. Someone new also gives a name and a password, and is signed in with them.',
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
      description: 'A member now.',
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
