import { join } from 'node:path';
import { claimFile } from '../../lib/claimFile.ts';

/**
 * Marks the data folder as ours until disposed. Throws if a running server owns it, so that two
 * servers started on one folder by mistake do not share one database and stop it for each other.
 */
export function claimDataDir(dataDir: string): Promise<AsyncDisposable> {
  return claimFile(
    join(dataDir, 'postgres', 'owner.json'),
    (holder) => new Error(`DATA_DIR ${dataDir} is in use by process ${holder}`),
  );
}
