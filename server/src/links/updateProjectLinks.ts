import { LIMITS } from '@fairlead/contract/limits';
import type { LinksChange } from '@fairlead/contract/operations/dashboard/linkBulk';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../audit/AuditEntry.ts';
import { changeProject } from '../audit/changeProject.ts';
import type { Db } from '../db/Db.ts';
import type { Project } from '../projects/Project.ts';
import { targetOfAll } from './auditTargets.ts';
import { displayNameOf, LINK_COLUMNS, type Link, readLink } from './Link.ts';

interface UpdatedLinks {
  readonly changed: readonly Link[];
  readonly refused: readonly { readonly link: Link; readonly message: string }[];
}

/** What a change does to one link. */
interface Rule {
  /** Whether the link would be different. */
  readonly concerns: (link: Link) => boolean;
  /** Why it cannot be done to the link, and how to fix that. */
  readonly hindrance?: (link: Link) => string | null;
  /** SQL: the assignment. */
  readonly set: RawBuilder<unknown>;
}

/** Makes one change to several live links; those that it would leave as they are stay untouched. */
export function updateProjectLinks(
  db: Db,
  project: Project,
  actor: Actor,
  ids: readonly string[],
  change: Omit<LinksChange, 'deleted'>,
): Promise<UpdatedLinks> {
  const { concerns, hindrance = () => null, set } = ruleOf(change);
  return changeProject(db, project, actor, async (tx, record) => {
    const concerned = (await lockLinks(tx, project, ids)).filter(concerns);
    const refused = concerned.flatMap((link) => {
      const message = hindrance(link);
      return message === null ? [] : [{ link, message }];
    });
    const changed = concerned.filter((link) => hindrance(link) === null);
    if (changed.length > 0) {
      await sql`update links set ${set}, updated_at = now()
        where id = any(${changed.map(({ id }) => id)}::uuid[])`.execute(tx);
      await record({
        action: 'links.updated',
        target: targetOfAll(changed.map(displayNameOf)),
        details: { ...change, slugs: changed.map(({ slug }) => slug) },
      });
    }
    return { changed, refused };
  });
}

async function lockLinks(db: Db, project: Project, ids: readonly string[]): Promise<Link[]> {
  const rows = await db
    .selectFrom('links')
    .select(LINK_COLUMNS)
    .where('project_id', '=', project.id)
    .where('id', '=', (any) => any.fn.any(any.val(ids)))
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .forUpdate()
    .execute();
  return rows.map(readLink);
}

function ruleOf({ addTag, removeTag, archived, expiresAt }: Omit<LinksChange, 'deleted'>): Rule {
  if (addTag !== undefined) return ruleOfNewTag(addTag.trim());
  if (removeTag !== undefined) {
    return {
      concerns: (link) => hasTag(link, removeTag),
      set: sql`tags = array(
        select tag from unnest(tags) with ordinality as each (tag, place)
        where lower(tag) <> lower(${removeTag.trim()}) order by place)`,
    };
  }
  if (archived !== undefined) {
    return { concerns: (link) => link.archived !== archived, set: sql`archived = ${archived}` };
  }
  const until = expiresAt ? new Date(expiresAt) : null;
  return {
    concerns: (link) => link.expiresAt?.getTime() !== until?.getTime(),
    set: sql`expires_at = ${until}`,
  };
}

function ruleOfNewTag(tag: string): Rule {
  return {
    concerns: (link) => !hasTag(link, tag),
    hindrance: ({ tags }) =>
      tags.length < LIMITS.tagsPerLink
        ? null
        : `It has ${LIMITS.tagsPerLink} tags, as many as a link can have; remove one first`,
    set: sql`tags = array_append(tags, ${tag}::text)`,
  };
}

/** Tags that differ in case alone are the same. */
function hasTag({ tags }: Link, tag: string): boolean {
  return tags.some((each) => each.toLowerCase() === tag.trim().toLowerCase());
}
