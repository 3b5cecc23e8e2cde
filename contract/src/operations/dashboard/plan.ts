import { Type, type Static } from '@sinclair/typebox';
import { operation } from '../../operation.ts';
import { closed, Id, Nullable, ProjectParams, Shape, Time } from './fields.ts';

const base = { surface: 'dashboard', tag: 'Plan and usage' } as const;

const Usage = Type.Object(
  {
    used: Type.Integer({ minimum: 0 }),
    limit: Nullable(Type.Integer({ description: 'Null means unlimited.' })),
    warning: Type.Union([Type.Literal('none'), Type.Literal('near'), Type.Literal('reached')], {
      description: 'near from 80 %, reached from 100 %.',
    }),
  },
  closed,
);

export const PlanUsage = Shape('PlanUsage', {
  plan: Type.Object(
    {
      id: Type.String(),
      name: Type.String(),
      features: Type.Array(Type.String()),
      exports: Type.Boolean(),
      clickRetentionDays: Nullable(Type.Integer()),
      overageRatePer1k: Nullable(Type.Number()),
    },
    closed,
  ),
  usage: Type.Object(
    { links: Usage, domains: Usage, members: Usage, apiKeys: Usage, monthlyActiveUsers: Usage },
    closed,
  ),
  periodStart: Time('Start of the month in UTC, from which active users are counted.'),
  checkout: Type.Boolean({ description: 'Whether plans can be bought here.' }),
});
export type PlanUsage = Static<typeof PlanUsage>;

export const getPlanUsage = operation({
  ...base,
  id: 'getPlanUsage',
  method: 'GET',
  path: '/projects/{projectId}/plan',
  summary: 'The plan and what is used of its limits',
  auth: 'viewer',
  limitClass: 'read',
  params: ProjectParams,
  replies: { 200: { description: 'Plan and usage.', schema: PlanUsage } },
  errors: ['UNAUTHORIZED', 'NOT_FOUND'],
});

export const changePlan = operation({
  ...base,
  id: 'changePlan',
  method: 'PUT',
  path: '/admin/projects/{projectId}/plan',
  summary: 'Put a project on another plan',
  description: 'For the operator. What is over a smaller limit stays; nothing new can be added.',
  auth: 'instanceAdmin',
  limitClass: 'none',
  params: ProjectParams,
  body: Type.Object(
    { plan: Type.String({ description: 'Id of a plan of the catalogue.' }) },
    closed,
  ),
  replies: {
    200: {
      description: 'Changed.',
      schema: Shape('ChangedPlan', { projectId: Id(), plan: Type.String() }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});
