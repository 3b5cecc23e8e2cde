/** Builds `dist`, the package `fairlead` as it is published: one file and no dependencies, for Node 20 and later. */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const CLI = join(import.meta.dirname, '..');
const ROOT = join(CLI, '..');
const DIST = join(CLI, 'dist');

const { version } = JSON.parse(readFileSync(join(CLI, 'package.json'), 'utf8')) as {
  version: string;
};

rmSync(DIST, { recursive: true, force: true });
const bundle = await rolldown({
  input: join(CLI, 'src/main.ts'),
  platform: 'node',
  transform: { target: 'node20' },
});
await bundle.write({
  file: join(DIST, 'bin/fairlead.js'),
  format: 'esm',
  codeSplitting: false,
  minify: false,
});
await bundle.close();
mkdirSync(DIST, { recursive: true });
writeFileSync(
  join(DIST, 'package.json'),
  `${JSON.stringify(
    {
      name: 'fairlead',
      version,
      description:
        'The command line of Fairlead: deep links and their numbers, on your own server.',
      license: 'MIT',
      type: 'module',
      bin: { fairlead: 'bin/fairlead.js' },
      files: ['bin'],
      engines: { node: '>=20' },
    },
    null,
    2,
  )}\n`,
);
for (const [from, to] of [
  [join(ROOT, 'LICENSE'), 'LICENSE'],
  [join(CLI, 'README.md'), 'README.md'],
] as const) {
  copyFileSync(from, join(DIST, to));
}
