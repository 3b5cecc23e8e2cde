import { Type, type Static } from '@sinclair/typebox';
import { LIMITS, limitText } from '../../limits.ts';
import { operation } from '../../operation.ts';
import { closed, Id, Shape, Time, WELL_FORMED } from '../../schemas.ts';
import { Done, ProjectParams } from './fields.ts';

/** What a team does with its numbers: notes on days, a mail every week. */

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
        ...WELL_FORMED,
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
