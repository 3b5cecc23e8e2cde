import { readFile } from 'node:fs/promises';

/** Linux counts processor time in hundredths of a second for every program. */
const TICKS_PER_SECOND = 100;

/** Processor time a process has used so far; undefined where the system has no /proc. */
export async function readCpuSeconds(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The command may hold spaces; the fields behind its closing bracket are plain.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields === undefined) return undefined;
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
