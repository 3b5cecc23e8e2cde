import type { Files, StoredFile } from '../../ports/Files.ts';
import type { Log } from '../../ports/Log.ts';
import { Problem } from '../Problem.ts';

/** A file of the store; undefined if it is gone. UNAVAILABLE, with a line in the log, while the store does not answer. */
export async function openFile(
  { files, log }: { readonly files: Files; readonly log: Log },
  name: string,
): Promise<StoredFile | undefined> {
  try {
    return await files.read(name);
  } catch (error) {
    log.warn({ err: error, file: name }, 'A stored file could not be read');
    throw new Problem('UNAVAILABLE', 'The file cannot be read at the moment; try again soon', {
      'retry-after': '30',
    });
  }
}
