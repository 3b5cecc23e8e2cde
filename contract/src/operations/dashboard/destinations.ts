import { Type, type Static } from '@sinclair/typebox';
import { LIMITS } from '../../limits.ts';
import { operation } from '../../operation.ts';
import { closed, Nullable, Shape } from '../../schemas.ts';
import { ProjectParams } from './fields.ts';

const DestinationTrouble = Type.Union([
  Type.Literal('unreachable'),
  Type.Literal('too_many_redirects'),
  Type.Literal('no_page'),
]);
export type DestinationTrouble = Static<typeof DestinationTrouble>;

export const DestinationPage = Shape('DestinationPage', {
  url: Type.String({ description: 'Where redirects led, or the URL itself.' }),
  title: Nullable(Type.String()),
  description: Nullable(Type.String()),
  image: Nullable(Type.String({ description: 'http or https URL.' })),
  trouble: Nullable(DestinationTrouble),
});
export type DestinationPage = Static<typeof DestinationPage>;

export const readDestination = operation({
  id: 'readDestination',
  method: 'POST',
  path: '/projects/{projectId}/destination',
  api: 'dashboard',
  tag: 'Project links',
  summary: 'Read the title, description and image of a page that a link is to lead to',
  description:
    'For forms. Only hosts of the internet are called, at the ports of the web, for a few seconds and a quarter of a megabyte at most; `trouble` says why nothing was read.',
  auth: 'editor',
  limitClass: 'create',
  atOnce: LIMITS.destinationReads,
  params: ProjectParams,
  body: Type.Object(
    { url: Type.String({ minLength: 1, maxLength: LIMITS.destinationLength }) },
    closed,
  ),
  bodyExample: { url: 'https://example.com/summer' },
  replies: { 200: { description: 'What was found.', schema: DestinationPage } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
});
