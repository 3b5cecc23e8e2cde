import { listFolders } from '@fairlead/contract/operations/dashboard/folders';
import { useQuery } from '@tanstack/react-query';
import type { BodyFor } from '../../../api/call.ts';
import { useProjectId } from '../../../api/project.ts';
import { ask } from '../../../api/queries.ts';

type FolderList = BodyFor<typeof listFolders>;
export type FolderEntry = FolderList['folders'][number];

function useFolderList(): FolderList | undefined {
  const projectId = useProjectId();
  return useQuery(ask(listFolders, { params: { projectId } })).data;
}

/** The folders of the project in the URL, once they are known. */
export function useFolders(): readonly FolderEntry[] | undefined {
  return useFolderList()?.folders;
}

/** Which links the signed-in person may change, as the server says; undefined until that is known. */
export interface LinkRights {
  /** Where links may be put. */
  readonly folders: readonly FolderEntry[];
  /** Whether that may be no folder, too. */
  readonly outside: boolean;
  /** Whether there is a link that may be created or changed. */
  readonly some: boolean;
  /** The folder of a link; null: none. */
  readonly mayEdit: (folder: string | null) => boolean;
}

export function useLinkRights(): LinkRights | undefined {
  const list = useFolderList();
  if (list === undefined) return undefined;
  const folders = list.folders.filter(({ mayEdit }) => mayEdit);
  const outside = list.mayEditOutside;
  return {
    folders,
    outside,
    some: outside || folders.length > 0,
    mayEdit: (folder) => (folder === null ? outside : folders.some(({ id }) => id === folder)),
  };
}

/** Whether the person may change this link; false until that is known. */
export function useMayEdit(link: { readonly folder: string | null } | undefined): boolean {
  const rights = useLinkRights();
  return link !== undefined && rights?.mayEdit(link.folder) === true;
}
