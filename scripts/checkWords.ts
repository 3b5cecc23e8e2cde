import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Finds the words that docs/style.md lists under "Words to avoid" in code and docs, and fails where there is one.
 * Released texts stay as they are.
 */
const ROOT = join(import.meta.dirname, '..');
const STYLE = 'docs/style.md';
const TEXT = /\.(?:ts|tsx|md|css|html|sql|ya?ml)$/;
const RELEASED =
  /^(?:CHANGELOG\.md|server\/migrations\/|server\/schema\.sql|server\/test\/upgrades\/|docs\/screens\/)/;

/** Files that have to use one, and why. */
const EXCUSED: ReadonlyMap<string, string> = new Map([
  ['server/src/attribution/storedDetails.ts', 'names that stored receipts have'],
  ['server/test/api/getReceipt.test.ts', 'the test of these names'],
  ['cli/src/commands/completion.ts', 'variables of bash'],
  ['cli/src/mcp/createMcpServer.ts', 'a property of schemas of the contract'],
]);

const words = readWords();
const found = listFiles().flatMap(findIn);
for (const { file, line, word, instead } of found) {
  process.stderr.write(`${file}:${line}: “${word}”; say ${instead}\n`);
}
process.stdout.write(`${words.length} words to avoid, found ${found.length} times\n`);
process.exitCode = found.length === 0 ? 0 : 1;

interface Word {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** Rows of the table: the words, each a regular expression between backticks, and what to say instead. */
function readWords(): Word[] {
  const [, section = ''] = readFileSync(join(ROOT, STYLE), 'utf8').split('## Words to avoid');
  const rows = [...(section.split('\n## ', 1)[0] ?? '').matchAll(/^\| (`.+?) \| (.+?) \|$/gm)];
  if (rows.length === 0) throw new Error(`${STYLE} lists no words`);
  return rows.flatMap(([, avoid = '', instead = '']) =>
    [...avoid.matchAll(/`([^`]+)`/g)].map(([, text = '']) => ({
      pattern: new RegExp(
        String.raw`(?<![\w-])(?:${text.replaceAll(String.raw`\|`, '|')})(?![\w-])`,
        'g',
      ),
      instead,
    })),
  );
}

function listFiles(): string[] {
  const output = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT });
  return output
    .toString()
    .split('\n')
    .filter((file) => TEXT.test(file) && !RELEASED.test(file) && file !== STYLE)
    .filter((file) => !EXCUSED.has(file))
    .filter((file) => existsSync(join(ROOT, file)));
}

function findIn(file: string) {
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
  return lines.flatMap((text, index) =>
    words.flatMap(({ pattern, instead }) =>
      [...text.matchAll(pattern)].map(([word]) => ({ file, line: index + 1, word, instead })),
    ),
  );
}
