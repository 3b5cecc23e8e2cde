import { Type, type Static } from '@sinclair/typebox';
import { LIMITS, limitText } from '../../limits.ts';
import { operation } from '../../operation.ts';
import { closed, Count, Id, Shape, Time } from '../../schemas.ts';
import { Done, Name, ProjectParams } from './fields.ts';

const base = { api: 'dashboard', tag: 'Project links' } as const;
const FolderParams = Type.Object({ projectId: Id(), folderId: Id() });
const FolderBody = Type.Object({ name: Name }, closed);

const locked = Type.Boolean({
  description: 'Only the owner and the editors change it and its links; other admins do not.',
});

export const Folder = Shape('Folder', {
  id: Id(),
  name: Type.String({ description: 'Unique in the project, ignoring case.' }),
  createdAt: Time(),
  locked,
  editors: Type.Array(Id('Of a member.'), {
    description: 'Members who may change its links, whatever their role is.',
  }),
  mayEdit: Type.Boolean({
    description: 'Whether you may change its links and put links into it.',
  }),
  mayManage: Type.Boolean({
    description: 'Whether you may rename, lock and delete it, and choose its editors.',
  }),
});
export type Folder = Static<typeof Folder>;

export const listFolders = operation({
  ...base,
  id: 'listFolders',
  method: 'GET',
  path: '/projects/{projectId}/folders',
  summary: 'List the folders of the project',
  auth: 'viewer',
  limitClass: 'read',
  params: ProjectParams,
  replies: {
    200: {
      description: 'All folders by name.',
      schema: Shape('FolderList', {
        folders: Type.Array(
          Shape('CountedFolder', {
            ...Folder.properties,
            links: Count('Links in the folder, without deleted ones.'),
          }),
          { maxItems: LIMITS.foldersPerProject },
        ),
        mayEditOutside: Type.Boolean({
          description: 'Whether you may change links that are in no folder.',
        }),
      }),
    },
  },
  errors: ['UNAUTHORIZED', 'NOT_FOUND'],
});

export const createFolder = operation({
  ...base,
  id: 'createFolder',
  method: 'POST',
  path: '/projects/{projectId}/folders',
  summary: 'Create a folder',
  description: `409 if the project has a folder of this name, or ${limitText('foldersPerProject')} folders.`,
  auth: 'admin',
  limitClass: 'create',
  params: ProjectParams,
  body: FolderBody,
  replies: { 201: { description: 'The new folder.', schema: Folder } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

export const updateFolder = operation({
  ...base,
  id: 'updateFolder',
  method: 'PATCH',
  path: '/projects/{projectId}/folders/{folderId}',
  summary: 'Rename a folder, lock it, or choose who changes its links',
  description:
    'Omitted properties stay; `editors` is replaced as a whole. 409 if the project has another folder of this name; 403 if the folder is locked and you are not one of its editors.',
  auth: 'admin',
  limitClass: 'create',
  params: FolderParams,
  body: Type.Partial(
    Type.Object(
      {
        name: Name,
        locked,
        editors: Type.Array(Id('Of a member.'), { maxItems: LIMITS.folderEditors }),
      },
      closed,
    ),
    closed,
  ),
  bodyExample: { name: 'Summer 2027' },
  replies: { 200: { description: 'The folder.', schema: Folder } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

export const deleteFolder = operation({
  ...base,
  id: 'deleteFolder',
  method: 'DELETE',
  path: '/projects/{projectId}/folders/{folderId}',
  summary: 'Delete an empty folder',
  description:
    '403 if it is locked and you are not one of its editors; 409 if links are in it: move them first, step by step, with `changeProjectLinks`. Deleted links that were in it are restored to no folder.',
  auth: 'admin',
  limitClass: 'create',
  params: FolderParams,
  replies: { 200: { description: 'Deleted.', schema: Done } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});
