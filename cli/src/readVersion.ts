import { readFileSync } from 'node:fs';

/** The release of this command line, from its package, whether it runs from source or built. */
export function readVersion(): string {
  const file = new URL('../package.json', import.meta.url);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own file
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
