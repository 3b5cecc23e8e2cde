/** Writes `src/contract.ts`; `--check` fails when it is not what the operations say. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderContract } from './renderContract.ts';

const root = join(import.meta.dirname, '../..');
const file = join(root, 'sdk/src/contract.ts');
const check = process.argv.includes('--check');
const target = check ? join(root, 'sdk/src/contract.check.ts') : file;

try {
  writeFileSync(target, renderContract());
  execFileSync(process.execPath, [join(root, 'node_modules/oxfmt/bin/oxfmt'), target], {
    cwd: root,
  });
  if (check && readFileSync(file, 'utf8') !== readFileSync(target, 'utf8')) {
    process.stderr.write('sdk/src/contract.ts is out of date: run `npm run sdk:contract`.\n');
    process.exitCode = 1;
  }
} finally {
  if (check) rmSync(target, { force: true });
}
