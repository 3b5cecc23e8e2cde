import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';

/** A running process: its command line and a start mark that differs if the pid is reused. */
export type ProcessFacts = { readonly command: string; readonly startedAt: string };

// 1 is the exit code of `ps` when it finds nothing.
const GONE = new Set<unknown>(['ENOENT', 'ESRCH', 'EACCES', 1]);

/** The running process with this pid; undefined if there is none (a zombie does not count). */
export async function findProcess(pid: number): Promise<ProcessFacts | undefined> {
  try {
    return process.platform === 'linux' ? await readProc(pid) : await askPs(pid);
  } catch (error) {
    // Anything else, such as too many open files, says nothing about the process.
    if (GONE.has(codeOf(error))) return undefined;
    throw error;
  }
}

/** Identifies this machine and its pid namespace: pids have meaning only within one. */
export async function namePidSpace(): Promise<string> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  return `${hostname()} ${namespace}`.trim();
}

async function readProc(pid: number): Promise<ProcessFacts | undefined> {
  const [commandLine, stat] = await Promise.all([
    readFile(`/proc/${pid}/cmdline`, 'utf8'),
    readFile(`/proc/${pid}/stat`, 'utf8'),
  ]);
  const command = commandLine.replaceAll('\0', ' ').trim();
  // The name in parentheses may contain spaces; the start time is field 22, the 20th after it.
  const startedAt = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  return command === '' ? undefined : { command, startedAt };
}

async function askPs(pid: number): Promise<ProcessFacts | undefined> {
  const run = promisify(execFile);
  const { stdout } = await run(
    'ps',
    ['-ww', '-o', 'lstart=', '-o', 'command=', '-p', String(pid)],
    {
      env: { PATH: '/bin:/usr/bin', LC_ALL: 'C' },
    },
  );
  const line = stdout.trim();
  // `lstart` is always 24 characters: "Fri Nov 21 11:30:05 2026".
  const command = line.slice(24).trim();
  return command === '' ? undefined : { command, startedAt: line.slice(0, 24) };
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
