import { listLinkTemplates } from '@fairlead/contract/operations/dashboard/linkTemplates';
import { useQuery } from '@tanstack/react-query';
import { useProjectId } from '../../../api/project.ts';
import { ask } from '../../../api/queries.ts';

/** The templates of the project in the URL. */
export function useTemplates() {
  const projectId = useProjectId();
  return useQuery(ask(listLinkTemplates, { params: { projectId } }));
}
