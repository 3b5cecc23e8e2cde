import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { LIMITS, limitText } from '../../limits.ts';
import { operation } from '../../operation.ts';
import { closed, Id, Shape, Time } from '../../schemas.ts';
import { Done, Name, ProjectParams } from './fields.ts';
import { CreateProjectLinkRequest } from './links.ts';

const base = { api: 'dashboard', tag: 'Project links' } as const;
const TemplateParams = Type.Object({ projectId: Id(), templateId: Id() });

const { properties } = Type.Omit(CreateProjectLinkRequest, [
  'slug',
  'externalId',
  'domainId',
  'placements',
  'createdAt',
  'importedClicks',
]);

/** Everything but what one link alone can have. */
export const LinkTemplateFields = Type.Partial(Type.Object(withPlaces(properties)), {
  ...closed,
  description:
    'As in the request that creates a link. A destination may have places to fill in, in braces: `https://example.com/{product}`.',
});
export type LinkTemplateFields = Static<typeof LinkTemplateFields>;

export const LinkTemplate = Shape('LinkTemplate', {
  id: Id(),
  name: Type.String({ description: 'Unique in the project, ignoring case.' }),
  fields: LinkTemplateFields,
  createdAt: Time(),
});
export type LinkTemplate = Static<typeof LinkTemplate>;

export const listLinkTemplates = operation({
  ...base,
  id: 'listLinkTemplates',
  method: 'GET',
  path: '/projects/{projectId}/link-templates',
  summary: 'List the templates of links',
  auth: 'viewer',
  limitClass: 'read',
  params: ProjectParams,
  replies: {
    200: {
      description: 'By name; without folders that have been deleted.',
      schema: Shape('LinkTemplateList', {
        templates: Type.Array(LinkTemplate, { maxItems: LIMITS.linkTemplates }),
      }),
    },
  },
  errors: ['UNAUTHORIZED', 'NOT_FOUND'],
});

export const createLinkTemplate = operation({
  ...base,
  id: 'createLinkTemplate',
  method: 'POST',
  path: '/projects/{projectId}/link-templates',
  summary: 'Save a template of links',
  description: `409 if there is one of this name, or ${limitText('linkTemplates')} of them already.`,
  auth: 'admin',
  limitClass: 'create',
  params: ProjectParams,
  body: Type.Object({ name: Name, fields: LinkTemplateFields }, closed),
  bodyExample: {
    name: 'Newsletter',
    fields: {
      type: 'unified',
      fallbackUrl: 'https://example.com/{page}?utm_source=newsletter',
      tags: ['newsletter'],
    },
  },
  replies: { 201: { description: 'The template.', schema: LinkTemplate } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

export const updateLinkTemplate = operation({
  ...base,
  id: 'updateLinkTemplate',
  method: 'PATCH',
  path: '/projects/{projectId}/link-templates/{templateId}',
  summary: 'Change a template of links',
  description:
    'Omitted properties stay; `fields` is replaced as a whole. 409 if another template has the name.',
  auth: 'admin',
  limitClass: 'create',
  params: TemplateParams,
  body: Type.Partial(Type.Object({ name: Name, fields: LinkTemplateFields }), closed),
  bodyExample: { name: 'Newsletters' },
  replies: { 200: { description: 'The template.', schema: LinkTemplate } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

export const deleteLinkTemplate = operation({
  ...base,
  id: 'deleteLinkTemplate',
  method: 'DELETE',
  path: '/projects/{projectId}/link-templates/{templateId}',
  summary: 'Delete a template of links',
  description: 'Links that were made from it stay as they are.',
  auth: 'admin',
  limitClass: 'create',
  params: TemplateParams,
  replies: { 200: { description: 'Deleted.', schema: Done } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

/** A place to fill in makes an address no URI yet. */
function withPlaces<Properties extends TProperties>(fields: Properties): Properties {
  const isAddress = (field: TSchema) => field['format'] === 'uri';
  const written = Object.entries(fields).map(([name, field]) => [
    name,
    isAddress(field) ? { ...field, format: 'uri-template' } : field,
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same fields of the same types
  return Object.fromEntries(written) as Properties;
}
