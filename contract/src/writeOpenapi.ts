/**
 * Writes the committed OpenAPI document, from which clients are generated; `--check` fails if it is out of date. A server also
 * has the dashboard's, at `/api/v1/openapi.json`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { renderOpenapi } from './openapi.ts';
import { operations } from './operations/index.ts';

const file = new URL('../openapi.json', import.meta.url);
const text = `${JSON.stringify(renderOpenapi('sdk', Object.values(operations)), null, 2)}\n`;
if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
} else if (readFileSync(file, 'utf8') !== text) {
  process.stderr.write(`${file.pathname} is out of date: run \`npm run openapi\`.\n`);
  process.exitCode = 1;
}
