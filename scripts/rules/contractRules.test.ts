import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = 'docs/contract';
/** Applied migrations are never edited, so what they once referred to stays. */
const FROZEN = /^server\/migrations\//;

interface Rule {
  readonly page: string;
  readonly number: number;
  readonly text: string;
}

const files = listFiles();
const rules = files
  .filter((file) => file.startsWith(`${PAGES}/`) && !file.endsWith('README.md'))
  .flatMap(readRules);

suite('the rules of the service (docs/contract)', () => {
  test('rules of a page are numbered from 1 without gaps', () => {
    for (const [page, own] of Map.groupBy(rules, (rule) => rule.page)) {
      assert.deepEqual(
        own.map((rule) => rule.number),
        own.map((_, index) => index + 1),
        page,
      );
    }
  });

  test('every rule names existing tests that hold it', () => {
    for (const { page, number, text } of rules) {
      const tests = [...(/Held by: (.*)/s.exec(text)?.[1] ?? '').matchAll(/`([^`]+)`/g)];
      assert.ok(tests.length > 0, `${page} ${number} names no test`);
      for (const [, path = ''] of tests) {
        assert.ok(existsSync(join(ROOT, path)), `${page} ${number}: ${path} does not exist`);
      }
    }
  });

  test('every reference to a rule resolves', () => {
    const known = new Set(rules.flatMap(({ page, number }) => [page, `${page} ${number}`]));
    const wrong = referencesTo(/\bRules?: ([a-z][a-z-]+(?: \d+)?)\b/g).filter(
      ({ name }) => !known.has(name),
    );
    assert.deepEqual(wrong, []);
  });

  test('nothing refers to documents outside the repository', () => {
    const outside = [
      /\bDECISIONS\b/g,
      /\bSpec: /g,
      /\b(?:CLIENTS|SPEC|MEASURED|FIELD|DESIGN)\.md/g,
    ];
    assert.deepEqual(
      outside.flatMap((pattern) => referencesTo(pattern)),
      [],
    );
  });

  test('every file named in the docs exists', () => {
    const missing = files
      .filter((file) => file.endsWith('.md') && !file.startsWith('CHANGELOG'))
      .flatMap((file) =>
        pathsNamedIn(file)
          .filter((path) => !isThere(path))
          .map((path) => `${file}: ${path}`),
      );
    assert.deepEqual(missing, []);
  });
});

function listFiles(): string[] {
  const output = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT });
  return output
    .toString()
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(ROOT, file)));
}

function readText(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

function readRules(file: string): Rule[] {
  const page = file.slice(PAGES.length + 1, -'.md'.length);
  const parts = readText(file)
    .split(/^(?=\d+\. )/m)
    .slice(1);
  return parts.map((text) => ({ page, number: Number.parseInt(text, 10), text }));
}

function referencesTo(pattern: RegExp): { file: string; name: string }[] {
  return files
    .filter((file) => /\.(?:tsx?|md|sql)$/.test(file) && !FROZEN.test(file))
    .filter((file) => !file.endsWith('contractRules.test.ts') && file !== `${PAGES}/README.md`)
    .flatMap((file) =>
      [...readText(file).matchAll(pattern)].map((match) => ({ file, name: match[1] ?? match[0] })),
    );
}

/** Paths in code quotes that name a file of ours: with a folder, or a source file's ending. */
function pathsNamedIn(file: string): string[] {
  return [...readText(file).matchAll(/`([\w./@{}-]+\.(?:tsx?|sql|md|json))`/g)]
    .map(([, path = '']) => path)
    .filter((path) => path.includes('/') && !/[{}]/.test(path) && !/^(?:\/|DATA_DIR)/.test(path));
}

/** Docs name files from the repository's root, or from the sources of the workspace they speak of. */
const BASES = [
  '',
  'server/src',
  'server',
  'contract/src',
  'dashboard/src',
  'dashboard',
  'cli/src',
  'bench',
  'bench/src',
  'docs',
  'sdk',
];

function isThere(path: string): boolean {
  return BASES.some((base) => existsSync(join(ROOT, base, path)));
}
