import { join } from 'node:path';
import { type Claim, claimFile } from '../../lib/process/claimFile.ts';
import { explainFolder } from '../../lib/process/explainFolder.ts';

/**
 * Marks the data folder as ours until disposed. Throws if a running server owns it, so that two
 * servers started on one folder by mistake do not share one database and stop it for each other.
 */
export function claimDataDir(dataDir: string, onLost: (reason: string) => void): Promise<Claim> {
  const claimed = claimFile(join(dataDir, 'postgres', 'owner.json'), {
    inUse: (holder) => new Error(`DATA_DIR ${dataDir} is in use by process ${holder}`),
    onLost: () =>
      onLost(
        `While this process stood still, another one has taken over DATA_DIR ${dataDir}: this one ends`,
      ),
  });
  return explainFolder('DATA_DIR', dataDir, claimed);
}
