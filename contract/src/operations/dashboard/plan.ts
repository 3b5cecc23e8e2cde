import { Type, type Static } from '@sinclair/typebox';
import { operation } from '../../operation.ts';
import { closed, Id, Nullable, Shape, Time } from '../../schemas.ts';
import { ProjectParams } from './fields.ts';

const base = { api: 'dashboard', tag: 'Plan and usage' } as const;

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

const BillingPeriod = Type.Union([Type.Literal('monthly'), Type.Literal('yearly')]);

const Offer = Type.Object(
  {
    price: Type.String({ description: 'With its currency.' }),
    discount: Nullable(Type.String()),
    sold: Type.Boolean({ description: 'Whether `openCheckout` takes it.' }),
  },
  closed,
);

export const OfferedPlan = Shape('OfferedPlan', {
  id: Type.String(),
  name: Type.String(),
  features: Type.Array(Type.String()),
  monthly: Offer,
  yearly: Offer,
  unpaid: Type.Boolean({ description: 'The plan that a project comes to when nobody pays.' }),
});
export type OfferedPlan = Static<typeof OfferedPlan>;

export const PlanBilling = Shape('PlanBilling', {
  live: Type.Boolean({ description: 'Whether it pays for the plan.' }),
  status: Type.String({ description: "The payment provider's word: active, past_due, canceled …" }),
  plan: Nullable(Type.String({ description: 'Null where the catalogue does not know the price.' })),
  billingPeriod: Nullable(BillingPeriod),
  periodEnd: Nullable(Time('End of what is paid.')),
  endsAt: Nullable(Time('When the plan ends; null while it is going to be renewed.')),
});
export type PlanBilling = Static<typeof PlanBilling>;

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
  sold: Type.Boolean({
    description: 'False on a server whose owner sells no plans: it has no prices, and no offers.',
  }),
  checkout: Type.Boolean({ description: 'Whether plans are sold.' }),
  plans: Type.Array(OfferedPlan, {
    description: 'The catalogue, in its order; empty where plans are not sold.',
  }),
  billing: Nullable(PlanBilling),
});
export type PlanUsage = Static<typeof PlanUsage>;

export const getPlanUsage = operation({
  ...base,
  id: 'getPlanUsage',
  method: 'GET',
  path: '/projects/{projectId}/plan',
  summary: 'Get the plan and its usage',
  auth: 'viewer',
  limitClass: 'read',
  params: ProjectParams,
  replies: { 200: { description: 'Plan and usage.', schema: PlanUsage } },
  errors: ['UNAUTHORIZED', 'NOT_FOUND'],
});

const PaymentPage = Shape('PaymentPage', {
  url: Type.String({
    format: 'uri',
    description: 'A page of the payment provider, for a short time.',
  }),
});

export const openCheckout = operation({
  ...base,
  id: 'openCheckout',
  method: 'POST',
  path: '/projects/{projectId}/billing/checkout',
  summary: 'Open the page for changing the plan',
  description:
    'The plan changes when the payment provider has told so, not before. For a project that is paid for, the page changes or ends its subscription, so that nobody pays twice. 409 where plans are not sold, and for the plan that is paid for already.',
  auth: 'owner',
  limitClass: 'create',
  params: ProjectParams,
  body: Type.Object(
    {
      plan: Type.String({ description: 'Id of a plan of the catalogue.' }),
      billingPeriod: BillingPeriod,
    },
    closed,
  ),
  replies: { 200: { description: 'Where to go.', schema: PaymentPage } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'UNAVAILABLE'],
});

export const openBillingPortal = operation({
  ...base,
  id: 'openBillingPortal',
  method: 'POST',
  path: '/projects/{projectId}/billing/portal',
  summary: 'The page with invoices, the card and the subscription',
  description: '409 where plans are not sold, and for a project that nobody has paid for.',
  auth: 'owner',
  limitClass: 'create',
  params: ProjectParams,
  replies: { 200: { description: 'Where to go.', schema: PaymentPage } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'UNAVAILABLE'],
});

export const receiveStripeEvent = operation({
  ...base,
  id: 'receiveStripeEvent',
  method: 'POST',
  path: '/webhooks/stripe',
  summary: 'Receive Stripe events',
  description:
    'Signed by Stripe in `Stripe-Signature`. Events may come again and in any order; those of other kinds are taken and change nothing.',
  auth: 'anonymous',
  limitClass: 'none',
  bodyMediaTypes: ['application/json'],
  body: Type.Object({}, { description: 'An event of Stripe.' }),
  replies: {
    200: {
      description: 'Taken.',
      schema: Shape('ReceivedEvent', { received: Type.Literal(true) }),
    },
  },
  errors: ['VALIDATION_ERROR', 'CONFLICT', 'PAYLOAD_TOO_LARGE'],
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
    {
      plan: Type.String({
        description: 'Id of a plan of the catalogue, or self-hosted: no limits.',
      }),
    },
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
