import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { endings, shareInProcess } from '../../../server/test/support/run/endings.ts';
import { onceInRun } from '../../../server/test/support/run/onceInRun.ts';

const SDK = join(import.meta.dirname, '../..');

/** As every guide begins, in a folder that holds the packed package. */
export const INSTALL = 'npm install ./fairlead-sdk-*.tgz';

export interface PackedSdk {
  /** A folder in which `@fairlead/sdk` is installed. */
  readonly folder: string;
  readonly installed: string;
  readonly tarball: string;
}

/** The package as npm publishes it, installed once in this test process. */
export const packSdk = shareInProcess(install);

async function install(): Promise<PackedSdk> {
  // Packing builds it first, and two builds at a time would be one of both.
  const place = await onceInRun('sdk', async (into) => {
    run('npm', ['pack', '--silent', '--pack-destination', into], SDK);
  });
  const [tarball = ''] = globSync('fairlead-sdk-*.tgz', { cwd: place });
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-sdk-'));
  endings.defer(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  copyFileSync(join(place, tarball), join(folder, tarball));
  // By the command of the guides. It needs nothing else, so no registry is asked.
  run('sh', ['-c', `${INSTALL} --offline --no-audit --no-fund --no-package-lock`], folder);
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

/** React, which an app has for itself, in a folder with the package. */
export function linkReact(folder: string): void {
  for (const name of ['react', 'react-dom', 'scheduler']) {
    const place = join(folder, 'node_modules', name);
    if (!existsSync(place)) symlinkSync(join(SDK, '../node_modules', name), place, 'dir');
  }
}

export function run(program: string, args: string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  assert.equal(status, 0, `${program} ${args.join(' ')}\n${stdout}\n${stderr}`);
  return stdout;
}
