import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '../projects/Project.ts';
import { type AppKeyInfo, readAppKeyInfo } from './AppKeyInfo.ts';
import type { Actor } from '../audit/AuditEntry.ts';
import { changeProject } from '../audit/changeProject.ts';

export function renameAppKey(
  db: Db,
  project: Project,
  actor: Actor,
  id: string,
  name: string,
): Promise<AppKeyInfo> {
  return changeProject(db, project, actor, async (tx, record) => {
    const { name: from } = await getKey(tx, project, id);
    const renamed = await setName(tx, project, id, name);
    await record({
      action: 'key.renamed',
      target: { kind: 'key', id: renamed.id, name: renamed.name },
      details: { from, to: renamed.name },
    });
    return renamed;
  });
}

/** As it is and stays until the transaction ends. */
async function getKey(db: Db, project: Project, id: string): Promise<{ readonly name: string }> {
  const row = await db
    .selectFrom('app_keys')
    .select('name')
    .where('project_id', '=', project.id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new Problem('NOT_FOUND', 'Key not found');
  return row;
}

async function setName(db: Db, project: Project, id: string, name: string): Promise<AppKeyInfo> {
  const row = await db
    .updateTable('app_keys')
    .set({ name: name.trim() })
    .where('project_id', '=', project.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return readAppKeyInfo(row);
}
