import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signalAll } from './processes.ts';

/** Longer than a server in another container waits for the owner of a folder. */
const FROZEN_MS = 7_000;

/** Stops processes for a while, as `docker pause` does; `meanwhile` happens once they stand still. */
export async function freeze(
  pids: readonly number[],
  meanwhile: () => Promise<void> = async () => {},
): Promise<void> {
  signalAll(pids, 'SIGSTOP');
  await meanwhile();
  await new Promise((resolve) => setTimeout(resolve, FROZEN_MS));
  signalAll(pids, 'SIGCONT');
}

/**
 * Does to the folders of a server what another one does that takes them over: it claims them, and begins a segment where
 * each journal ends. What their former owner appends to its own segment from then on, nobody reads.
 */
export async function takeOver(dataDir: string): Promise<void> {
  const claim = JSON.stringify({ pid: 1, startedAt: '1', space: 'another container' });
  await writeFile(join(dataDir, 'postgres', 'owner.json'), claim);
  const journals = join(dataDir, 'journal');
  const slots = (await readdir(journals)).filter((name) => /^\d+$/.test(name));
  for (const folder of slots.map((slot) => join(journals, slot))) {
    await writeFile(join(folder, 'owner.json'), claim);
    const last = (await readdir(folder))
      .filter((name) => name.endsWith('.journal'))
      .toSorted()
      .at(-1);
    if (last === undefined) continue;
    const end = Number.parseInt(last, 10) + (await stat(join(folder, last))).size;
    await writeFile(join(folder, `${String(end).padStart(16, '0')}.journal`), '', { flag: 'a' });
  }
}
