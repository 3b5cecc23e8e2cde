import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { packSdk, run } from './support/packSdk.ts';
import { FRAMEWORKS, usePackages } from './support/useFrameworks.ts';

const ROOT = join(import.meta.dirname, '../..');
const SAMPLES = ['react-native', 'expo', 'capacitor'] as const;

/** As an app would have it that was copied from the sample and installed. */
const CONFIGURATION = {
  compilerOptions: {
    target: 'esnext',
    lib: ['es2024', 'dom'],
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    types: [],
    // Each package is linked from a folder of its own, and finds the others in the app's.
    preserveSymlinks: true,
    noEmit: true,
    strict: true,
    skipLibCheck: true,
  },
};

describe('the samples with the real packages of their frameworks', () => {
  for (const sample of SAMPLES) {
    test(`${sample}: type-checks against the packed package and the frameworks`, async (context) => {
      const packages = await usePackages(FRAMEWORKS[sample]);
      if (packages === undefined) return context.skip('npm cannot be reached');
      const folder = join((await packSdk()).folder, sample);
      cpSync(join(ROOT, 'examples', sample), folder, { recursive: true });
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(CONFIGURATION));
      for (const [name, target] of Object.entries(packages)) link(target, folder, name);
      for (const name of ['@types/react', 'csstype']) {
        link(join(ROOT, 'node_modules', name), folder, name);
      }
      // Strict: what has no types is a fault, too.
      run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder], folder);
    });

    test(`${sample}: the tested releases satisfy its dependency ranges`, () => {
      const ranges = dependenciesOf(sample);
      const wrong = Object.entries(FRAMEWORKS[sample]).filter(([name, version]) => {
        const range = ranges[name];
        return range !== undefined && !fits(version, range);
      });
      assert.deepEqual(wrong, []);
    });
  }
});

function link(target: string, folder: string, name: string): void {
  const place = join(folder, 'node_modules', name);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(target, place, 'dir');
}

function dependenciesOf(sample: string): Readonly<Record<string, string>> {
  const text = readFileSync(join(ROOT, 'examples', sample, 'package.json'), 'utf8');
  return (JSON.parse(text) as { dependencies: Record<string, string> }).dependencies;
}

/** A range as npm writes it: what is left of the first part that is not 0 must be the same. */
function fits(version: string, range: string): boolean {
  const [major, minor] = range.replace('^', '').split('.');
  const [ours, oursMinor] = version.split('.');
  return major === ours && (major !== '0' || minor === oursMinor);
}
