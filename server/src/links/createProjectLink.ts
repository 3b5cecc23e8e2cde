import type { CreateProjectLinkRequest } from '@fairlead/contract/operations/dashboard/links';
import type { Actor } from '../audit/AuditEntry.ts';
import { changeProject } from '../audit/changeProject.ts';
import type { Db } from '../db/Db.ts';
import type { Project } from '../projects/Project.ts';
import { createLink } from './createLink.ts';
import { displayNameOf, type Link } from './Link.ts';
import { updateLink } from './updateLink.ts';

/** Creates a link with its flags on behalf of a person; otherwise as `createLink`. */
export function createProjectLink(
  db: Db,
  project: Project,
  actor: Actor,
  input: CreateProjectLinkRequest,
  limit: number | null,
): Promise<{ link: Link; created: boolean }> {
  return changeProject(db, project, actor, async (tx, record) => {
    const made = await createLink(tx, project, input, limit);
    if (!made.created) return made;
    await record({
      action: 'link.created',
      target: { kind: 'link', id: made.link.id, name: displayNameOf(made.link) },
    });
    return { created: true, link: await setFlags(tx, project, made.link, input) };
  });
}

/** Creation itself takes no flags: apps may not set them (Rule: resources 6). They need no entry of their own. */
async function setFlags(
  tx: Db,
  project: Project,
  link: Link,
  { iosSocialBreakout, iosBrowserAutoOpen }: CreateProjectLinkRequest,
): Promise<Link> {
  if (iosSocialBreakout === undefined && iosBrowserAutoOpen === undefined) return link;
  return updateLink(tx, project, null, link.id, {
    ...(iosSocialBreakout !== undefined && { iosSocialBreakout }),
    ...(iosBrowserAutoOpen !== undefined && { iosBrowserAutoOpen }),
  });
}
