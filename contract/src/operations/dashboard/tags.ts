import { type Static, Type } from '@sinclair/typebox';
import { TAG_COLORS } from '../../tagColors.ts';
import { tag } from '../../linkFields.ts';
import { operation } from '../../operation.ts';
import { closed, Nullable, Shape } from '../../schemas.ts';
import { Done, ProjectParams } from './fields.ts';

const base = { api: 'dashboard', tag: 'Project links' } as const;

const TagColor = Type.Union(TAG_COLORS.map((color) => Type.Literal(color)));

export const TagInfo = Shape('TagInfo', {
  tag: Type.String({ description: 'As most links spell it.' }),
  links: Type.Integer({ minimum: 1, description: 'Links that have it, archived ones included.' }),
  color: Nullable(TagColor),
});
export type TagInfo = Static<typeof TagInfo>;

export const listTags = operation({
  ...base,
  id: 'listTags',
  method: 'GET',
  path: '/projects/{projectId}/tags',
  summary: 'List the tags that links of the project have',
  description: 'Tags that differ only in case are one. Deleted links do not count.',
  auth: 'viewer',
  limitClass: 'read',
  params: ProjectParams,
  replies: {
    200: {
      description: 'In alphabetical order.',
      schema: Shape('TagList', { tags: Type.Array(TagInfo) }),
    },
  },
  errors: ['UNAUTHORIZED', 'NOT_FOUND'],
});

export const setTag = operation({
  ...base,
  id: 'setTag',
  method: 'PUT',
  path: '/projects/{projectId}/tags',
  summary: 'Set the colour of a tag',
  description:
    'Null: no colour. 404 if no link has the tag. To rename, merge or remove a tag, change the links that have it with `changeProjectLinks`.',
  auth: 'admin',
  limitClass: 'create',
  params: ProjectParams,
  body: Type.Object({ tag, color: Nullable(TagColor) }, closed),
  bodyExample: { tag: 'spring', color: 'green' },
  replies: { 200: { description: 'Set.', schema: Done } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});
