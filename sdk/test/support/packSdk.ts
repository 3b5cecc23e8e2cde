import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { endings } from '../../../server/test/support/endings.ts';
import { onceInRun } from '../../../server/test/support/onceInRun.ts';

const SDK = join(import.meta.dirname, '../..');

/** As every guide begins. */
export const INSTALL = 'npm install @fairlead/sdk';

export interface PackedSdk {
  /** A folder in which `@fairlead/sdk` is installed. */
  readonly folder: string;
  readonly installed: string;
  readonly tarball: string;
}

let packed: Promise<PackedSdk> | undefined;

/** The package as npm publishes it, installed once in this test process. */
export function packSdk(): Promise<PackedSdk> {
  packed ??= install();
  return packed;
}

async function install(): Promise<PackedSdk> {
  // Packing builds it first, and two builds at a time would be one of both.
  const place = await onceInRun('sdk', async (into) => {
    run('npm', ['pack', '--silent', '--pack-destination', into], SDK);
  });
  const [tarball = ''] = globSync('fairlead-sdk-*.tgz', { cwd: place });
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-sdk-'));
  endings.defer(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  // By the command of the guides, with the tarball in place of the name. It needs nothing else, so no registry is asked.
  const [npm = '', ...words] = INSTALL.replace('@fairlead/sdk', join(place, tarball)).split(' ');
  run(npm, [...words, '--offline', '--no-audit', '--no-fund', '--no-package-lock'], folder);
  const installed = join(folder, 'node_modules/@fairlead/sdk');
  return { folder, installed, tarball: join(place, tarball) };
}

/** A bundle as a website makes one; as a script, what it exports is `sdk`. */
export async function bundleSdk(code: string, format: 'esm' | 'iife' = 'esm'): Promise<string> {
  const { folder } = await packSdk();
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
