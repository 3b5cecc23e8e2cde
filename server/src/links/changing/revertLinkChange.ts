import { isDeepStrictEqual } from 'node:util';
import { parameterFinding } from '@fairlead/contract/finding';
import { compileSchema } from '@fairlead/contract/findings';
import { UpdateProjectLinkRequest } from '@fairlead/contract/operations/dashboard/links';
import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { inTransaction } from '#platform/db/inTransaction.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '#teams/projects/Project.ts';
import { getLink } from '../finding/findLink.ts';
import type { Link } from '../link/Link.ts';
import type { Actor } from '#teams/audit/AuditEntry.ts';
import { readFields, readLinkChange } from './LinkChange.ts';
import { updateLink } from './updateLink.ts';

const request = compileSchema(UpdateProjectLinkRequest);

/**
 * Sets the fields of a change back to their values before it, as an update by `author`. Fields that have these values
 * already stay. Throws NOT_FOUND if the project has no such live link or the link no such change, CONFLICT if a field has
 * been changed again since, VALIDATION_ERROR if a value would not be accepted today.
 */
export function revertLinkChange(
  db: Db,
  project: Pick<Project, 'id' | 'utmValues'>,
  author: Actor,
  linkId: string,
  changeId: string,
): Promise<Link> {
  return inTransaction(db, async (tx) => {
    const fields = await listFields(tx, project, linkId, changeId);
    const left = fields.filter(({ now, before }) => !isDeepStrictEqual(now, before));
    const lost = left.filter(({ now, after }) => !isDeepStrictEqual(now, after));
    if (lost.length > 0) throw new Problem('CONFLICT', lost.map(changedSince));
    if (left.length === 0) return getLink(tx, project, linkId);
    const changes = Object.fromEntries(left.map(({ field, before }) => [field, before]));
    const findings = request.findings(changes, 'The change');
    if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
    const { link } = await updateLink(tx, project, author, linkId, changes);
    return link;
  });
}

/** The fields of a change, with their values now; the link stays as it is until the transaction ends. */
async function listFields(db: Db, project: Pick<Project, 'id'>, linkId: string, changeId: string) {
  const row = await db
    .selectFrom('links')
    .innerJoin('link_changes', 'link_changes.link_id', 'links.id')
    .selectAll('link_changes')
    .select(sql<Record<string, unknown>>`to_jsonb(links)`.as('now'))
    .where('links.project_id', '=', project.id)
    .where('links.id', '=', linkId)
    .where('links.deleted_at', 'is', null)
    .where('link_changes.id', '=', changeId)
    .forUpdate('links')
    .executeTakeFirst();
  if (!row) throw new Problem('NOT_FOUND', 'The link has no such change in its history');
  const now = readFields(row.now);
  return readLinkChange(row).fields.map((each) => ({ ...each, now: now.get(each.field) }));
}

function changedSince({ field }: { readonly field: string }) {
  const message = `${field} has been changed again since; revert the later change first, or set ${field} to what it should be`;
  return parameterFinding(field, 'mismatch', message);
}
