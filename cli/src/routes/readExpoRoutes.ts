import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { CommandError } from '../CommandError.ts';
import { collectRoutes, type FoundRoutes } from './FoundRoutes.ts';

const SCREEN = /^(?<name>.+?)(?:\.(?:native|ios|android))?\.[jt]sx?$/;
/** `[id]`, `[...rest]` */
const PARAMETER = /^\[(?<rest>\.\.\.)?(?<name>[^\]]+)\]$/;

/** The routes of expo-router's folder: a file for each screen, `[id].tsx` for a parameter, `(group)` for nothing. */
export async function readExpoRoutes(folder: string): Promise<FoundRoutes> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: unknown) => {
      throw new CommandError(1, `${folder} cannot be read: ${String(error)}`);
    },
  );
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .toSorted();
  const found = files.flatMap((file) => {
    const route = routeOf(file.split(sep));
    return route === undefined ? [] : [{ route, from: join(folder, file) }];
  });
  if (found.length === 0) {
    throw new CommandError(
      1,
      `${folder} has no screens: name the folder of expo-router, such as app`,
    );
  }
  return collectRoutes(found);
}

/** Undefined for what is no screen: layouts, API routes, files for the web, and those with a +. */
function routeOf(path: readonly string[]): string | undefined {
  const file = path.at(-1) ?? '';
  const name = SCREEN.exec(file)?.groups?.['name'];
  if (name === undefined || name === '_layout' || /^\+|\+api$|\.web$|\.d$/.test(name))
    return undefined;
  const segments = [...path.slice(0, -1), name]
    .filter((segment) => segment !== 'index' && !/^\(.*\)$/.test(segment))
    .map(segmentOf);
  return `/${segments.join('/')}`;
}

function segmentOf(name: string): string {
  const parameter = PARAMETER.exec(name)?.groups;
  if (parameter === undefined) return name;
  // A screen for the rest of a path has at least one segment.
  if (parameter['rest'] !== undefined) return '*/**';
  const named = parameter['name'] ?? '';
  return /^[A-Za-z_][\w-]*$/.test(named) ? `:${named}` : '*';
}
