import { Type } from '@sinclair/typebox';
import { LIMITS } from '../../limits.ts';
import { operation } from '../../operation.ts';
import { createLinks } from '../linkManagement.ts';
import { closed, Id, Shape } from '../../schemas.ts';
import { ProjectParams } from './fields.ts';

const base = { api: 'dashboard', tag: 'Project links' } as const;

export const createProjectLinks = operation({
  ...base,
  id: 'createProjectLinks',
  method: 'POST',
  path: '/projects/{projectId}/links/bulk',
  summary: 'Create up to 10,000 links in one call',
  description:
    `Body and reply are those of \`createLinks\`: a JSON array or one object a line, answered by a line a row in order; a row with an \`externalId\` can be sent again. ` +
    `At most ${LIMITS.bulkRows} rows and ${LIMITS.bulkBytes / 1024 / 1024} MB a call. The audit log gets an entry for every thousand rows that made links.`,
  auth: 'admin',
  limitClass: 'create',
  params: ProjectParams,
  body: createLinks.body,
  bodyMediaTypes: createLinks.bodyMediaTypes,
  bodyBytes: createLinks.bodyBytes,
  atOnce: createLinks.atOnce,
  bodyExample: createLinks.bodyExample,
  replies: createLinks.replies,
  errors: [
    'VALIDATION_ERROR',
    'UNAUTHORIZED',
    'FORBIDDEN',
    'NOT_FOUND',
    'PAYLOAD_TOO_LARGE',
    'RATE_LIMITED',
  ],
});

export const createLinksForOperator = operation({
  ...base,
  id: 'createLinksForOperator',
  method: 'POST',
  path: '/admin/projects/{projectId}/links/bulk',
  summary: 'Create up to 10,000 links in one call, in any project',
  description: 'For the operator, who moves a project in; otherwise as `createProjectLinks`.',
  auth: 'instanceAdmin',
  limitClass: 'none',
  params: ProjectParams,
  body: createLinks.body,
  bodyMediaTypes: createLinks.bodyMediaTypes,
  bodyBytes: createLinks.bodyBytes,
  atOnce: createLinks.atOnce,
  bodyExample: createLinks.bodyExample,
  replies: createLinks.replies,
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'RATE_LIMITED'],
});

export const restoreProjectLinks = operation({
  ...base,
  id: 'restoreProjectLinks',
  method: 'POST',
  path: '/projects/{projectId}/links/restore',
  summary: 'Bring deleted links back',
  description:
    'With their numbers, as they were. A link whose slug or externalId another link has taken meanwhile, whose domain is gone, or that the plan has no room for, stays deleted, and the reply says why. Ids that name no deleted link of the project are passed over.',
  auth: 'admin',
  limitClass: 'create',
  params: ProjectParams,
  body: Type.Object({ ids: Type.Array(Id(), { minItems: 1, maxItems: 1000 }) }, closed),
  replies: {
    200: {
      description: 'What came back, and what did not.',
      schema: Shape('RestoredLinks', {
        restored: Type.Integer({ minimum: 0 }),
        refused: Type.Array(
          Type.Object({ id: Id(), slug: Type.String(), message: Type.String() }, closed),
        ),
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});
