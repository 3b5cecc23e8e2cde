import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program of this machine: what the variable names, on the PATH, or where Debian has it. */
export function findProgram(name: string, variable: string): string | undefined {
  const named = process.env[variable];
  if (named !== undefined) return named;
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/sbin'];
  return folders.map((folder) => join(folder, name)).find((place) => existsSync(place));
}

/** Why tests that need a program are skipped; with CI=true they fail instead. */
export function skipWithout(
  program: string | boolean | undefined,
  cure: string,
): string | undefined {
  return program || process.env['CI'] === 'true' ? undefined : cure;
}
