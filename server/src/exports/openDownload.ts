import type { Db } from '../db/Db.ts';
import type { Files, StoredFile } from '../lib/Files.ts';
import { Problem } from '../lib/Problem.ts';
import { UUID_PATTERN } from '../lib/uuid.ts';
import { verifyDownload } from './downloadUrl.ts';
import { fileNameOf, readExport } from './Export.ts';

interface Needs {
  readonly db: Db;
  readonly files: Files;
  readonly secret: string;
}

/** The file behind a signed URL. FORBIDDEN for a URL that is not ours as it stands; NOT_FOUND for a file that is gone. */
export async function openDownload(
  { db, files, secret }: Needs,
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
  const file = row && (await files.read(fileNameOf(readExport(row))));
  if (!file) throw new Problem('NOT_FOUND', 'The file is there no longer; start the export again');
  return { ...file, name: `links-${row.created_at.toISOString().slice(0, 10)}.csv` };
}
