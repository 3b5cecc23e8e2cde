import { listTags, type TagInfo } from '@fairlead/contract/operations/dashboard/tags';
import { useQuery } from '@tanstack/react-query';
import { useProjectId } from '../../../api/project.ts';
import { ask } from '../../../api/queries.ts';

const NONE: TagInfo[] = [];

/** The tags in use; none until they are loaded. */
export function useTags(): TagInfo[] {
  const projectId = useProjectId();
  return useQuery(ask(listTags, { params: { projectId } })).data?.tags ?? NONE;
}
