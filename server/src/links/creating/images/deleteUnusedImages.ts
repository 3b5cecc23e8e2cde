import { LIMITS } from '@fairlead/contract/limits';
import { type Kysely, sql } from 'kysely';
import { eachApart, stepsApart } from '#platform/db/apart.ts';
import type { Database } from '#platform/db/schema.ts';
import { DAY_MS } from '#platform/lib/time.ts';
import type { Files } from '#platform/ports/Files.ts';
import { fileNameOf, LIKE_JSON_WITH_IMAGES, NAMED_IN_JSON } from './linkImage.ts';

/**
 * Deletes images that no link or template has named for as long as a deleted link can be restored, and those of projects that
 * are gone. Returns how many. One whose file cannot be deleted now stays until the next night; this throws at the end.
 */
export async function deleteUnusedImages(
  db: Kysely<Database>,
  files: Files,
  now = new Date(),
): Promise<number> {
  const projects = await db.selectFrom('link_images').select('project_id').distinct().execute();
  const looked = new Set<string>();
  let found = 0;
  await stepsApart({
    use: () =>
      eachApart(projects, {
        nameOf: (row) => `project ${row.project_id}`,
        async work({ project_id: id }) {
          await noteUse(db, id, now);
          looked.add(id);
        },
      }),
    async images() {
      const rows = await unused(db, now).select(['project_id', 'name']).execute();
      // Where tonight's look failed, an image may be in use again.
      const rest = rows.filter((row) => looked.has(row.project_id));
      found = rest.length;
      await eachApart(rest, {
        nameOf: (row) => `image ${row.name} of project ${row.project_id}`,
        work: (row) => deleteOne(db, files, row, now),
      });
    },
  });
  return found;
}

/** An image of a project that is gone counts as unused since ever. */
async function noteUse(db: Kysely<Database>, projectId: string, now: Date): Promise<void> {
  const namesIn = (json: string) => sql`
    lateral regexp_matches(${sql.ref(json)}::text, ${NAMED_IN_JSON}, 'g') as found (groups)
    where project_id = ${projectId} and ${sql.ref(json)}::text like ${LIKE_JSON_WITH_IMAGES}`;
  await sql`
    with used as materialized (
      select groups[1] as name from links, ${namesIn('metadata')} and deleted_at is null
      union
      select groups[1] from link_templates, ${namesIn('fields')}
    )
    update link_images set unused_since = case
      when not exists (select from projects where id = ${projectId}) then '-infinity'
      when name not in (select name from used) then coalesce(unused_since, ${now})
    end
    where project_id = ${projectId}`.execute(db);
}

function unused(db: Kysely<Database>, now: Date) {
  const before = new Date(now.getTime() - LIMITS.trashDays * DAY_MS);
  return db.selectFrom('link_images').where('unused_since', '<=', before);
}

/** The row is locked while its file is deleted, so that the same image uploaded meanwhile is written after it. */
function deleteOne(
  db: Kysely<Database>,
  files: Files,
  { project_id, name }: { readonly project_id: string; readonly name: string },
  now: Date,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const row = await unused(trx, now)
      .select('name')
      .where('project_id', '=', project_id)
      .where('name', '=', name)
      .forUpdate()
      .executeTakeFirst();
    const file = row && fileNameOf(row.name);
    if (file === undefined) return;
    await files.delete(file);
    await trx
      .deleteFrom('link_images')
      .where('project_id', '=', project_id)
      .where('name', '=', name)
      .execute();
  });
}
