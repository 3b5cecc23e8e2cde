import type { Kysely } from 'kysely';
import { eachApart, stepsApart } from '#platform/db/apart.ts';
import type { Database } from '#platform/db/schema.ts';
import { LIMITS } from '@fairlead/contract/limits';
import type { Files } from '#platform/ports/Files.ts';
import { fileNameOf, readExport } from './Export.ts';
import { DAY_MS, HOUR_MS } from '#platform/lib/time.ts';

/**
 * Deletes exports, and their files, whose last download link has expired; failed ones after the same time. One
 * whose file cannot be deleted now stays until the next time and does not hold up others; this throws at the end.
 */
export async function deleteExpired(
  db: Kysely<Database>,
  files: Files,
  now = new Date(),
): Promise<number> {
  const rows = await expired(db, now).select(['id', 'project_id']).execute();
  await stepsApart({
    exports: () =>
      eachApart(rows, {
        nameOf: (row) => `export ${row.id} of project ${row.project_id}`,
        work: ({ id }) => deleteOne(db, files, { id, now }),
      }),
    drafts: () => files.deleteDrafts(new Date(now.getTime() - HOUR_MS)),
  });
  return rows.length;
}

function expired(db: Kysely<Database>, now: Date) {
  const failedBefore = new Date(now.getTime() - LIMITS.exportLinkDays * DAY_MS);
  return db
    .selectFrom('exports')
    .where((e) =>
      e.or([
        e('links_end_at', '<=', now),
        e.and([e('status', '=', 'failed'), e('finished_at', '<=', failedBefore)]),
      ]),
    );
}

/** The row is locked while its file is deleted, so that it is not deleted twice. */
function deleteOne(
  db: Kysely<Database>,
  files: Files,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const row = await expired(trx, now)
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    await files.delete(fileNameOf(readExport(row)));
    await trx.deleteFrom('exports').where('id', '=', id).execute();
  });
}
