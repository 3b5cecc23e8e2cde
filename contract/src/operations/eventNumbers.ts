import { Type } from '@sinclair/typebox';
import {
  Cohorts,
  CohortsQuery,
  EventNumbers,
  EventNumbersQuery,
  EventReceipt,
  Funnel,
  FunnelRequest,
} from '../eventNumbers.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { STORABLE_TEXT } from '../schemas.ts';

const base = {
  api: 'dashboard',
  tag: 'Events',
  auth: 'secretKeyOrViewer',
  limitClass: 'read',
  params: Type.Object({ projectId: Type.String({ description: 'Id of the project.' }) }),
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
} as const;

export const getEventNumbers = operation({
  ...base,
  id: 'getEventNumbers',
  method: 'GET',
  path: '/projects/{projectId}/events',
  summary: 'Get events, revenue and conversion of a project, by what brought the people',
  description:
    'By the time of the event. `by` is `name` if omitted; other groups are those of the day, of the link that has the credit and its folder, and of the campaign (`utm_campaign`), ' +
    'rule, variant and country of its click, and of who said the event (`saidBy`). Amounts are never converted. Of the last 30 days unless said otherwise.',
  query: EventNumbersQuery,
  replies: { 200: { description: 'The numbers.', schema: EventNumbers } },
});

export const getEventReceipt = operation({
  ...base,
  id: 'getEventReceipt',
  method: 'GET',
  path: '/projects/{projectId}/event-receipt',
  summary: 'Explain what an event is credited to, and why',
  description: 'As of now: an install that is matched later changes it.',
  query: Type.Object({
    eventId: Type.String({
      minLength: 1,
      maxLength: LIMITS.eventIdLength,
      ...STORABLE_TEXT,
      description: 'As it was sent.',
    }),
  }),
  replies: { 200: { description: 'The credit.', schema: EventReceipt } },
});

export const getCohorts = operation({
  ...base,
  id: 'getCohorts',
  method: 'GET',
  path: '/projects/{projectId}/cohorts',
  summary: 'Get retention and revenue of a project by when people installed the app',
  description:
    'People belong to the day, week or month of their first install, in `timeZone`; reinstalls make nobody new. Somebody is active on a day with a session or an event. ' +
    'Days are those of 24 hours since each install, whatever the clock of a place says.',
  query: CohortsQuery,
  replies: { 200: { description: 'The cohorts, oldest first.', schema: Cohorts } },
});

export const getFunnel = operation({
  ...base,
  id: 'getFunnel',
  method: 'POST',
  path: '/projects/{projectId}/funnel',
  summary: 'Count how many people go from one event to the next',
  description:
    'A person counts in a step with an event of its name that came after one of the step before it, the whole of it within `windowHours`; whichever beginning leads furthest counts. ' +
    'Other events may lie between.',
  body: FunnelRequest,
  replies: { 200: { description: 'The steps.', schema: Funnel } },
});
