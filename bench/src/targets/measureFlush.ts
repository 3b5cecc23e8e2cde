import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { medianOf } from '../load/measureRounds.ts';

const WRITES = 300;
const BYTES = 4096;

/** How long an appended page takes until it is durable, in µs: the median on the disk of this folder. */
export async function measureFlush(folder: string): Promise<number> {
  const path = join(folder, 'flush-probe');
  const file = await open(path, 'wx');
  const times: number[] = [];
  try {
    for (let write = 0; write < WRITES; write += 1) {
      const started = performance.now();
      await file.write(Buffer.alloc(BYTES, write));
      await file.datasync();
      times.push((performance.now() - started) * 1000);
    }
  } finally {
    await file.close();
    await rm(path);
  }
  return medianOf(times);
}
