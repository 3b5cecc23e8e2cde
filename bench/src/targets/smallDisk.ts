import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CHUNK = Buffer.alloc(1024 * 1024);

/** A disk in memory that can be filled to the last byte, for what must survive that. */
export interface SmallDisk extends AsyncDisposable {
  readonly folder: string;
  /** Takes all the room there is. */
  fill(): Promise<void>;
  /** Gives it back. */
  free(): Promise<void>;
}

/** Undefined where this user may not mount one (root of the machine may). */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder]);
  } catch {
    await rmdir(folder);
    return undefined;
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    async fill() {
      await using file = await open(ballast, 'a');
      for (let bytes = CHUNK.length; bytes > 0;) {
        try {
          await file.write(CHUNK, 0, bytes);
        } catch (error) {
          if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
          // The last room is taken in smaller and smaller pieces.
          bytes = Math.floor(bytes / 2);
        }
      }
    },
    free: () => rm(ballast, { force: true }),
    async [Symbol.asyncDispose]() {
      await run('umount', [folder]);
      await rmdir(folder);
    },
  };
}
