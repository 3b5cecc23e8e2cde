/** Writes the committed OpenAPI documents; `--check` fails when they are not what the operations say. */
import { readFileSync, writeFileSync } from 'node:fs';
import { renderOpenapi } from './openapi.ts';
import { operations } from './operations/index.ts';

const documents = [
  { file: new URL('../openapi.json', import.meta.url), api: 'sdk' },
  { file: new URL('../openapi.dashboard.json', import.meta.url), api: 'dashboard' },
] as const;

for (const { file, api } of documents) {
  const text = `${JSON.stringify(renderOpenapi(api, Object.values(operations)), null, 2)}\n`;
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
  } else if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write(`${file.pathname} is out of date: run \`npm run openapi\`.\n`);
    process.exitCode = 1;
  }
}
