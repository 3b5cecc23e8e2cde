import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';
import type { OutputAsset, OutputChunk, Plugin } from 'rolldown';
import { digestOf } from './digestOf.ts';

/**
 * Bundles the server and the command line into `dist` when their sources have changed: one process loads a dozen files instead of
 * 2,400, which takes a third of the time. `npm start` calls it each time. Stack traces name the sources (`nameSources.ts`).
 */
const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const STAMP = join(DIST, '.inputs');

/** What has binaries, or is loaded only where it is used, stays a package. */
const OUTSIDE = [
  '@apple/app-store-server-library',
  '@clickhouse/client',
  '@simplewebauthn/server',
  'pg-native',
  'sharp',
  'stripe',
];

const inputs = digestOf([
  '{contract,imports,server,cli,sdk}/src/**/*.ts',
  'package-lock.json',
  'scripts/{bundle,digestOf}.ts',
]);
const built = await readFile(STAMP, 'utf8').catch(() => '');
if (built !== inputs) await bundle();

async function bundle(): Promise<void> {
  // Loaded here, so that a start with nothing to bundle does not wait for it.
  const { rolldown } = await import('rolldown');
  await using sources = await rolldown({
    cwd: ROOT,
    input: { server: 'server/src/main.ts', fairlead: 'cli/src/main.ts' },
    platform: 'node',
    external: OUTSIDE,
    plugins: [keepPlaces()],
  });
  const { output } = await sources.generate({
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await write(output);
}

/** Files beside a source, such as lists, are found from the bundle as from the source. */
function keepPlaces(): Plugin {
  return {
    name: 'keep-places',
    transform(code, id) {
      const source = relative(DIST, id).split(sep).join('/');
      if (id.includes('node_modules') || !/\bimport\.meta\.(url|dirname)\b/.test(code)) return null;
      // On the same line, so that the map stays right.
      const changed = code
        .replaceAll('import.meta.url', `new URL('${source}', import.meta.url).href`)
        .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${posix.dirname(source)}')`);
      return { code: changed, map: null };
    },
  };
}

/** Each file in one step, and what loads others after them: a start at the same time finds the old bundle or the new one. */
async function write(output: readonly (OutputChunk | OutputAsset)[]): Promise<void> {
  await mkdir(DIST, { recursive: true });
  const isEntry = (file: OutputChunk | OutputAsset) => file.type === 'chunk' && file.isEntry;
  const ordered = output.toSorted((a, b) => Number(isEntry(a)) - Number(isEntry(b)));
  for (const file of ordered) {
    const path = join(DIST, file.fileName);
    await writeFile(`${path}.${process.pid}`, file.type === 'chunk' ? file.code : file.source);
    await rename(`${path}.${process.pid}`, path);
  }
  const names = new Set(output.map(({ fileName }) => fileName));
  const old = (await readdir(DIST)).filter((name) => /\.(js|map)$/.test(name) && !names.has(name));
  for (const name of old) await rm(join(DIST, name), { force: true });
  await writeFile(STAMP, inputs);
}
