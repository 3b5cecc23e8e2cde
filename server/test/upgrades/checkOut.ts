import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endings } from '../support/run/endings.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');
const WORKSPACES = ['contract', 'imports', 'server'] as const;
const OWN = '@fairlead';

/** Whether this clone has the commit: an archive of the source has no history, nor may a shallow clone. */
export function hasCommit(commit: string): boolean {
  const { status } = spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], {
    cwd: REPOSITORY,
    stdio: 'ignore',
  });
  return status === 0;
}

/** The server of an earlier commit with the packages of today, in a folder of its own; returns its `main.ts`. */
export function checkOut(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-earlier-'));
  endings.defer(() => rmSync(folder, { recursive: true, force: true }));
  const archive = execFileSync('git', ['archive', commit, 'package.json', ...WORKSPACES], {
    cwd: REPOSITORY,
    maxBuffer: 2 ** 28,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  linkPackages(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
  linkPackages(join(REPOSITORY, 'server/node_modules'), join(folder, 'server/node_modules'));
  // Its own workspaces are its own.
  mkdirSync(join(folder, 'node_modules', OWN));
  for (const name of WORKSPACES)
    symlinkSync(join(folder, name), join(folder, 'node_modules', OWN, name));
  return join(folder, 'server/src/main.ts');
}

function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== OWN) symlinkSync(join(from, name), join(to, name));
  }
}
