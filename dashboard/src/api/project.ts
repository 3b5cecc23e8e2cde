import { getCurrentUser } from '@fairlead/contract/operations/dashboard/session';
import { getProject, listProjects } from '@fairlead/contract/operations/dashboard/projects';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ask } from './queries.ts';

export const currentUserQuery = ask(getCurrentUser, {});
export const projectsQuery = ask(listProjects, {});

/** The project in the URL. Only for screens of a project. */
export function useProjectId(): string {
  const { projectId } = useParams({ strict: false });
  if (projectId === undefined) throw new Error('This screen belongs to a project');
  return projectId;
}

export function useProject() {
  return useQuery(ask(getProject, { params: { projectId: useProjectId() } }));
}

interface Rights {
  readonly admin: boolean;
  readonly owner: boolean;
  /** Known to be a viewer: says why something is missing. */
  readonly viewer: boolean;
}

/** The project in the URL, as the person's list has it; undefined until that is known, or without one. */
export function useListedProject() {
  const { projectId } = useParams({ strict: false });
  const { data } = useQuery(projectsQuery);
  return data?.projects.find(({ id }) => id === projectId);
}

/** What the signed-in person may do in the project; nothing until that is known, or without one. */
export function useRights(): Rights {
  const role = useListedProject()?.role;
  return {
    admin: role === 'admin' || role === 'owner',
    owner: role === 'owner',
    viewer: role === 'viewer',
  };
}
