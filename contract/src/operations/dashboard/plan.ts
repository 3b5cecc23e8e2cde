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
      description: '`near` from 80 %, `reached` from 100 %.',
    }),
  },
  closed,
);

const BillingPeriod = Type.Union([Type.Literal('monthly'), Type.Literal('yearly')]);

const Offer = Type.Object(
  {
    price: Type.String({ description: 'Formatted with its currency.' }),
    discount: Nullable(Type.String()),
    sold: Type.Boolean({ description: 'Whether `openCheckout` accepts this plan.' }),
  },
  closed,
);

export const OfferedPlan = Shape('OfferedPlan', {
  id: Type.String(),
  name: Type.String(),
  features: Type.Array(Type.String()),
  monthly: Offer,
  yearly: Offer,
  unpaid: Type.Boolean({
    description: 'Whether this is the plan of projects that nobody pays for.',
  }),
});
export type OfferedPlan = Static<typeof OfferedPlan>;

export const PlanBilling = Shape('PlanBilling', {
  live: Type.Boolean({ description: 'Whether the subscription pays for the current plan.' }),
  status: Type.String({
    description: "The payment provider's status: active, past_due, canceled …",
  }),
  plan: Nullable(Type.String({ description: 'Null if the catalogue does not contain the price.' })),
  billingPeriod: Nullable(BillingPeriod),
  periodEnd: Nullable(Time('End of the paid period.')),
  endsAt: Nullable(Time('When the plan ends; null if it will be renewed.')),
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
    description: 'False if this server sells no plans; there are then no prices and no offers.',
  }),
  checkout: Type.Boolean({ description: 'Whether plans are sold.' }),
  plans: Type.Array(OfferedPlan, {
    description: 'The catalogue, in its order; empty if plans are not sold.',
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
    description: 'Short-lived URL at the payment provider.',
  }),
});

export const openCheckout = operation({
  ...base,
  id: 'openCheckout',
  method: 'POST',
  path: '/projects/{projectId}/billing/checkout',
  summary: 'Open the checkout page for a plan',
  description:
    'The plan changes only once the payment provider confirms it. If the project already has a subscription, the page changes or ends it, so that nobody pays twice. 409 if plans are not sold, or if this plan is already paid for.',
  auth: 'owner',
  limitClass: 'create',
  params: ProjectParams,
  body: Type.Object(
    {
      plan: Type.String({ description: 'Id of a plan in the catalogue.' }),
      billingPeriod: BillingPeriod,
    },
    closed,
  ),
  replies: { 200: { description: 'The URL to open.', schema: PaymentPage } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'UNAVAILABLE'],
});

export const openBillingPortal = operation({
  ...base,
  id: 'openBillingPortal',
  method: 'POST',
  path: '/projects/{projectId}/billing/portal',
  summary: 'Open the billing page with invoices, card and subscription',
  description: '409 if plans are not sold, or if nobody has ever paid for the project.',
  auth: 'owner',
  limitClass: 'create',
  params: ProjectParams,
  replies: { 200: { description: 'The URL to open.', schema: PaymentPage } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'UNAVAILABLE'],
});

export const receiveStripeEvent = operation({
  ...base,
  id: 'receiveStripeEvent',
  method: 'POST',
  path: '/webhooks/stripe',
  summary: 'Receive Stripe events',
  description:
    'Signed by Stripe in `Stripe-Signature`. Events may be repeated and arrive in any order; other kinds of events are accepted and ignored.',
  auth: 'anonymous',
  limitClass: 'none',
  bodyMediaTypes: ['application/json'],
  body: Type.Object({}, { description: 'A Stripe event.' }),
  replies: {
    200: {
      description: 'Accepted.',
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
  summary: 'Move a project to another plan',
  description: 'For the operator. Anything above a lower limit is kept, but nothing can be added.',
  auth: 'instanceAdmin',
  limitClass: 'none',
  params: ProjectParams,
  body: Type.Object(
    {
      plan: Type.String({
        description: 'Id of a plan in the catalogue, or self-hosted for no limits.',
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
