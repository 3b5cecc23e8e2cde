import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Files that share a process, and with it a server, a database and a browser: more of them and servers that
 * earlier ones left open slow the later ones down, fewer and starting costs more than testing.
 */
const MAX_FILES = 12;

/**
 * What starts programs that need a core each or that it kills: browsers, Kotlin, LibreOffice, generated clients, whole servers.
 * Two of them at a time would only take each other's time.
 */
const SERIAL: readonly RegExp[] = [
  /^server\/test\/(dashboard|nodes|start|backup|upgrades|deploy)\//,
  /^server\/test\/linkhost\/inBrowser/,
  /^server\/test\/http\/(workers|sdkClients|guides\/guideInBrowser)/,
  /^server\/test\/(exports\/libreOffice|api\/contract\/generatedClients|journal\/(kills|databaseAway)|db\/embedded)/,
  /^sdk\/test\/(android|oddPhones|package|docs|runtimes|browserInPage)/,
  /^cli\/test\/import\/killed/,
];
/** What takes longest, so that nothing long begins last. */
const SLOW: readonly RegExp[] = [
  /^sdk\/test\/(android|oddPhones)/,
  /^server\/test\/(dashboard|upgrades|nodes)\//,
  /^server\/test\/(api|clickStore|exports|property)\//,
];

export interface Lane {
  readonly name: 'in process' | 'serial';
  /** Each is run by a process of its own, the slow ones first. */
  readonly groups: readonly (readonly string[])[];
}

/** All test files whose path contains one of the words, or all; the order is drawn from the seed. */
export function planLanes(
  root: string,
  words: readonly string[],
  seed: string,
): readonly [Lane, Lane] {
  const files = globSync('{contract,imports,server,sdk,dashboard,cli,bench}/test/**/*.test.ts', {
    cwd: root,
  }).filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
  const drawn = (file: string) => createHash('sha256').update(`${seed} ${file}`).digest('hex');
  const shuffled = files.toSorted((a, b) => (drawn(a) < drawn(b) ? -1 : 1));
  const isSerial = (file: string) => SERIAL.some((pattern) => pattern.test(file));
  return [
    { name: 'serial', groups: groupFiles(shuffled.filter(isSerial)) },
    { name: 'in process', groups: groupFiles(shuffled.filter((file) => !isSerial(file))) },
  ];
}

/** Equal parts of at most MAX_FILES files of one folder; slow ones have a process of their own. */
function groupFiles(files: readonly string[]): string[][] {
  const rank = (file: string) => {
    const index = SLOW.findIndex((pattern) => pattern.test(file));
    return index === -1 ? SLOW.length : index;
  };
  const folders = Map.groupBy(files, (file) => `${rank(file)} ${dirname(file)}`);
  const groups = [...folders.values()].flatMap((all) => {
    const parts = Math.ceil(all.length / MAX_FILES);
    const size = Math.ceil(all.length / parts);
    return Array.from({ length: parts }, (_, part) => all.slice(part * size, (part + 1) * size));
  });
  return groups.toSorted(([a = ''], [b = '']) => rank(a) - rank(b));
}
