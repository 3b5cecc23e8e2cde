import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder of a process's journal: the first process is 0, its workers are numbered from 1. */
export function folderOf(journalDir: string, slot: number): string {
  return join(journalDir, String(slot));
}

/** Slots that have a folder, including those of workers that no longer exist. */
export async function listSlots(journalDir: string): Promise<number[]> {
  const names = await readdir(journalDir).catch(() => []);
  return names.filter((name) => /^\d{1,4}$/.test(name)).map(Number);
}
