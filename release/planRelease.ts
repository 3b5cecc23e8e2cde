/** A file's text by its path from the root of the repository. */
export type Texts = ReadonlyMap<string, string>;

export interface Wanted {
  /** Such as `0.2.0`. */
  readonly version: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
}

/** What keeps a release back, said so that it can be put right. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}

const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-[\w.-]+)?$/;
const CHANGELOG = 'CHANGELOG.md';

/**
 * The files that a release changes, as they will be: every place that says the version, and the changelog, whose “Unreleased”
 * becomes the release. Pure. Throws a ReleaseError for a version that is not the next, and a changelog without entries.
 */
export function planRelease(texts: Texts, { version, date }: Wanted): Texts {
  const before = currentVersion(texts);
  if (!isLater(version, before)) {
    throw new ReleaseError(`${version} is no version after ${before}, which is the current one`);
  }
  const changed = new Map<string, string>();
  for (const [path, text] of texts) {
    const now =
      path === CHANGELOG
        ? closeUnreleased(text, { version, date })
        : renew(path, text, before, version);
    if (now !== text) changed.set(path, now);
  }
  return changed;
}

function currentVersion(texts: Texts): string {
  const { version } = JSON.parse(texts.get('package.json') ?? '{}') as { version?: string };
  if (version === undefined) throw new ReleaseError('package.json names no version');
  return version;
}

function isLater(version: string, before: string): boolean {
  const [a, b] = [version, before].map((text) => VERSION.exec(text)?.slice(1, 4).map(Number));
  if (!a || !b) throw new ReleaseError(`${version} must be a version such as 1.2.3`);
  const index = a.findIndex((number, place) => number !== b[place]);
  return index >= 0 && a[index]! > b[index]!;
}

function renew(path: string, text: string, before: string, version: string): string {
  if (path.endsWith('package-lock.json')) return renewLock(text, before, version);
  if (!path.endsWith('package.json')) return text.replaceAll(before, version);
  return text
    .replace(`"version": "${before}"`, `"version": "${version}"`)
    .replaceAll(/("@fairlead\/\w+": "\^)\d+\.\d+\.\d+"/g, `$1${version}"`);
}

interface LockFile {
  version: string;
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  version?: string;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
}

/** Only our own packages: one of someone else may have the same version. */
function renewLock(text: string, before: string, version: string): string {
  const lock = JSON.parse(text) as LockFile;
  lock.version = version;
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path.includes('node_modules/')) continue;
    if (entry.version === before) entry.version = version;
    for (const ranges of [entry.dependencies, entry.devDependencies]) {
      for (const [name, range] of Object.entries(ranges ?? {})) {
        if (name.startsWith('@fairlead/') && range.startsWith('^')) ranges![name] = `^${version}`;
      }
    }
  }
  return `${JSON.stringify(lock, null, 2)}\n`;
}

function closeUnreleased(text: string, { version, date }: Wanted): string {
  const [, entries = ''] = /^## Unreleased\n([^]*?)(?=^## |(?![^]))/m.exec(text) ?? [];
  if (!/^- /m.test(entries)) {
    throw new ReleaseError(
      'CHANGELOG.md has no entry under “## Unreleased”: say what changes for people',
    );
  }
  return text.replace(/^## Unreleased\n/m, `## Unreleased\n\n## ${version} (${date})\n`);
}
