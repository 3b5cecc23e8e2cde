import { parameterFinding } from '@fairlead/contract/finding';
import type { App } from '../../App.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { findMembership, type ProjectRole } from '#teams/projects/members/findMembership.ts';
import { listProjectIds } from '#teams/projects/listProjectIds.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { CallerOf } from '../routing/route.ts';

/** The project that an operator names. Throws NOT_FOUND if there is none. */
export async function getNamedProject({ lookups }: App, id: string): Promise<Project> {
  const project = await lookups.project(id.toLowerCase());
  if (!project) throw new Problem('NOT_FOUND', 'Project not found');
  return project;
}

/**
 * The project that a caller of `/v1` means: that of the key, else the one named, else the person's only one. NOT_FOUND
 * for one that is not the caller's.
 */
export async function chooseProject(
  app: App,
  caller: CallerOf<'secretKeyOrSession'>,
  named: string | undefined,
): Promise<Project & { readonly role: ProjectRole | 'key' }> {
  const notFound = () => new Problem('NOT_FOUND', 'Project not found');
  const id = named?.toLowerCase();
  if (caller.kind === 'key') {
    if (id !== undefined && id !== caller.project.id) throw notFound();
    return { ...caller.project, role: 'key' };
  }
  const chosen = id ?? (await onlyProject(app, caller));
  const membership = chosen && (await findMembership(app.db, caller.user, chosen));
  const project = membership && (await app.lookups.project(membership.projectId));
  if (!project) throw notFound();
  return { ...project, role: membership.role };
}

async function onlyProject(
  app: App,
  caller: Extract<CallerOf<'secretKeyOrSession'>, { kind: 'user' }>,
): Promise<string | undefined> {
  const [only, another] = await listProjectIds(app.db, caller.user);
  if (another === undefined) return only;
  const message = 'projectId is required: you belong to several projects';
  throw new Problem('VALIDATION_ERROR', parameterFinding('projectId', 'required', message));
}
