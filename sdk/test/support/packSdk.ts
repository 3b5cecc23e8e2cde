import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { endings } from '../../../server/test/support/endings.ts';

const SDK = join(import.meta.dirname, '../..');

export interface PackedSdk {
  /** A folder in which `@fairlead/sdk` is installed. */
  readonly folder: string;
  readonly installed: string;
  readonly tarball: string;
}

let packed: PackedSdk | undefined;

/** The package as npm publishes it, packed once in this test process. */
export function packSdk(): PackedSdk {
  packed ??= pack();
  return packed;
}

function pack(): PackedSdk {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-sdk-'));
  endings.defer(() => rmSync(folder, { recursive: true, force: true }));
  const made = run('npm', ['pack', '--json', '--silent', '--pack-destination', folder], SDK);
  const tarball = join(folder, /fairlead-sdk-[\w.-]+\.tgz/.exec(made)?.[0] ?? '');
  const installed = join(folder, 'node_modules/@fairlead/sdk');
  mkdirSync(installed, { recursive: true });
  run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed], folder);
  return { folder, installed, tarball };
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
