import { Type, type Static } from '@sinclair/typebox';
import { EventDimension } from '../../eventNumbers.ts';
import { limitText, LIMITS } from '../../limits.ts';
import { REVENUE_FROM, RevenueFrom } from '../../eventResources.ts';
import { operation } from '../../operation.ts';
import { closed, Count, Id, Nullable, Shape, Time } from '../../schemas.ts';
import { Analytics, AnalyticsQuery, FactsQuery, WindowQuery } from '../analytics.ts';
import { Done, Name, ProjectParams } from './fields.ts';
import { Annotation } from './numbers.ts';

/** Pages of numbers for people without an account. */

const base = { api: 'dashboard', tag: 'Analytics' } as const;

const Facts = Type.Object(FactsQuery, {
  ...closed,
  description: 'Only of clicks with these, as in the query of analytics.',
});

export const NumberShare = Shape('NumberShare', {
  id: Id(),
  name: Type.String(),
  url: Type.String({ description: 'Who has it can read the numbers.' }),
  linkId: Nullable(Id('Null: of the whole project.')),
  facts: Facts,
  showsEvents: Type.Boolean({
    description: 'Whether it shows events and revenue that are credited to its links.',
  }),
  showsNotes: Type.Boolean({
    description: 'Whether it shows the notes of the project, without who wrote them.',
  }),
  hasPassword: Type.Boolean(),
  createdAt: Time(),
});
export type NumberShare = Static<typeof NumberShare>;

export const listNumberShares = operation({
  ...base,
  id: 'listNumberShares',
  method: 'GET',
  path: '/projects/{projectId}/number-shares',
  summary: 'List the pages of numbers for people without an account',
  auth: 'admin',
  limitClass: 'read',
  params: ProjectParams,
  replies: {
    200: {
      description: 'The newest first.',
      schema: Shape('NumberShareList', {
        shares: Type.Array(NumberShare, { maxItems: LIMITS.numberShares }),
      }),
    },
  },
  errors: ['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

const SharePassword = Type.String({ minLength: 8, maxLength: 128 });

export const createNumberShare = operation({
  ...base,
  id: 'createNumberShare',
  method: 'POST',
  path: '/projects/{projectId}/number-shares',
  summary: 'Make a page of numbers for people without an account',
  description: `Of the project or one of its links, under an address that cannot be guessed. 409 where there are ${limitText('numberShares')} of them.`,
  auth: 'admin',
  limitClass: 'create',
  params: ProjectParams,
  body: Type.Object(
    {
      name: Name,
      linkId: Type.Optional(Id()),
      facts: Type.Optional(Facts),
      showsEvents: Type.Optional(
        Type.Boolean({
          description:
            'Events and revenue too; false if omitted. 400 with `facts.source`: events are not known by it.',
        }),
      ),
      showsNotes: Type.Optional(
        Type.Boolean({
          description: 'Notes of the project too; false if omitted. 400 with `linkId`.',
        }),
      ),
      password: Type.Optional(SharePassword),
    },
    closed,
  ),
  bodyExample: { name: 'For the agency', facts: { utmCampaign: 'spring' } },
  replies: { 201: { description: 'The page.', schema: NumberShare } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

export const deleteNumberShare = operation({
  ...base,
  id: 'deleteNumberShare',
  method: 'DELETE',
  path: '/projects/{projectId}/number-shares/{shareId}',
  summary: 'End a page of numbers: its address leads nowhere any more',
  auth: 'admin',
  limitClass: 'create',
  params: Type.Object({ projectId: Id(), shareId: Id() }),
  replies: { 200: { description: 'Ended.', schema: Done } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

const PageKey = {
  token: Type.String({ minLength: 1, maxLength: 200, description: 'The end of the address.' }),
  password: Type.Optional(Type.String({ maxLength: 128 })),
};
const { interval } = AnalyticsQuery.properties;

export const readSharedNumbers = operation({
  ...base,
  id: 'readSharedNumbers',
  method: 'POST',
  path: '/shared-numbers',
  summary: 'Read the numbers of a shared page',
  description: `Of whole days of the project's time zone, whatever moments are asked for. Values with fewer than ${limitText('fewestShared')} clicks are left out of the lists. 404 for an address that was never given or has ended, 403 without the right password.`,
  auth: 'anonymous',
  limitClass: 'public',
  body: Type.Object(
    {
      ...PageKey,
      ...WindowQuery,
      interval,
    },
    closed,
  ),
  replies: {
    200: {
      description: 'The numbers.',
      schema: Shape('SharedNumbers', {
        name: Type.String(),
        project: Type.String(),
        link: Nullable(Type.String()),
        facts: Facts,
        showsEvents: Type.Boolean(),
        numbers: Analytics,
        annotations: Type.Array(Type.Pick(Annotation, ['id', 'day', 'text'], closed), {
          description: 'Notes on days of the window; none unless the page shows notes.',
        }),
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND'],
});

const Cell = Nullable(Count('Null: of fewer people than are told.'));
const cells = {
  events: Cell,
  people: Cell,
  installs: Cell,
  converted: Cell,
  revenue: Type.Array(
    Type.Object({ currency: Type.String(), amount: Nullable(Type.Integer()) }, closed),
    { description: 'By currency, less refunds. Null: of fewer people than are told.' },
  ),
};

/** `EventNumbers`, of which nobody can be made out. */
export const SharedEvents = Shape('SharedEvents', {
  revenueFrom: { ...RevenueFrom, description: REVENUE_FROM },
  from: Time(),
  to: Time(),
  timeZone: Type.String(),
  exactUntil: Time(),
  total: Shape('SharedEventSums', cells),
  groups: Type.Array(
    Shape('SharedEventGroup', {
      value: Nullable(Type.String()),
      title: Nullable(Type.String()),
      ...cells,
    }),
  ),
});
export type SharedEvents = Static<typeof SharedEvents>;

export const readSharedEvents = operation({
  ...base,
  id: 'readSharedEvents',
  method: 'POST',
  path: '/shared-events',
  summary: 'Read events and revenue of a shared page',
  description: `Of whole days of the project's time zone. Credited to its links by the install. Cells of fewer than ${limitText('fewestShared')} people are null, and so is the smallest other one of their column: otherwise the total would reveal them. 404 where the page shows no events.`,
  auth: 'anonymous',
  limitClass: 'public',
  body: Type.Object({ ...PageKey, ...WindowQuery, by: Type.Optional(EventDimension) }, closed),
  replies: { 200: { description: 'The numbers.', schema: SharedEvents } },
  errors: ['VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND'],
});
