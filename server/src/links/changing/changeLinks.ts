import { changeProject } from '#teams/audit/changeProject.ts';
import type { NewAuditEntry } from '#teams/audit/recordAudit.ts';
import type { Db } from '#platform/db/Db.ts';
import { inTransaction } from '#platform/db/inTransaction.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '#teams/projects/Project.ts';
import { targetOf } from '../creating/auditTargets.ts';
import { assertUnhindered, readFolderRights } from '../folders/folderRights.ts';
import { type Link, LINK_COLUMNS, readLink } from '../link/Link.ts';
import { isMeant, type Versions } from '../link/linkVersion.ts';
import type { Author } from './LinkChange.ts';
import { type ColumnValues, updateRecorded } from './updateRecorded.ts';

/** A link that stays as it is, with the reason and how to fix it. */
export interface RefusedLink {
  readonly link: Link;
  readonly message: string;
}

/** Which links are changed, and how. */
export interface ChangePlan {
  readonly accepted: readonly Link[];
  readonly refused?: readonly RefusedLink[];
  readonly set: ColumnValues;
}

interface Change {
  readonly ids: readonly string[];
  /** Of the change in the histories of the links. */
  readonly changeId?: string;
  /** What all of them get; or what becomes of them as they are and stay from now on. */
  readonly set:
    | ColumnValues
    | ((tx: Db, links: readonly Link[]) => ChangePlan | Promise<ChangePlan>);
  readonly entry: (changed: readonly Link[]) => NewAuditEntry;
}

export interface ChangedLinks {
  /** As they are now, newest first. */
  readonly changed: readonly Link[];
  /** Live links that were not accepted. */
  readonly left: readonly Link[];
  /** Those of them that were refused. */
  readonly refused: readonly RefusedLink[];
}

/**
 * Writes columns of live links of a project, with the audit log entry in the same transaction; changes by an application
 * key are not logged because it is not a person.
 */
export function changeLinks(
  db: Db,
  project: Pick<Project, 'id'>,
  author: Author,
  change: Change,
): Promise<ChangedLinks> {
  if (author.kind !== 'key') {
    return changeProject(db, project, author, async (tx, record) => {
      const outcome = await write(tx, project, author, change);
      if (outcome.changed.length > 0) await record(change.entry(outcome.changed));
      return outcome;
    });
  }
  return typeof change.set === 'function'
    ? inTransaction(db, (tx) => write(tx, project, author, change))
    : write(db, project, author, change);
}

/** Live links by their ids, the newest first. */
export const selectLive = (db: Db, project: Pick<Project, 'id'>, ids: readonly string[]) =>
  db
    .selectFrom('links')
    .select(LINK_COLUMNS)
    .where('project_id', '=', project.id)
    .where('id', '=', (any) => any.fn.any(any.val(ids)))
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc');

async function write(
  db: Db,
  project: Pick<Project, 'id'>,
  author: Author,
  { ids, changeId, set }: Change,
): Promise<ChangedLinks> {
  if (typeof set !== 'function' && author.kind !== 'user') {
    const changed = await updateRecorded(db, project, author, { ids, changeId, set });
    return { changed, left: [], refused: [] };
  }
  const locked = await selectLive(db, project, ids).forUpdate().execute();
  const links = locked.map(readLink);
  const wanted = typeof set === 'function' ? await set(db, links) : { accepted: links, set };
  const plan = await withinReach(db, project, author, wanted);
  const accepted = new Set(plan.accepted);
  const changed = await updateRecorded(db, project, author, {
    ids: plan.accepted.map(({ id }) => id),
    changeId,
    set: plan.set,
  });
  const left = links.filter((link) => !accepted.has(link));
  return { changed, left, refused: plan.refused ?? [] };
}

/** A plan without the links of folders that the author may not change: each is refused, with the reason. */
export async function withinReach(
  db: Db,
  project: Pick<Project, 'id'>,
  author: Author,
  plan: ChangePlan,
): Promise<ChangePlan> {
  const hindranceOf = await readFolderRights(db, project, author);
  const judged = plan.accepted.map((link) => ({ link, message: hindranceOf(link.folderId) }));
  return {
    ...plan,
    accepted: judged.flatMap(({ link, message }) => (message === null ? [link] : [])),
    refused: [
      ...(plan.refused ?? []),
      ...judged.flatMap(({ link, message }) => (message === null ? [] : [{ link, message }])),
    ],
  };
}

interface LinkChange extends Pick<ChangePlan, 'set'>, Omit<NewAuditEntry, 'target'> {
  /** The versions of the link that may be changed; null: any. */
  readonly versions: Versions | null;
}

/** The link after the change or, if it is not one of the versions meant, as it is and stays. */
export interface ChangedLink {
  readonly link: Link;
  readonly changed: boolean;
}

/** The same of one link. Throws NOT_FOUND if the project has no such live link, FORBIDDEN for one of a folder out of reach. */
export async function changeLink(
  db: Db,
  project: Pick<Project, 'id'>,
  author: Author,
  id: string,
  { versions, set, ...entry }: LinkChange,
): Promise<ChangedLink> {
  const { changed, left, refused } = await changeLinks(db, project, author, {
    ids: [id],
    set:
      versions === null
        ? set
        : (_, links) => ({ accepted: links.filter((link) => isMeant(link, versions)), set }),
    entry: ([link]) => ({ ...entry, target: targetOf(link!) }),
  });
  assertUnhindered(refused[0]?.message ?? null);
  const link = changed[0] ?? left[0];
  if (!link) throw new Problem('NOT_FOUND', 'Link not found');
  return { link, changed: changed.length > 0 };
}
