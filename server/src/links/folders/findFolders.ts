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

/** The folder of a link in a request: null for none, undefined if it says nothing. VALIDATION_ERROR if there is no such folder. */
export async function getFolderId(
  db: Db,
  project: Pick<Project, 'id'>,
  input: { readonly folder?: string | null; readonly folderId?: string | null | undefined },
): Promise<string | null | undefined> {
  const { folder, folderId } = input;
  if (folder === undefined) return folderId;
  if (folder === null) return null;
  const id = (await findFolders(db, project, [folder])).get(folder);
  if (id === undefined) throw new Problem('VALIDATION_ERROR', [folderUnknown()]);
  return id;
}

export function folderUnknown(): Finding {
  const message =
    'folder must be the id or name of a folder of the project; people create folders in the dashboard';
  return finding('folder', 'unknown', message);
}
