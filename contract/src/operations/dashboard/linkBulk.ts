import { type Static, Type } from '@sinclair/typebox';
import { LIMITS, limitText } from '../../limits.ts';
import { operation } from '../../operation.ts';
import { BulkQuery, createLinks } from '../linkBulk.ts';
import { folder } from '../linkManagement.ts';
import { expiresAt, tag } from '../../linkFields.ts';
import { rules, variants } from '../../rules.ts';
import { deleted, LinkSelection } from '../../linkFilters.ts';
import { REPLACED_FIELDS } from '../../destinationFields.ts';
import { closed, Id, Nullable, oneOf, Shape, Time, STORABLE_TEXT } from '../../schemas.ts';
import { ProjectParams } from './fields.ts';

const base = { api: 'dashboard', tag: 'Project links' } as const;

export const createProjectLinks = operation({
  ...base,
  id: 'createProjectLinks',
  method: 'POST',
  path: '/projects/{projectId}/links/bulk',
  summary: createLinks.summary,
  description:
    `Same body and response as \`createLinks\`: a JSON array or NDJSON, with one result line per row, in order; a row with an \`externalId\` can be sent again. ` +
    `At most ${limitText('bulkRows')} rows and ${limitText('bulkBytes')} per call. The audit log gets one entry for every thousand created links.`,
  auth: 'editor',
  limitClass: 'create',
  params: ProjectParams,
  query: BulkQuery,
  body: createLinks.body,
  bodyMediaTypes: createLinks.bodyMediaTypes,
  bodyBytes: createLinks.bodyBytes,
  atOnce: createLinks.atOnce,
  bodyExample: createLinks.bodyExample,
  replies: createLinks.replies,
  errors: [
    'VALIDATION_ERROR',
    'UNAUTHORIZED',
    'FORBIDDEN',
    'NOT_FOUND',
    'PAYLOAD_TOO_LARGE',
    'RATE_LIMITED',
  ],
});

export const createLinksForOperator = operation({
  ...base,
  id: 'createLinksForOperator',
  method: 'POST',
  path: '/admin/projects/{projectId}/links/bulk',
  summary: `${createLinks.summary}, in any project`,
  description: 'For operators migrating a project; otherwise like `createProjectLinks`.',
  auth: 'instanceAdmin',
  limitClass: 'none',
  params: ProjectParams,
  query: BulkQuery,
  body: createLinks.body,
  bodyMediaTypes: createLinks.bodyMediaTypes,
  bodyBytes: createLinks.bodyBytes,
  atOnce: createLinks.atOnce,
  bodyExample: createLinks.bodyExample,
  replies: createLinks.replies,
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'RATE_LIMITED'],
});

const RefusedLinks = Type.Array(
  Type.Object({ id: Id(), slug: Type.String(), message: Type.String() }, closed),
);

export const restoreProjectLinks = operation({
  ...base,
  id: 'restoreProjectLinks',
  method: 'POST',
  path: '/projects/{projectId}/links/restore',
  summary: 'Restore deleted links',
  description:
    'Links are restored with their statistics. A link stays deleted, with the reason in the response, if its slug or externalId has been taken, its domain no longer exists, the plan’s limit is reached, or the person may not change links of its folder. Ids of other links are ignored.',
  auth: 'editor',
  limitClass: 'create',
  params: ProjectParams,
  body: Type.Object(
    { ids: Type.Array(Id(), { minItems: 1, maxItems: LIMITS.idsPerCall }) },
    closed,
  ),
  replies: {
    200: {
      description: 'Links that were restored, and links that could not be.',
      schema: Shape('RestoredLinks', {
        restored: Type.Integer({ minimum: 0 }),
        refused: RefusedLinks,
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

const linkText = { maxLength: LIMITS.destinationLength, ...STORABLE_TEXT };

const ReplaceText = Type.Object(
  {
    find: Type.String({
      minLength: 1,
      ...linkText,
      description: 'As it is written, also its case.',
    }),
    replaceBy: Type.String(linkText),
    fields: Type.Array(oneOf(...REPLACED_FIELDS), { minItems: 1, uniqueItems: true }),
    inRules: Type.Optional(
      Type.Boolean({ description: 'Also in these fields of rules and variants.' }),
    ),
  },
  {
    ...closed,
    description:
      'Replaces text in destinations, everywhere it occurs. A link that would lead to an invalid destination, to itself or to campaign values that the project does not allow stays as it is.',
  },
);
export type ReplaceText = Static<typeof ReplaceText>;

/** One change of many links. */
export const LinksChange = Shape('LinksChange', {
  addTag: Type.Optional(tag),
  removeTag: Type.Optional(tag),
  renameTag: Type.Optional(
    Type.Object(
      { from: tag, to: tag },
      {
        ...closed,
        description:
          'A link that has both keeps one. The colour comes along, unless the new name has its own.',
      },
    ),
  ),
  folder: Type.Optional(folder),
  archived: Type.Optional(Type.Boolean()),
  expiresAt: Type.Optional(Nullable(expiresAt)),
  rules: Type.Optional(Nullable(rules)),
  variants: Type.Optional(Nullable(variants)),
  replaceText: Type.Optional(ReplaceText),
  undo: Type.Optional(
    Id(
      '`changeId` of an earlier step: gives its links back what they had before. A link that has been changed again since, or could not be like that today, stays as it is.',
    ),
  ),
  deleted: Type.Optional(
    Type.Boolean({
      description: 'False restores deleted links, as `restoreProjectLinks` does.',
    }),
  ),
});
export type LinksChange = Static<typeof LinksChange>;

const ChangeExample = Shape('ChangeExample', {
  slug: Type.String(),
  fields: Type.Array(
    Type.Object({ field: Type.String(), before: Type.String(), after: Type.String() }, closed),
  ),
});
export type ChangeExample = Static<typeof ChangeExample>;

export const changeProjectLinks = operation({
  ...base,
  id: 'changeProjectLinks',
  method: 'POST',
  path: '/projects/{projectId}/links/change',
  summary: 'Change all links that match a filter, step by step',
  description:
    `Each call changes at most ${LIMITS.changeStep} links, newest first, and returns \`next\`; repeat the call with it as \`after\` until it is null. ` +
    'Each step is a transaction with its own audit log entry; stopping between steps keeps what is done. ' +
    'If more links match than `expected`, the first step returns 409 and changes nothing. ' +
    'Links of folders that the person may not change stay as they are, with the reason in the response.',
  auth: 'editor',
  limitClass: 'create',
  params: ProjectParams,
  body: Shape('ChangeProjectLinksRequest', {
    filter: Type.Object(
      {
        ...LinkSelection,
        deleted: Type.Optional(deleted),
        ids: Type.Optional(
          Type.Array(Id(), {
            minItems: 1,
            maxItems: LIMITS.changeStep,
            description: 'Limits the change to these links.',
          }),
        ),
      },
      closed,
    ),
    expected: Type.Integer({
      minimum: 1,
      maximum: LIMITS.changeTotal,
      description: 'Number of matching links that the user saw.',
    }),
    asOf: Type.Optional(Time('`asOf` of the list: links created since then are excluded.')),
    change: LinksChange,
    after: Type.Optional(Id('`next` of the previous step.')),
    preview: Type.Optional(
      Type.Boolean({ description: 'Changes nothing, and says what would be; for `replaceText`.' }),
    ),
  }),
  bodyExample: { filter: { tag: 'spring' }, expected: 42, change: { archived: true } },
  replies: {
    200: {
      description: 'The result of this step.',
      schema: Shape('ChangedLinks', {
        examined: Type.Integer({ minimum: 0, description: 'Links examined in this step.' }),
        changed: Type.Array(Id(), { description: 'Ids of the changed links.' }),
        refused: RefusedLinks,
        changeId: Nullable(Id('For `undo`; null if nothing was changed, deleted or restored.')),
        examples: Type.Optional(
          Type.Array(ChangeExample, {
            maxItems: LIMITS.changeExamples,
            description: 'Of a preview: the first links that would be changed.',
          }),
        ),
        next: Nullable(Id('Cursor for the next step; null once all links are done.')),
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

export const deleteProjectLinks = operation({
  ...base,
  id: 'deleteProjectLinks',
  method: 'POST',
  path: '/projects/{projectId}/links/delete',
  summary: 'Delete several links',
  auth: 'editor',
  limitClass: 'create',
  params: ProjectParams,
  body: Type.Object(
    { ids: Type.Array(Id(), { minItems: 1, maxItems: LIMITS.idsPerCall }) },
    closed,
  ),
  replies: {
    200: {
      description:
        'Number of links deleted; printed links and links of folders that the person may not change stay; ids that are not links of the project are ignored.',
      schema: Shape('DeletedLinks', {
        deleted: Type.Integer({ minimum: 0 }),
        refused: RefusedLinks,
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});
