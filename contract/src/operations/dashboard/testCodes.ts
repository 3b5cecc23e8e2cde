import { Type, type Static } from '@sinclair/typebox';
import { LIMITS } from '../../limits.ts';
import { operation } from '../../operation.ts';
import { Count, Id, Shape, Time } from '../../schemas.ts';
import { Done, ProjectParams } from './fields.ts';

const base = { api: 'dashboard', tag: 'Attribution' } as const;

export const TestCode = Shape('TestCode', {
  id: Id(),
  linkId: Id('The link that apps are given.'),
  slug: Type.String(),
  createdAt: Time(),
  endsAt: Time('From then on it is refused.'),
  uses: Count('How often an app was given the link. Tests are counted nowhere else.'),
});
export type TestCode = Static<typeof TestCode>;

export const listTestCodes = operation({
  ...base,
  id: 'listTestCodes',
  method: 'GET',
  path: '/projects/{projectId}/test-codes',
  summary: 'List the test codes that can be used',
  auth: 'viewer',
  limitClass: 'read',
  params: ProjectParams,
  replies: {
    200: {
      description: 'Newest first, at most 100; never the codes themselves.',
      schema: Shape('TestCodeList', { testCodes: Type.Array(TestCode) }),
    },
  },
  errors: ['UNAUTHORIZED', 'NOT_FOUND'],
});

export const createTestCode = operation({
  ...base,
  id: 'createTestCode',
  method: 'POST',
  path: '/projects/{projectId}/links/{linkId}/test-codes',
  summary: 'Create a code that gives apps a link as if it had led to their installation',
  description: `Send it as \`testCode\` with a deferred match, from any number of phones, for ${LIMITS.testCodeHours} hours. What apps do with it counts as a test only.`,
  auth: 'admin',
  limitClass: 'create',
  params: Type.Object({ projectId: Id(), linkId: Id() }),
  replies: {
    201: {
      description: 'The code.',
      schema: Shape('NewTestCode', {
        testCode: TestCode,
        text: Type.String({ description: 'The code itself; shown only once.' }),
      }),
    },
  },
  errors: ['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const endTestCode = operation({
  ...base,
  id: 'endTestCode',
  method: 'DELETE',
  path: '/projects/{projectId}/test-codes/{testCodeId}',
  summary: 'End a test code before its time',
  auth: 'admin',
  limitClass: 'create',
  params: Type.Object({ projectId: Id(), testCodeId: Id() }),
  replies: { 200: { description: 'Ended.', schema: Done } },
  errors: ['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});
