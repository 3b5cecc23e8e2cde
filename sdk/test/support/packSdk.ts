import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { endings } from '../../../server/test/support/endings.ts';

const SDK = join(import.meta.dirname, '../..');

/** As every guide begins. */
export const INSTALL = 'npm install @fairlead/sdk';

export interface PackedSdk {
  /** A folder in which `@fairlead/sdk` is installed. */
  readonly folder: string;
  readonly installed: string;
  readonly tarball: string;
}

let packed: PackedSdk | undefined;

/** The package as npm publishes it, packed and installed once in this test process. */
export function packSdk(): PackedSdk {
  packed ??= pack();
  return packed;
}

function pack(): PackedSdk {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-sdk-'));
  endings.defer(() => rmSync(folder, { recursive: true, force: true }));
  const made = run('npm', ['pack', '--json', '--silent', '--pack-destination', folder], SDK);
  const tarball = join(folder, /fairlead-sdk-[\w.-]+\.tgz/.exec(made)?.[0] ?? '');
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  // By the command of the guides, with the tarball in place of the name. It needs nothing else, so no registry is asked.
  const [npm = '', ...words] = INSTALL.replace('@fairlead/sdk', tarball).split(' ');
  run(npm, [...words, '--offline', '--no-audit', '--no-fund', '--no-package-lock'], folder);
  return { folder, installed: join(folder, 'node_modules/@fairlead/sdk'), tarball };
}

/** A bundle as a website makes one; as a script, what it exports is `sdk`. */
export async function bundleSdk(code: string, format: 'esm' | 'iife' = 'esm'): Promise<string> {
  const { folder } = packSdk();
  const entry = join(folder, 'entry.ts');
  writeFileSync(entry, code);
  const build = await rolldown({ input: entry, cwd: folder, platform: 'neutral' });
  const { output } = await build.generate({ format, minify: true, name: 'sdk' });
  assert.equal(output.length, 1);
  return output[0].code;
}

export function run(program: string, args: string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  assert.equal(status, 0, `${program} ${args.join(' ')}\n${stdout}\n${stderr}`);
  return stdout;
}
