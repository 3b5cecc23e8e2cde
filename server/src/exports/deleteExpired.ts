import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { LIMITS } from '@fairlead/contract/limits';
import type { Files } from '../lib/Files.ts';
import { fileNameOf, readExport } from './Export.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Deletes exports, and their files, whose last download link has ended; failed ones after as long. */
export async function deleteExpired(
  db: Kysely<Database>,
  files: Files,
  now = new Date(),
): Promise<number> {
  const failedBefore = new Date(now.getTime() - LIMITS.exportLinkDays * DAY_MS);
  const rows = await db
    .selectFrom('exports')
    .selectAll()
    .where((e) =>
      e.or([
        e('links_end_at', '<=', now),
        e.and([e('status', '=', 'failed'), e('finished_at', '<=', failedBefore)]),
      ]),
    )
    .execute();
  for (const entry of rows.map(readExport)) {
    await files.delete(fileNameOf(entry));
    await db.deleteFrom('exports').where('id', '=', entry.id).execute();
  }
  return rows.length;
}
