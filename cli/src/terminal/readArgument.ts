import { readFile } from 'node:fs/promises';
import { CommandError } from '../CommandError.ts';
import type { Terminal } from './Terminal.ts';

/** The text of a value: itself, standard input for `-`, a file for `@FILE`. */
export async function readArgument(terminal: Terminal, value: string): Promise<string> {
  if (value === '-') return new TextDecoder().decode(await terminal.readInput());
  if (!value.startsWith('@')) return value;
  try {
    return await readFile(value.slice(1), 'utf8');
  } catch (error) {
    throw new CommandError(1, `${value.slice(1)} cannot be read: ${String(error)}`);
  }
}

/** A JSON object given as a value, as `-` or as `@FILE`; undefined if the option was left out. */
export async function readJsonArgument(
  terminal: Terminal,
  option: string,
  value: string | undefined,
): Promise<Record<string, unknown> | undefined> {
  if (value === undefined) return undefined;
  const text = await readArgument(terminal, value);
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return { ...read };
  } catch {
    // Reported below.
  }
  throw new CommandError(2, `${option} takes a JSON object such as {"screen":"sale"}`);
}

/** JSON from a file, or from standard input for `-`; undefined if the option was left out. */
export async function readJsonFile(
  terminal: Terminal,
  option: string,
  file: string | undefined,
): Promise<unknown> {
  if (file === undefined) return undefined;
  const text = await readArgument(terminal, /^(@|-$)/.test(file) ? file : `@${file}`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError(2, `${option}: ${file} is no JSON: ${String(error)}`);
  }
}
