import { CommandError } from '../CommandError.ts';
import type { CommandOptions, ValuesOf } from '../command.ts';
import { readArgument } from '../terminal/readArgument.ts';
import type { Terminal } from '../terminal/Terminal.ts';
import type { FoundRoutes } from './FoundRoutes.ts';
import { readExpoRoutes } from './readExpoRoutes.ts';
import { readManifest } from './readManifest.ts';

/** Where the patterns of a build come from. */
export const ROUTE_SOURCES = {
  routes: {
    kind: 'text',
    value: 'FILE',
    help: 'a JSON list such as ["/product/:id"]; - for standard input',
  },
  expo: { kind: 'text', value: 'FOLDER', help: "expo-router's folder, such as app" },
  android: { kind: 'text', value: 'FILE', help: 'an AndroidManifest.xml, best the merged one' },
} as const satisfies CommandOptions;

/** The patterns from the one source that is named; throws a CommandError for none or several. */
export async function readRoutes(
  terminal: Terminal,
  { routes, expo, android }: ValuesOf<typeof ROUTE_SOURCES>,
): Promise<FoundRoutes> {
  const given = [routes, expo, android].filter((source) => source !== undefined);
  if (given.length !== 1) {
    throw new CommandError(2, 'Name one source: --routes FILE, --expo FOLDER or --android FILE');
  }
  if (expo !== undefined) return readExpoRoutes(expo);
  if (android !== undefined) return readManifest(await readFileOr(terminal, android));
  return { routes: parseList(await readFileOr(terminal, routes ?? '')), notes: [] };
}

function readFileOr(terminal: Terminal, file: string): Promise<string> {
  return readArgument(terminal, file === '-' ? file : `@${file}`);
}

function parseList(text: string): string[] {
  try {
    const read: unknown = JSON.parse(text);
    if (Array.isArray(read) && read.every((each) => typeof each === 'string')) return read;
  } catch {
    // Reported below.
  }
  throw new CommandError(1, 'The routes are no JSON list of texts such as ["/product/:id"]');
}
