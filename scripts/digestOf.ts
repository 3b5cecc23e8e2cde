import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** Folders of what is made or installed. */
const MADE: ReadonlySet<string> = new Set(['node_modules', 'dist', 'cache']);

/** SHA-256, in hex, of the names and contents of the repository's files that fit one of these globs. */
export function digestOf(globs: readonly string[]): string {
  const hash = createHash('sha256');
  const found = globSync([...globs], {
    cwd: ROOT,
    withFileTypes: true,
    exclude: ({ name }) => MADE.has(name),
  });
  const paths = found
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
  for (const path of paths.toSorted())
    hash.update(path.slice(ROOT.length)).update(readFileSync(path));
  return hash.digest('hex');
}
