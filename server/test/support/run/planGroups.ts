import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';

/**
 * Files that share a process, and with it a server, a database and a browser, whose start costs more than many a file. Heavy
 * groups are smaller, so that one process is not left with all of them.
 */
const MAX_FILES = { heavy: 12, light: 40 };

/**
 * What starts programs that need a core each or that it kills: Metro, Kotlin, browsers, ClickHouse, LibreOffice, generated
 * clients, whole servers. What takes longest comes first.
 */
const HEAVY: readonly RegExp[] = [
  /^sdk\/test\/expoBundle/,
  /^sdk\/test\/(android|oddPhones)/,
  /^server\/test\/(dashboard|clickhouse)\//,
  /^server\/test\/(upgrades|nodes)\//,
  /^server\/test\/(start|backup|deploy)\//,
  /^server\/test\/linkhost\/inBrowser/,
  /^server\/test\/http\/(workers|sdkClients|guides\/guideInBrowser)/,
  /^server\/test\/(exports\/libreOffice|api\/contract\/generatedClients|journal\/(kills|databaseAway)|db\/embedded)/,
  /^sdk\/test\/(package|runtimes|examples|trackInBrowser)/,
  /^cli\/test\/import\/killed/,
];
/** What takes longest of the others. */
const SLOW = /^server\/test\/(api|analytics|clickStore|doctor|exports|http|property)\//;

/**
 * All test files whose path contains one of the words, or all, in groups for a process each: the heavy ones first, the slow ones
 * of the others last, so that whoever takes them from both ends has nothing long left for the end. Otherwise the order is drawn
 * from the seed.
 */
export function planGroups(root: string, words: readonly string[], seed: string): string[][] {
  const files = globSync('{contract,imports,server,sdk,dashboard,cli,bench}/test/**/*.test.ts', {
    cwd: root,
  }).filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
  const drawn = (file: string) => createHash('sha256').update(`${seed} ${file}`).digest('hex');
  const shuffled = files.toSorted((a, b) => (drawn(a) < drawn(b) ? -1 : 1));
  const places = Map.groupBy(shuffled, placeOf);
  return [...places]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([place, group]) =>
      splitEvenly(group, place < HEAVY.length ? MAX_FILES.heavy : MAX_FILES.light),
    );
}

function placeOf(file: string): number {
  const place = HEAVY.findIndex((pattern) => pattern.test(file));
  if (place !== -1) return place;
  return SLOW.test(file) ? HEAVY.length + 1 : HEAVY.length;
}

/** Equal parts. */
function splitEvenly(files: readonly string[], most: number): string[][] {
  const parts = Math.ceil(files.length / most);
  const size = Math.ceil(files.length / parts);
  return Array.from({ length: parts }, (_, part) => files.slice(part * size, (part + 1) * size));
}
