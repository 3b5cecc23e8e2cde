import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf } from '../scripts/digestOf.ts';

/**
 * Builds these pages into `docs/dist`, from where the server answers them at `/docs/`. Nothing is built where nothing has changed;
 * `--force` builds anyway, `--serve` shows them while they are written. `npm run build` calls it, `npm start` does not, but makes plain
 * pages (`plain.ts`): this takes half a minute, and the first time it installs VitePress into this folder.
 */
const HERE = import.meta.dirname;
const VITEPRESS = join(HERE, 'node_modules', 'vitepress');
const STAMP = join(HERE, 'dist', '.inputs');

const inputs = digestOf([
  'docs/**/*.{md,svg}',
  'docs/.vitepress/*.ts',
  'docs/{build,contents}.ts',
  'docs/package-lock.json',
]);
const built = await readFile(STAMP, 'utf8').catch(() => '');
if (process.argv.includes('--serve')) await serve();
else if (built !== inputs || process.argv.includes('--force')) await build();

async function serve(): Promise<void> {
  const vitepress = await loadVitePress();
  const server = await vitepress.createServer(HERE);
  await server.listen();
  server.printUrls();
}

async function build(): Promise<void> {
  const started = Date.now();
  process.stdout.write('Building the documentation, about half a minute …\n');
  const vitepress = await loadVitePress();
  await vitepress.build(HERE);
  await writeFile(STAMP, inputs);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  process.stdout.write(`Documentation built in ${seconds} s\n`);
}

interface Server {
  listen(): Promise<unknown>;
  printUrls(): void;
}

/** What is used of it; its own types are not there where it is not installed. */
interface VitePress {
  build(root: string): Promise<void>;
  createServer(root: string): Promise<Server>;
}

async function loadVitePress(): Promise<VitePress> {
  if (!existsSync(VITEPRESS)) {
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit'], {
      cwd: HERE,
      stdio: 'inherit',
    });
  }
  // Named by a variable, or the type check would look for it.
  const name = 'vitepress';
  return (await import(name)) as VitePress;
}
