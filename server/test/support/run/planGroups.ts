import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isAlone, opensBrowser, type Part } from './lanes.ts';

/** Files that share a process, and with it a server, a database and a browser. */
export interface Group {
  readonly files: readonly string[];
  /** Undefined: of `npm test`. */
  readonly part: Part | undefined;
  /** About how many seconds it takes. */
  readonly seconds: number;
}

const ROOT = join(import.meta.dirname, '../../../..');
/** With more files, what they leave in the database slows the later ones. */
const MAX_FILES = 40;
/** Longer groups would end long after the others. */
const MAX_SECONDS = 60;
/** Where nobody knows how long a file takes: what a second tests is about so long. Bytes. */
const BYTES_A_SECOND = 3_000;
/** With a browser it takes so many times as long. */
const BROWSER = 3;

/**
 * Groups of files of one kind, those of one folder side by side, the longest group first: whoever takes the next one has
 * nothing long left for the end. In a group, the order is drawn from the seed.
 *
 * @param kept Seconds that files took in earlier runs.
 */
export function planGroups(
  files: readonly string[],
  { part, seed, kept }: { part?: Part; seed: string; kept: Readonly<Record<string, number>> },
): Group[] {
  const drawn = (file: string) => createHash('sha256').update(`${seed} ${file}`).digest('hex');
  // Groups with a browser need one; the others do not wait for it.
  const kinds = Map.groupBy(files.toSorted(byFolder), opensBrowser);
  return [...kinds].flatMap(([inBrowser, kind]) => {
    const secondsOf = (file: string) =>
      kept[keyOf(file, part)] ?? guess(file, part) * (inBrowser ? BROWSER : 1);
    const total = kind.reduce((sum, file) => sum + secondsOf(file), 0);
    const count = Math.ceil(Math.max(kind.length / MAX_FILES, total / MAX_SECONDS));
    return split(kind, total / count, secondsOf).map((group) => ({
      part,
      files: group.toSorted((a, b) => (drawn(a) < drawn(b) ? -1 : 1)),
      seconds: group.reduce((sum, file) => sum + secondsOf(file), 0),
    }));
  });
}

/** Whatever another program than a browser is needed for takes long. */
function guess(file: string, part: Part | undefined): number {
  if (part !== undefined && isAlone(part) && part.inBrowser !== true) return MAX_SECONDS;
  return statSync(join(ROOT, file)).size / BYTES_A_SECOND;
}

/** A file can be in several lanes, where it takes another time. */
export function keyOf(file: string, part: Part | undefined): string {
  return part === undefined ? file : `${part.name} ${file}`;
}

function byFolder(a: string, b: string): number {
  return dirname(a).localeCompare(dirname(b)) || a.localeCompare(b);
}

/** Neighbours together until they take about as long as a group should. */
function split(
  files: readonly string[],
  target: number,
  secondsOf: (file: string) => number,
): string[][] {
  const groups: string[][] = [];
  let seconds = Infinity;
  for (const file of files) {
    const own = secondsOf(file);
    const group = groups.at(-1);
    if (group === undefined || group.length === MAX_FILES || seconds + own / 2 > target) {
      groups.push([file]);
      seconds = own;
    } else {
      group.push(file);
      seconds += own;
    }
  }
  return groups;
}
