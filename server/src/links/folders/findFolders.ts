import { type Finding, finding } from '@fairlead/contract/finding';
import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '#teams/projects/Project.ts';

/** The ids of folders by what requests call them: an id, or else a name, ignoring case. */
export async function findFolders(
  db: Db,
  project: Pick<Project, 'id'>,
  named: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (named.length === 0) return new Map();
  const { rows } = await sql<{ readonly named: string; readonly id: string }>`
    select distinct on (named) named, folders.id
    from unnest(${[...new Set(named)]}::text[]) as given (named)
      join folders on project_id = ${project.id}::uuid
        and (folders.id::text = lower(named) or lower(name) = lower(trim(named)))
    order by named, folders.id::text = lower(named) desc`.execute(db);
  return new Map(rows.map(({ named: text, id }) => [text, id]));
}

/** The id of a folder in a request: null for none, undefined if it says nothing. VALIDATION_ERROR if there is no such folder. */
export async function getFolderId(
  db: Db,
  project: Pick<Project, 'id'>,
  { folder }: { readonly folder?: string | null | undefined },
  within?: string,
): Promise<string | null | undefined> {
  if (folder === undefined || folder === null) return folder;
  const id = (await findFolders(db, project, [folder])).get(folder);
  if (id === undefined) throw new Problem('VALIDATION_ERROR', [folderUnknown(within)]);
  return id;
}

/** `within` is the property of the body that has the `folder`. */
export function folderUnknown(within?: string): Finding {
  const path = within === undefined ? ['folder'] : [within, 'folder'];
  const message = `${path.join('.')} must be the id or name of a folder of the project; people create folders in the dashboard`;
  return finding(path, 'unknown', message);
}
