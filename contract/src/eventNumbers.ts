import { Type, type Static } from '@sinclair/typebox';
import {
  EventCredit,
  EventRevenueSum,
  EventSaidBy,
  onlySaidBy,
  REVENUE_FROM,
  RevenueFrom,
  RevenueSum,
} from './eventResources.ts';
import { LIMITS } from './limits.ts';
import { WindowQuery } from './operations/analytics.ts';
import { Count, Nullable, oneOf, Shape, Time, STORABLE_TEXT } from './schemas.ts';

/** What numbers of events are broken down by. */
export const EventDimension = oneOf(
  'name',
  'day',
  'link',
  'folder',
  'campaign',
  'rule',
  'variant',
  'country',
  'saidBy',
);
export type EventDimension = Static<typeof EventDimension>;

const EventName = Type.String({
  minLength: 1,
  maxLength: LIMITS.eventNameLength,
  ...STORABLE_TEXT,
});

const OfLink = (description: string) => Type.Optional(Type.String({ format: 'uuid', description }));

export const EventNumbersQuery = Type.Object({
  ...WindowQuery,
  by: Type.Optional(EventDimension),
  credit: Type.Optional(
    Type.Union([...EventCredit.anyOf, Type.Literal('any')], {
      description:
        'Events that a link has the credit for, by the install or by re-engagement; `any`, which is the default: all of them, by the install where there is one.',
    }),
  ),
  name: Type.Optional({ ...EventName, description: 'Only events of this name.' }),
  saidBy: Type.Optional(onlySaidBy),
  link: OfLink('Only what this link has the credit for, and its costs.'),
});
export type EventNumbersQuery = Static<typeof EventNumbersQuery>;

/** What came in for what was spent in a currency. */
export const EventReturn = Shape('EventReturn', {
  currency: Type.String(),
  ratio: Nullable(
    Type.Number({
      description:
        'Revenue of this currency divided by the cost; null, which is undefined: there is revenue, and none in this currency.',
    }),
  ),
});
export type EventReturn = Static<typeof EventReturn>;

const sums = {
  events: Count('Events, refunds included.'),
  quantity: Type.Integer({ minimum: 0, description: 'Their quantities together.' }),
  people: Count('Distinct customers; where none is known, installations, and then clicks.'),
  revenue: Type.Array(
    Shape('EventRevenue', {
      ...EventRevenueSum.properties,
      people: Count('Distinct people with an amount in this currency, whoever said it.'),
    }),
    { description: 'Sums by currency, less refunds.' },
  ),
  cost: Type.Array(RevenueSum, {
    description: 'What was spent by currency, by `link`, `folder`, `campaign` and `day`.',
  }),
  return: Type.Array(EventReturn, {
    description: 'Of each currency in which something was spent.',
  }),
  installs: Count(
    'Installs by links in the range; with `credit=reengagement`, times that they opened the app again. By name and by `saidBy`: all of them.',
  ),
  converted: Count(
    'Those of them that are credited with such an event in the range: without `name` and by anything but name, with one whose revenue is added.',
  ),
  conversion: Nullable(
    Type.Number({ minimum: 0, maximum: 1, description: 'Their share; null where none is.' }),
  ),
};

export const EventNumbers = Shape('ProjectEventNumbers', {
  from: Time(),
  to: Time(),
  timeZone: Type.String(),
  exactUntil: Time('Until then nothing is missing that any machine has answered.'),
  revenueFrom: { ...RevenueFrom, description: REVENUE_FROM },
  total: Shape('EventSums', sums),
  groups: Type.Array(
    Shape('EventGroup', {
      value: Nullable(
        Type.String({
          description: 'Links and folders by id. Null: there is none, or it is not known.',
        }),
      ),
      title: Nullable(Type.String({ description: 'Of links and folders: their name or slug.' })),
      ...sums,
    }),
    { description: `Most events first, days in their order; at most ${LIMITS.eventGroups}.` },
  ),
});
export type EventNumbers = Static<typeof EventNumbers>;
export type EventSums = EventNumbers['total'];

const CreditedLink = {
  linkId: Type.String({ format: 'uuid' }),
  title: Type.String({ description: 'Its name or slug.' }),
  clickId: Nullable(
    Type.String({ format: 'uuid', description: 'Null where nobody is known any more.' }),
  ),
};

/** Why an event is credited as it is. */
export const CREDIT_REASONS = {
  installation: 'The link has brought the install of its installation.',
  click: 'It names no known installation, and a click of the link.',
  customer:
    'It names no known installation or click, and the link has brought that of its customer.',
  erased: 'The link had the credit when the person was erased.',
  organic: 'No link has brought the install of its installation.',
  unknown: 'No installation, click or customer that it names is known to the project.',
  nobody:
    'It names no installation, click or customer, and neither does another of its transaction.',
} as const;
export type CreditReason = keyof typeof CREDIT_REASONS;

export const EventReceipt = Shape('EventReceipt', {
  eventId: Type.String(),
  name: Type.String(),
  at: Time(),
  saidBy: { ...EventSaidBy, description: 'An app, a server, or an event source by its kind.' },
  revenue: Nullable(RevenueSum),
  revenueCounts: Type.Boolean({
    description:
      'Whether its revenue is added to sums; false where an app said it and `revenueFrom` of the project is `servers`.',
  }),
  test: Type.Boolean({ description: 'Then it counts nowhere, whatever follows.' }),
  reason: Type.Union(
    Object.keys(CREDIT_REASONS).map((reason) => Type.Literal(reason as CreditReason)),
    {
      description: Object.entries(CREDIT_REASONS)
        .map(([reason, text]) => `${reason}: ${text}`)
        .join(' '),
    },
  ),
  install: Nullable(
    Type.Object(CreditedLink, {
      additionalProperties: false,
      description: 'The link that has the credit by the install; null: none.',
    }),
  ),
  reengagement: Nullable(
    Type.Object(
      { ...CreditedLink, openedAt: Time() },
      {
        additionalProperties: false,
        description:
          'The last link that had opened the installation again before, within the window; null: none.',
      },
    ),
  ),
});
export type EventReceipt = Static<typeof EventReceipt>;

export const CohortsQuery = Type.Object({
  ...WindowQuery,
  unit: Type.Optional(oneOf('day', 'week', 'month')),
  link: OfLink('Only people whom this link has brought.'),
});
export type CohortsQuery = Static<typeof CohortsQuery>;

/** Days after the install of which cohorts are told. */
export const COHORT_DAYS = [0, 1, 2, 3, 7, 14, 30, 60, 90] as const;

const days = `Days are those of 24 hours since each install: ${COHORT_DAYS.join(', ')}.`;

const Age = Shape('CohortAge', {
  day: Type.Integer({ minimum: 0 }),
  size: Count('Installs that are as old as that by now: what shares and revenue are divided by.'),
  complete: Type.Boolean({ description: 'Whether all installs of the cohort are as old as that.' }),
  classic: Count('Active on this very day. On day 0 everybody is, by the install itself.'),
  rolling: Count('Active on this day or later.'),
  cumulative: Count('Active on any day from day 1 to this one; of day 0, on that.'),
  revenue: Type.Array(EventRevenueSum, { description: 'Until the end of this day, by currency.' }),
});

export const Cohorts = Shape('Cohorts', {
  from: Time(),
  to: Time(),
  timeZone: Type.String(),
  exactUntil: Time('Until then nothing is missing that any machine has answered.'),
  revenueFrom: { ...RevenueFrom, description: REVENUE_FROM },
  unit: oneOf('day', 'week', 'month'),
  cohorts: Type.Array(
    Shape('Cohort', {
      start: Type.String({ format: 'date', description: 'The first day of the cohort.' }),
      installs: Count('People who installed the app for the first time; the denominator.'),
      ages: Type.Array(Age, { description: days }),
    }),
  ),
  total: Type.Array(Age, {
    description: 'All cohorts together, each as far as its installs are old enough.',
  }),
});
export type Cohorts = Static<typeof Cohorts>;
export type CohortAge = Static<typeof Age>;

export const FunnelRequest = Shape('FunnelRequest', {
  ...WindowQuery,
  steps: Type.Array(EventName, {
    minItems: 2,
    maxItems: LIMITS.funnelSteps,
    uniqueItems: true,
    description: 'Names of events, in their order.',
  }),
  windowHours: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMITS.funnelHours,
      description: 'From the first step to the last one; a week if omitted.',
    }),
  ),
  link: OfLink('Only people whom this link has brought.'),
});
export type FunnelRequest = Static<typeof FunnelRequest>;

export const Funnel = Shape('Funnel', {
  from: Time(),
  to: Time(),
  exactUntil: Time('Until then nothing is missing that any machine has answered.'),
  steps: Type.Array(
    Shape('FunnelStep', {
      name: Type.String(),
      people: Count('People who have come as far as this in the range.'),
      ofFirst: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
      ofPrevious: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
    }),
  ),
});
export type Funnel = Static<typeof Funnel>;
