import { Type, type Static } from '@sinclair/typebox';
import { LIMITS, limitText } from '../../limits.ts';
import { operation } from '../../operation.ts';
import { closed, Id, Nullable, Shape, Time } from '../../schemas.ts';
import { Analytics, AnalyticsQuery, FactsQuery } from '../analytics.ts';
import { Done, Name, ProjectParams } from './fields.ts';

/** What a team does with its numbers: notes on days, pages for others, a mail every week. */

const base = { api: 'dashboard', tag: 'Analytics' } as const;

export const Annotation = Shape('Annotation', {
  id: Id(),
  day: Type.String({ format: 'date' }),
  text: Type.String(),
  author: Type.String({ description: 'Name of the person who wrote it.' }),
  createdAt: Time(),
});
export type Annotation = Static<typeof Annotation>;

export const listAnnotations = operation({
  ...base,
  id: 'listAnnotations',
  method: 'GET',
  path: '/projects/{projectId}/annotations',
  summary: 'List the notes on days of the project',
  auth: 'viewer',
  limitClass: 'read',
  params: ProjectParams,
  replies: {
    200: {
      description: 'By day.',
      schema: Shape('AnnotationList', {
        annotations: Type.Array(Annotation, { maxItems: LIMITS.annotations }),
      }),
    },
  },
  errors: ['UNAUTHORIZED', 'NOT_FOUND'],
});

export const createAnnotation = operation({
  ...base,
  id: 'createAnnotation',
  method: 'POST',
  path: '/projects/{projectId}/annotations',
  summary: 'Note what happened on a day',
  description: `Shown with the numbers of the project and of all its links. 409 where there are ${limitText('annotations')} notes.`,
  auth: 'admin',
  limitClass: 'create',
  params: ProjectParams,
  body: Type.Object(
    {
      day: Type.String({ format: 'date', description: 'By the calendar of the team.' }),
      text: Type.String({
        minLength: 1,
        maxLength: LIMITS.annotationLength,
        pattern:
          '^[^\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$',
        patternMessage: 'must have a visible character and no control characters',
      }),
    },
    closed,
  ),
  bodyExample: { day: '2026-11-12', text: 'Version 3.2 of the app' },
  replies: { 201: { description: 'The note.', schema: Annotation } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

export const deleteAnnotation = operation({
  ...base,
  id: 'deleteAnnotation',
  method: 'DELETE',
  path: '/projects/{projectId}/annotations/{annotationId}',
  summary: 'Delete a note on a day',
  auth: 'admin',
  limitClass: 'create',
  params: Type.Object({ projectId: Id(), annotationId: Id() }),
  replies: { 200: { description: 'Deleted.', schema: Done } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

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

const { period, from, to, timeZone, interval } = AnalyticsQuery.properties;

export const readSharedNumbers = operation({
  ...base,
  id: 'readSharedNumbers',
  method: 'POST',
  path: '/shared-numbers',
  summary: 'Read the numbers of a shared page',
  description: `Values with fewer than ${limitText('fewestShared')} clicks are left out of the lists. 404 for an address that was never given or has ended, 403 without the right password.`,
  auth: 'anonymous',
  limitClass: 'public',
  body: Type.Object(
    {
      token: Type.String({ minLength: 1, maxLength: 200, description: 'The end of the address.' }),
      password: Type.Optional(Type.String({ maxLength: 128 })),
      period,
      from,
      to,
      timeZone,
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
        numbers: Analytics,
        annotations: Type.Array(Annotation),
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND'],
});

export const getWeeklyMail = operation({
  ...base,
  id: 'getWeeklyMail',
  method: 'GET',
  path: '/projects/{projectId}/weekly-mail',
  summary: 'Whether the caller gets the numbers of each week by email',
  auth: 'viewer',
  limitClass: 'read',
  params: ProjectParams,
  replies: {
    200: { description: 'The choice.', schema: Shape('WeeklyMail', { on: Type.Boolean() }) },
  },
  errors: ['UNAUTHORIZED', 'NOT_FOUND'],
});

export const setWeeklyMail = operation({
  ...base,
  id: 'setWeeklyMail',
  method: 'PUT',
  path: '/projects/{projectId}/weekly-mail',
  summary: 'Get the numbers of each week by email, or no longer',
  description: 'On Mondays from eight in the morning on, by the time zone of the project.',
  auth: 'viewer',
  limitClass: 'create',
  params: ProjectParams,
  body: Type.Object({ on: Type.Boolean() }, closed),
  replies: {
    200: { description: 'The choice.', schema: Shape('WeeklyMail', { on: Type.Boolean() }) },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});
