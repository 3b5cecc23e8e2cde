import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Actor } from '#teams/audit/AuditEntry.ts';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { readFolderRights } from '../../folders/folderRights.ts';
import { type Link, LINK_COLUMNS } from '../../link/Link.ts';
import type { ChangePlan, RefusedLink } from '../changeLinks.ts';
import { readFields } from '../LinkChange.ts';
import { eachItsOwn } from './eachItsOwn.ts';
import { type Draft, judgeDrafts } from './judgeDrafts.ts';

type Columns = Readonly<Record<string, unknown>>;

interface Earlier extends Draft {
  /** What the link gets back. */
  readonly columns: Columns;
}

/** Gives links back what they had before a change; those without it in their history are not concerned. */
export async function planUndo(
  db: Db,
  project: Project,
  actor: Actor,
  links: readonly Link[],
  changeId: string,
): Promise<ChangePlan> {
  const changes = await readChanges(db, links, changeId);
  const folders = await lockFolders(
    db,
    project,
    [...changes.values()].map(({ before }) => before['folder_id']),
  );
  const hindranceOf = await readFolderRights(db, project, actor);
  const refused: RefusedLink[] = [];
  const drafts = links.flatMap((link): Earlier[] => {
    const columns = pickBack(changes.get(link.id));
    if (columns === null || Object.keys(columns).length === 0) {
      if (columns === null) refused.push({ link, message: 'It has been changed again since' });
      return [];
    }
    const { folder_id: folder } = columns;
    if (typeof folder === 'string' && !folders.has(folder)) {
      refused.push({ link, message: 'The folder it was in has been deleted' });
      return [];
    }
    // The folder that it leaves is judged with every change.
    const hindrance = folder === undefined ? null : hindranceOf(folder as string | null);
    if (hindrance !== null) {
      refused.push({ link, message: hindrance });
      return [];
    }
    return [{ link, columns, fields: Object.fromEntries(readFields(columns)) }];
  });
  const judged = await judgeDrafts(db, project, drafts);
  const values = judged.accepted.map(({ link, columns }) => [link.id, columns] as const);
  return {
    accepted: judged.accepted.map(({ link }) => link),
    refused: [...refused, ...judged.refused],
    set: {
      ...eachItsOwn(new Map(values)),
      // Whether it is over is judged anew.
      ...(values.some(([, columns]) => 'expires_after_clicks' in columns) && { used_up: false }),
    },
  };
}

/** The columns that differ from what they were before; null if one of them is not what the change made it. */
function pickBack(change: Change | undefined): Columns | null {
  if (change === undefined) return {};
  const { before, after, now } = change;
  const names = LINK_COLUMNS.filter(
    (name) => Object.hasOwn(before, name) && !isDeepStrictEqual(now[name], before[name]),
  );
  if (names.some((name) => !isDeepStrictEqual(now[name], after[name]))) return null;
  return Object.fromEntries(names.map((name) => [name, before[name]]));
}

interface Change {
  readonly before: Columns;
  readonly after: Columns;
  readonly now: Columns;
}

async function readChanges(
  db: Db,
  links: readonly Link[],
  changeId: string,
): Promise<ReadonlyMap<string, Change>> {
  const rows = await db
    .selectFrom('link_changes')
    .innerJoin('links', 'links.id', 'link_changes.link_id')
    .select(['link_id', 'before', 'after', sql<Columns>`to_jsonb(links)`.as('now')])
    .where('link_changes.id', '=', changeId)
    .where('link_id', '=', (any) => any.fn.any(any.val(links.map(({ id }) => id))))
    .execute();
  return new Map(rows.map(({ link_id: id, ...change }) => [id, change]));
}

/** Those of the folders that the project has, which nobody can delete until the transaction ends. */
async function lockFolders(
  db: Db,
  project: Project,
  ids: readonly unknown[],
): Promise<ReadonlySet<string>> {
  const named = new Set(ids.filter((id) => typeof id === 'string'));
  if (named.size === 0) return new Set();
  const rows = await db
    .selectFrom('folders')
    .select('id')
    .where('project_id', '=', project.id)
    .where('id', '=', (any) => any.fn.any(any.val([...named])))
    .forKeyShare()
    .execute();
  return new Set(rows.map(({ id }) => id));
}
