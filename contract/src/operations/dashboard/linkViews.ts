import { Type, type Static } from '@sinclair/typebox';
import { limitText } from '../../limits.ts';
import { LinkSelection } from '../../linkFilters.ts';
import { operation } from '../../operation.ts';
import { closed, Id, oneOf, Shape, Time } from '../../schemas.ts';
import { Done, Name, ProjectParams } from './fields.ts';
import { LINK_ORDER } from './links.ts';

const base = { api: 'dashboard', tag: 'Project links' } as const;
const ViewParams = Type.Object({ projectId: Id(), viewId: Id() });

/** As the list of links has them in its URL. */
export const ViewFilters = Type.Object(
  {
    search: LinkSelection.search,
    tag: LinkSelection.tag,
    folder: LinkSelection.folder,
    createdAfter: LinkSelection.createdAfter,
    createdBefore: LinkSelection.createdBefore,
    ...LINK_ORDER,
    show: Type.Optional(oneOf('archived', 'expired', 'proposed', 'deleted', 'all')),
  },
  {
    ...closed,
    description: 'Which links, in which order; without `show`, those that are not archived.',
  },
);
export type ViewFilters = Static<typeof ViewFilters>;

const content = {
  name: Name,
  filters: ViewFilters,
  columns: Type.Array(Type.String({ pattern: '^[A-Za-z.]{1,40}$' }), {
    maxItems: 50,
    description: 'Keys of the columns of the list.',
  }),
};

export const LinkView = Shape('LinkView', {
  id: Id(),
  team: Type.Boolean({ description: 'false: the caller’s own, which nobody else sees.' }),
  ...content,
  createdAt: Time(),
});
export type LinkView = Static<typeof LinkView>;

export const listLinkViews = operation({
  ...base,
  id: 'listLinkViews',
  method: 'GET',
  path: '/projects/{projectId}/link-views',
  summary: 'List the saved views of links: the team’s and the caller’s own',
  auth: 'viewer',
  limitClass: 'read',
  params: ProjectParams,
  replies: {
    200: {
      description: 'By name.',
      schema: Shape('LinkViewList', { views: Type.Array(LinkView) }),
    },
  },
  errors: ['UNAUTHORIZED', 'NOT_FOUND'],
});

export const createLinkView = operation({
  ...base,
  id: 'createLinkView',
  method: 'POST',
  path: '/projects/{projectId}/link-views',
  summary: 'Save a view of links',
  description: `For the team (\`team\`), by admins alone, or for oneself. 409 if there is one of this name, or ${limitText('linkViews')} of them already.`,
  auth: 'viewer',
  limitClass: 'create',
  params: ProjectParams,
  body: Type.Object({ team: Type.Boolean(), ...content }, closed),
  bodyExample: {
    team: true,
    name: 'Print',
    filters: { tag: 'print', sortBy: 'clickCount' },
    columns: ['tags', 'clicks'],
  },
  replies: { 201: { description: 'The view.', schema: LinkView } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

export const updateLinkView = operation({
  ...base,
  id: 'updateLinkView',
  method: 'PATCH',
  path: '/projects/{projectId}/link-views/{viewId}',
  summary: 'Change a saved view',
  description: 'Omitted fields stay.',
  auth: 'viewer',
  limitClass: 'create',
  params: ViewParams,
  body: Type.Partial(Type.Object(content), closed),
  bodyExample: { name: 'Posters' },
  replies: { 200: { description: 'The view.', schema: LinkView } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

export const deleteLinkView = operation({
  ...base,
  id: 'deleteLinkView',
  method: 'DELETE',
  path: '/projects/{projectId}/link-views/{viewId}',
  summary: 'Delete a saved view',
  auth: 'viewer',
  limitClass: 'create',
  params: ViewParams,
  replies: { 200: { description: 'Deleted.', schema: Done } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});
