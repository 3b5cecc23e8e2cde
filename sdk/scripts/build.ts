/** Builds `dist`: ES modules and CommonJS with types for both. `npm pack` runs it. */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';

const SDK = join(import.meta.dirname, '..');
const DIST = join(SDK, 'dist');
const ENTRIES = [
  'index',
  'app',
  'react-native',
  'expo',
  'capacitor',
  'react',
  'events',
  'expo-plugin',
];

rmSync(DIST, { recursive: true, force: true });
await writeCode();
writeTypes();

async function writeCode(): Promise<void> {
  const bundle = await rolldown({
    input: Object.fromEntries(ENTRIES.map((name) => [name, join(SDK, 'src', `${name}.ts`)])),
    platform: 'neutral',
    external: ['react'],
    // `use client` stays where it is said, at the top of an entry.
    onLog: (level, log, handle) => {
      if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
    },
    transform: { target: 'es2022' },
  });
  for (const [format, extension] of [
    ['esm', 'js'],
    ['cjs', 'cjs'],
  ] as const) {
    await bundle.write({
      dir: join(DIST, format),
      format,
      exports: 'named',
      entryFileNames: `[name].${extension}`,
      chunkFileNames: `chunks/[name]-[hash].${extension}`,
      minify: false,
    });
  }
  await bundle.close();
}

/** The compiler writes one tree; both formats get it under the extensions that they are resolved by. */
function writeTypes(): void {
  const made = join(DIST, 'types');
  execFileSync(
    process.execPath,
    [join(SDK, '../node_modules/typescript/bin/tsc'), '-p', join(SDK, 'tsconfig.build.json')],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  for (const file of globSync('**/*.d.ts', { cwd: made })) {
    const text = readFileSync(join(made, file), 'utf8');
    write('esm', file, text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
    write('cjs', file.replace(/ts$/, 'cts'), text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.cjs'"));
  }
  rmSync(made, { recursive: true });
}

function write(format: string, file: string, text: string): void {
  const target = join(DIST, format, file);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}
