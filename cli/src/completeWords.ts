import { COMMON_OPTIONS } from './buildProgram.ts';
import type { Command } from './command.ts';
import { GROUPS } from './groups.ts';

/** What may replace the last word, which may be partial or empty. */
export function completeWords(commands: readonly Command[], words: readonly string[]): string[] {
  const begun = words.at(-1) ?? '';
  return candidates(commands, words.slice(0, -1), begun)
    .filter((word) => word.startsWith(begun))
    .toSorted();
}

function candidates(
  commands: readonly Command[],
  before: readonly string[],
  begun: string,
): string[] {
  const [first, second] = before.map((word) => groupOf(word));
  const named = commands.find(({ name }) => name === `${first} ${second}` || name === first);
  const below = commands
    .filter(({ name }) => name.startsWith(`${first} `))
    .map(({ name }) => name.split(' ')[1] ?? '');
  if (first === undefined)
    return [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))];
  if (begun.startsWith('-')) {
    const common = named === undefined ? {} : COMMON_OPTIONS[named.audience];
    return Object.keys({ ...named?.options, ...common, help: true }).map((name) => `--${name}`);
  }
  return before.length === 1 ? below : [];
}

function groupOf(word: string): string {
  const found = Object.entries(GROUPS).find(([, group]) => group?.aliases.includes(word));
  return found?.[0] ?? word;
}
