import { changeProject } from '#teams/audit/changeProject.ts';
import type { NewAuditEntry } from '#teams/audit/recordAudit.ts';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '#teams/projects/Project.ts';
import { getLink } from '../finding/findLink.ts';
import { selectLive } from '../finding/selectLive.ts';
import { targetOf } from '../creating/auditTargets.ts';
import { readFolderRights } from '../folders/folderRights.ts';
import { type Link, readLink } from '../link/Link.ts';
import { isMeant, type Versions } from '../link/linkVersion.ts';
import type { Actor } from '#teams/audit/AuditEntry.ts';
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
  /** Printed links as well may lead elsewhere: somebody has approved it. */
  readonly approved?: boolean | undefined;
}

const PRINTED =
  'It is marked as printed, and this concerns where it leads; propose the change on its page in the dashboard, where another owner or admin approves it';
const PRINTED_TARGET =
  'A printed link leads to it, and this concerns where it leads; propose the change on its page in the dashboard, where another owner or admin approves it';

export interface ChangedLinks {
  /** As they are now, newest first. */
  readonly changed: readonly Link[];
  /** Live links that were not accepted or are printed; only if `set` is a function. */
  readonly left: readonly Link[];
  /** Those of them that were refused. */
  readonly refused: readonly RefusedLink[];
}

/** Writes columns of live links of a project, with the audit log entry in the same transaction. */
export function changeLinks(
  db: Db,
  project: Pick<Project, 'id'>,
  author: Actor,
  change: Change,
): Promise<ChangedLinks> {
  return changeProject(db, project, author, async (tx, record) => {
    const outcome = await write(tx, project, author, change);
    if (outcome.changed.length > 0) await record(change.entry(outcome.changed));
    return outcome;
  });
}

async function write(
  db: Db,
  project: Pick<Project, 'id'>,
  author: Actor,
  { ids, changeId, set, approved }: Change,
): Promise<ChangedLinks> {
  if (typeof set !== 'function' && author.kind !== 'user') {
    const changed = await updateRecorded(db, project, author, { ids, changeId, set, approved });
    return { changed, left: [], refused: [] };
  }
  const locked = await selectLive(db, project, ids).forUpdate().execute();
  const links = locked.map(readLink);
  const wanted = typeof set === 'function' ? await set(db, links) : { accepted: links, set };
  const plan = await withinReach(db, project, author, wanted);
  const changed = await updateRecorded(db, project, author, {
    ids: plan.accepted.map(({ id }) => id),
    changeId,
    set: plan.set,
    approved,
  });
  const done = new Set(changed.map(({ id }) => id));
  const printed = plan.accepted.filter(({ id }) => !done.has(id));
  return {
    changed,
    left: links.filter(({ id }) => !done.has(id)),
    refused: [...(plan.refused ?? []), ...printed.map(refusePrinted)],
  };
}

/** Why a printed link, or one that printed links lead to, stays as it is. */
export function refusePrinted(link: Link): RefusedLink {
  return { link, message: link.printed ? PRINTED : PRINTED_TARGET };
}

/** A plan without the links of folders that the author may not change: each is refused, with the reason. */
export async function withinReach(
  db: Db,
  project: Pick<Project, 'id'>,
  author: Actor,
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
  readonly approved?: boolean | undefined;
}

/** The link after the change or, if it is not one of the versions meant, as it is and stays. */
export interface ChangedLink {
  readonly link: Link;
  readonly changed: boolean;
}

/** The same of one link. Throws NOT_FOUND if the project has no such live link, FORBIDDEN for one of a folder out of reach, CONFLICT if it is printed, or a printed link leads to it, and it would lead elsewhere. */
export async function changeLink(
  db: Db,
  project: Pick<Project, 'id'>,
  author: Actor,
  id: string,
  { versions, set, approved, ...entry }: LinkChange,
): Promise<ChangedLink> {
  const { changed, left, refused } = await changeLinks(db, project, author, {
    ids: [id],
    approved,
    set:
      versions === null
        ? set
        : (_, links) => ({ accepted: links.filter((link) => isMeant(link, versions)), set }),
    entry: ([link]) => ({ ...entry, target: targetOf(link!) }),
  });
  const [link] = changed;
  if (link) return { link, changed: true };
  const [hindered] = refused;
  if (hindered) {
    const { message } = hindered;
    const isPrinted = message === PRINTED || message === PRINTED_TARGET;
    throw new Problem(isPrinted ? 'CONFLICT' : 'FORBIDDEN', message);
  }
  if (versions === null) {
    // It is there, and what an application key may change without looking at it has not changed.
    throw new Problem('CONFLICT', refusePrinted(await getLink(db, project, id)).message);
  }
  const [stays] = left;
  if (!stays) throw new Problem('NOT_FOUND', 'Link not found');
  return { link: stays, changed: false };
}
