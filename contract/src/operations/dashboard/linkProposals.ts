import { Type, type Static } from '@sinclair/typebox';
import { conflictOver, ifMatchHeaders } from '../../conditionalUpdate.ts';
import { operation } from '../../operation.ts';
import { closed, Id, Nullable, Shape, Time } from '../../schemas.ts';
import { Done } from './fields.ts';
import { ChangedField } from './linkHistory.ts';
import { LinkParams, ProjectLink, UpdateProjectLinkRequest } from './links.ts';

/** Changes of where a printed link leads, which wait for somebody's approval. */

const base = { api: 'dashboard', tag: 'Project links' } as const;
const ProposalParams = Type.Object({ ...LinkParams.properties, proposalId: Id() });

export const LinkProposal = Shape('LinkProposal', {
  id: Id(),
  proposer: Nullable(Type.Object({ userId: Id(), name: Type.String() }, closed)),
  createdAt: Time(),
  deletes: Type.Boolean({ description: 'The link is to be deleted.' }),
  fields: Type.Array(ChangedField, {
    description: 'What would change, from the values of now; none if the link is to be deleted.',
  }),
  outOfDate: Type.Boolean({
    description: 'Where the link leads has changed since; the proposal cannot be approved.',
  }),
});
export type LinkProposal = Static<typeof LinkProposal>;

export const getLinkProposal = operation({
  ...base,
  id: 'getLinkProposal',
  method: 'GET',
  path: '/projects/{projectId}/links/{linkId}/proposal',
  summary: 'Get the change of a printed link that waits for approval',
  auth: 'viewer',
  limitClass: 'read',
  params: LinkParams,
  replies: {
    200: {
      description: 'The proposal, if there is one.',
      schema: Shape('LinkProposalState', {
        proposal: Nullable(LinkProposal),
        othersApprove: Type.Boolean({
          description:
            'Somebody besides the caller, an owner or admin who may change the link, may approve its changes.',
        }),
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});

export const proposeLinkChange = operation({
  ...base,
  id: 'proposeLinkChange',
  method: 'POST',
  path: '/projects/{projectId}/links/{linkId}/proposal',
  summary: 'Propose a change of where a printed link leads',
  description:
    'Another owner or admin approves it. Fields that do not say where the link leads change at once. Where nobody else may approve, ' +
    'the whole change is made at once, and needs `confirmed`. 409 without it, and where another proposal waits.',
  auth: 'editor',
  limitClass: 'create',
  params: LinkParams,
  headers: ifMatchHeaders,
  body: Type.Object(
    {
      changes: Nullable({
        ...UpdateProjectLinkRequest,
        description: 'As in an update; null proposes to delete the link.',
      }),
      confirmed: Type.Optional(
        Type.Boolean({ description: 'Meant even if nobody else in the project may approve it.' }),
      ),
    },
    closed,
  ),
  bodyExample: { changes: { fallbackUrl: 'https://example.com/winter' } },
  replies: {
    200: {
      description: 'What waits now, or null where all is changed.',
      schema: Shape('ProposedLinkChange', { proposal: Nullable(LinkProposal) }),
    },
  },
  errors: [
    'VALIDATION_ERROR',
    'UNAUTHORIZED',
    'FORBIDDEN',
    'NOT_FOUND',
    'CONFLICT',
    'PRECONDITION_FAILED',
  ],
  errorMembers: { PRECONDITION_FAILED: conflictOver('ProposalConflict', ProjectLink) },
});

export const approveLinkProposal = operation({
  ...base,
  id: 'approveLinkProposal',
  method: 'POST',
  path: '/projects/{projectId}/links/{linkId}/proposal/{proposalId}/approve',
  summary: 'Make the proposed change of a printed link',
  description:
    'By an owner or admin other than the proposer, unless there is none. 409 if where the link leads has changed since.',
  auth: 'admin',
  limitClass: 'create',
  params: ProposalParams,
  replies: { 200: { description: 'The change is made.', schema: Done } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

export const closeLinkProposal = operation({
  ...base,
  id: 'closeLinkProposal',
  method: 'DELETE',
  path: '/projects/{projectId}/links/{linkId}/proposal/{proposalId}',
  summary: 'Decline the proposed change of a printed link, or withdraw one’s own',
  auth: 'editor',
  limitClass: 'create',
  params: ProposalParams,
  replies: { 200: { description: 'The link stays as it is.', schema: Done } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});
