import { LIMITS } from '@fairlead/contract/limits';
import type { LinksChange } from '@fairlead/contract/operations/dashboard/linkBulk';
import { isDeepStrictEqual } from 'node:util';
import type { NamedRule, Variant } from '@fairlead/contract/rules';
import { sql } from 'kysely';
import type { Actor } from '#teams/audit/AuditEntry.ts';
import type { Db } from '#platform/db/Db.ts';
import { newId } from '#platform/lib/uuid.ts';
import type { Project } from '#teams/projects/Project.ts';
import { getFolderId } from '../folders/findFolders.ts';
import { inFolderOf } from '../folders/inFolderOf.ts';
import { targetOfAll } from '../creating/auditTargets.ts';
import { type ChangePlan, changeLinks, type RefusedLink } from './changeLinks.ts';
import { planReplacement } from './many/planReplacement.ts';
import { planUndo } from './many/planUndo.ts';
import type { ColumnValues } from './updateRecorded.ts';
import { serialiseDestination } from '#platform/lib/web/destination.ts';
import { displayNameOf, type Link } from '../link/Link.ts';
import { storedRules } from '../rules/storedRules.ts';
import { withDestinations } from '../rules/targetsOf.ts';

interface UpdatedLinks {
  readonly changed: readonly Link[];
  readonly refused: readonly RefusedLink[];
  /** In the histories of the changed links; null if there are none. */
  readonly changeId: string | null;
}

/** What a change does to one link. */
interface ChangeRule {
  /** Whether the link would be different. */
  readonly concerns: (link: Link) => boolean;
  /** Why it cannot be done to the link, and how to fix that. */
  readonly hindrance?: (link: Link) => string | null;
  readonly set: ColumnValues;
}

/** Makes one change to several live links; those that it would leave as they are stay untouched. */
export async function updateProjectLinks(
  db: Db,
  project: Project,
  actor: Actor,
  ids: readonly string[],
  asked: Omit<LinksChange, 'deleted'>,
): Promise<UpdatedLinks> {
  const changeId = newId();
  const folderId = await getFolderId(db, project, asked, 'change');
  const change = { ...asked, ...(folderId !== undefined && { folder: folderId }) };
  const placing = { author: actor, folderId, within: 'change' };
  const { changed, refused } = await inFolderOf(db, project, placing, (tx) =>
    changeLinks(tx, project, actor, {
      ids,
      changeId,
      set: async (locked, links) => {
        const plan = await planOf(locked, project, actor, links, change);
        return { ...plan, set: { ...plan.set, updated_at: new Date() } };
      },
      entry: (updated) => ({
        action: 'links.updated',
        target: targetOfAll(updated.map(displayNameOf)),
        details: { ...change, slugs: updated.map(({ slug }) => slug) },
      }),
    }),
  );
  return { changed, refused, changeId: changed.length > 0 ? changeId : null };
}

function planOf(
  db: Db,
  project: Project,
  actor: Actor,
  links: readonly Link[],
  { replaceText, undo, ...change }: Omit<LinksChange, 'deleted'>,
): ChangePlan | Promise<ChangePlan> {
  if (replaceText !== undefined) return planReplacement(db, project, links, replaceText);
  if (undo !== undefined) return planUndo(db, project, actor, links, undo);
  const { concerns, hindrance = () => null, set } = ruleOf(change);
  const judged = links.filter(concerns).map((link) => ({ link, message: hindrance(link) }));
  return {
    accepted: judged.flatMap(({ link, message }) => (message === null ? [link] : [])),
    refused: judged.flatMap(({ link, message }) => (message === null ? [] : [{ link, message }])),
    set,
  };
}

function ruleOf(change: Omit<LinksChange, 'deleted' | 'replaceText' | 'undo'>): ChangeRule {
  const { addTag, removeTag, renameTag, folder, archived, expiresAt, rules, variants } = change;
  if (addTag !== undefined) return ruleOfNewTag(addTag.trim());
  if (removeTag !== undefined) {
    return {
      concerns: (link) => hasTag(link, removeTag),
      set: {
        tags: sql`array(
          select tag from unnest(tags) with ordinality as each (tag, place)
          where lower(tag) <> lower(${removeTag.trim()}) order by place)`,
      },
    };
  }
  if (renameTag !== undefined) return ruleOfRenaming(renameTag.from.trim(), renameTag.to.trim());
  if (folder !== undefined) {
    return { concerns: (link) => link.folderId !== folder, set: { folder_id: folder } };
  }
  if (archived !== undefined) {
    return { concerns: (link) => link.archived !== archived, set: { archived } };
  }
  if (rules !== undefined) {
    return ruleOfList('rules', storedRules(rules && withDestinations(rules, serialiseDestination)));
  }
  if (variants !== undefined) {
    return ruleOfList('variants', variants && withDestinations(variants, serialiseDestination));
  }
  const until = expiresAt ? new Date(expiresAt) : null;
  return {
    concerns: (link) => link.expiresAt?.getTime() !== until?.getTime(),
    set: { expires_at: until },
  };
}

/** Replaces rules or variants as a whole. */
function ruleOfList(
  field: 'rules' | 'variants',
  list: readonly (NamedRule | Variant)[] | null,
): ChangeRule {
  const slugs = new Set(list?.map(({ to }) => to.slug));
  return {
    hindrance: ({ slug }) =>
      slugs.has(slug) ? 'It would lead to itself; leave it out, or name another link' : null,
    concerns: (link) => !isDeepStrictEqual(link[field], list),
    set: { [field]: list && JSON.stringify(list) },
  };
}

function ruleOfNewTag(tag: string): ChangeRule {
  return {
    concerns: (link) => !hasTag(link, tag),
    hindrance: ({ tags }) =>
      tags.length < LIMITS.tagsPerLink
        ? null
        : `It has ${tags.length} tags, and a link can have ${LIMITS.tagsPerLink}; remove one first`,
    set: { tags: sql`array_append(tags, ${tag}::text)` },
  };
}

/** Only the first of two that are the same afterwards stays. */
function ruleOfRenaming(from: string, to: string): ChangeRule {
  return {
    concerns: (link) => link.tags.some((tag) => tag !== to && isSameTag(tag, from)),
    set: {
      tags: sql`array(
        select tag from (
          select distinct on (lower(named)) named as tag, place
          from unnest(tags) with ordinality as each (tag, place),
            lateral (select case when lower(tag) = lower(${from}) then ${to}::text else tag end as named) as renamed
          order by lower(named), place
        ) as kept order by place)`,
    },
  };
}

function isSameTag(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Tags that differ in case alone are the same. */
function hasTag({ tags }: Link, tag: string): boolean {
  return tags.some((name) => isSameTag(name, tag.trim()));
}
