import type { Db } from '#platform/db/Db.ts';
import type { Files, StoredFile } from '#platform/ports/Files.ts';
import type { Log } from '#platform/ports/Log.ts';
import { openFile } from '#platform/lib/files/openFile.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { UUID_PATTERN } from '#platform/lib/uuid.ts';
import { verifyDownload } from './downloadUrl.ts';
import { fileNameOf, readExport } from './Export.ts';

interface Dependencies {
  readonly db: Db;
  readonly files: Files;
  readonly secret: string;
  readonly log: Log;
}

/**
 * The file behind a signed URL. FORBIDDEN for a URL with an invalid signature; NOT_FOUND for a file that is
 * gone; UNAVAILABLE while the file store does not answer.
 */
export async function openDownload(
  { db, files, secret, log }: Dependencies,
  id: string,
  signed: { readonly expires?: string; readonly signature?: string },
): Promise<StoredFile & { readonly name: string }> {
  verifyDownload(secret, id, signed);
  const row = UUID_PATTERN.test(id)
    ? await db
        .selectFrom('exports')
        .selectAll()
        .where('id', '=', id)
        .where('status', '=', 'completed')
        .executeTakeFirst()
    : undefined;
  const entry = row && readExport(row);
  const file = entry && (await openFile({ files, log }, fileNameOf(entry)));
  if (!file) throw new Problem('NOT_FOUND', 'The file is there no longer; start the export again');
  const day = entry.createdAt.toISOString().slice(0, 10);
  return { ...file, name: `${entry.filters.kind ?? 'links'}-${day}.csv` };
}
