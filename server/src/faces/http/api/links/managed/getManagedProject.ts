import type { App } from '../../../../App.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import type { Actor } from '#teams/audit/AuditEntry.ts';
import { assertEditor } from '#links/folders/folderRights.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { findLinkOfUser } from '#links/finding/findLinkOfUser.ts';
import { findProject } from '#teams/projects/findProject.ts';
import { findMembership } from '#teams/projects/members/findMembership.ts';
import type { ProjectRole } from '#teams/projects/members/findMembership.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { CallerOf } from '../../../routing/route.ts';

/**
 * The project in which the caller may change this link: that of the key, or that of the link for a
 * member who may change some. Someone else's link and one that does not exist give the
 * same NOT_FOUND.
 */
export async function getManagedProject(
  app: App,
  caller: CallerOf<'secretKeyOrSession'>,
  linkId: string,
): Promise<Project> {
  if (caller.kind === 'key') return caller.project;
  const link = await findLinkOfUser(app.db, caller.user, linkId);
  const membership = link && (await findMembership(app.db, caller.user, link.projectId));
  if (!membership) throw new Problem('NOT_FOUND', 'Link not found');
  await assertEditor(app.db, membership.projectId, caller.user, membership.role);
  const project = await findProject(app.db, membership.projectId);
  if (!project) throw new Problem('NOT_FOUND', 'Link not found');
  return project;
}

/** Throws FORBIDDEN for a person who may change no link of the project. */
export async function refuseReader(
  { db }: App,
  caller: CallerOf<'secretKeyOrSession'>,
  { id, role }: { readonly id: string; readonly role: ProjectRole | 'key' },
): Promise<void> {
  if (caller.kind === 'user' && role !== 'key') await assertEditor(db, id, caller.user, role);
}

/** Throws FORBIDDEN for a person who may only read. */
export function refuseViewer(role: ProjectRole | 'key'): void {
  if (role !== 'viewer') return;
  throw new Problem('FORBIDDEN', 'This needs the role admin or owner; yours is viewer');
}

/** The person or the key, as the audit log and the history of a link name them. */
export function authorOf(caller: CallerOf<'secretKeyOrSession'>): Actor {
  return caller.kind === 'user' ? actorOf(caller.user) : { kind: 'key', id: caller.key.id };
}
