import { listFolders } from '@fairlead/contract/operations/dashboard/folders';
import { useQuery } from '@tanstack/react-query';
import type { BodyFor } from '../../../api/call.ts';
import { useProjectId } from '../../../api/project.ts';
import { ask } from '../../../api/queries.ts';

export type FolderEntry = BodyFor<typeof listFolders>['folders'][number];

/** The folders of the project in the URL, once they are known. */
export function useFolders(): readonly FolderEntry[] | undefined {
  const projectId = useProjectId();
  return useQuery(ask(listFolders, { params: { projectId } })).data?.folders;
}
