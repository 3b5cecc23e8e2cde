import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CACHE = join(import.meta.dirname, '../../../../node_modules/.cache/fairlead-generators');

/** Generators of clients, a validating proxy, two linters, and the TypeScript that the generated code is written for. */
const TOOLS = [
  '@hey-api/openapi-ts@0.99.0',
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  '@stoplight/prism-cli@5.16.0',
  '@redocly/cli@2.77.0',
  '@stoplight/spectral-cli@6.16.3',
  'typescript@5.9.3',
  '@types/node@24.19.2',
];

/**
 * A folder whose packages are these tools, apart from ours because they bring hundreds of others along. They are fetched
 * once. Undefined where npm cannot be reached; with CI=true that is an error.
 */
export async function useGenerators(): Promise<string | undefined> {
  // Another list of tools is another folder.
  const folder = join(CACHE, TOOLS.join('+').replaceAll('/', '-'));
  if (existsSync(folder)) return folder;
  const part = join(CACHE, `part-${process.pid}`);
  mkdirSync(part, { recursive: true });
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts'];
  try {
    await run('npm', ['install', '--prefix', part, ...options, ...TOOLS], { cwd: part });
    renameSync(part, folder);
    return folder;
  } catch (fault) {
    rmSync(part, { recursive: true, force: true });
    if (process.env['CI'] === 'true') throw fault;
    return undefined;
  }
}
