import { finding } from '@fairlead/contract/finding';
import { limitText } from '@fairlead/contract/limits';
import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { newId } from '#platform/lib/uuid.ts';
import type { Person } from '#teams/audit/AuditEntry.ts';
import { changeProject } from '#teams/audit/changeProject.ts';
import { assertRoom } from '#teams/plans/assertRoom.ts';
import { lockLimits } from '#teams/plans/lockLimits.ts';
import type { ProjectRole } from '#teams/projects/members/findMembership.ts';
import type { Project } from '#teams/projects/Project.ts';
import { targetOf } from '../../creating/auditTargets.ts';
import { getLink } from '../../finding/findLink.ts';
import { type LinkComment, readComment, selectComments } from './LinkComment.ts';

interface NamedComment {
  readonly linkId: string;
  readonly commentId: string;
}

/** CONFLICT where the link has as many as it may have. */
export function createLinkComment(
  db: Db,
  project: Project,
  author: Person,
  { linkId, text }: { readonly linkId: string; readonly text: string },
): Promise<LinkComment> {
  const written = readText(text);
  return changeProject(db, project, author, (tx, record) =>
    lockLimits(tx, project, async (locked) => {
      const link = await getLink(locked, project, linkId);
      await assertRoom(locked, project, {
        table: 'link_comments',
        limit: 'commentsPerLink',
        where: sql<boolean>`link_id = ${link.id}`,
        message: `A link can have ${limitText('commentsPerLink')} comments; delete one that is old`,
      });
      const id = newId();
      await locked
        .insertInto('link_comments')
        .values({
          id,
          project_id: project.id,
          link_id: link.id,
          author_id: author.id,
          text: written,
        })
        .execute();
      await record({ action: 'comment.created', target: targetOf(link) });
      return getComment(locked, { linkId: link.id, commentId: id });
    }),
  );
}

/** FORBIDDEN if somebody else wrote it. */
export function updateLinkComment(
  db: Db,
  project: Project,
  author: Person,
  { text, ...named }: NamedComment & { readonly text: string },
): Promise<LinkComment> {
  const written = readText(text);
  return changeProject(db, project, author, async (tx, record) => {
    const link = await getLink(tx, project, named.linkId);
    const comment = await getComment(tx, named);
    if (comment.author?.userId !== author.id) {
      throw new Problem('FORBIDDEN', 'Only the person who wrote a comment can edit it');
    }
    await tx
      .updateTable('link_comments')
      .set({ text: written, edited_at: new Date() })
      .where('id', '=', comment.id)
      .where('project_id', '=', project.id)
      .execute();
    await record({ action: 'comment.updated', target: targetOf(link) });
    return getComment(tx, named);
  });
}

/** FORBIDDEN for a viewer if somebody else wrote it. */
export function deleteLinkComment(
  db: Db,
  project: Project,
  { actor, role }: { readonly actor: Person; readonly role: ProjectRole },
  named: NamedComment,
): Promise<void> {
  return changeProject(db, project, actor, async (tx, record) => {
    const link = await getLink(tx, project, named.linkId);
    const { id, author } = await getComment(tx, named);
    if (role === 'viewer' && author?.userId !== actor.id) {
      throw new Problem(
        'FORBIDDEN',
        'Viewers can delete their own comments; ask an owner or admin to delete this one',
      );
    }
    await tx
      .deleteFrom('link_comments')
      .where('id', '=', id)
      .where('project_id', '=', project.id)
      .execute();
    await record({ action: 'comment.deleted', target: targetOf(link) });
  });
}

async function getComment(db: Db, { linkId, commentId }: NamedComment): Promise<LinkComment> {
  const row = await selectComments(db, linkId)
    .where('link_comments.id', '=', commentId)
    .executeTakeFirst();
  if (!row) throw new Problem('NOT_FOUND', 'Comment not found');
  return readComment(row);
}

/** VALIDATION_ERROR if nothing is left of it. */
function readText(text: string): string {
  const tidy = text.trim();
  if (tidy !== '') return tidy;
  throw new Problem('VALIDATION_ERROR', [
    finding('text', 'required', 'text must have a visible character'),
  ]);
}
