import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');

type Published = Readonly<Record<'repository' | 'image' | 'cli' | 'sdk', string | null>>;
const published = JSON.parse(
  readFileSync(join(ROOT, 'release/published.json'), 'utf8'),
) as Published;

interface Manifest {
  readonly name: string;
  readonly repository?: { readonly url: string };
}

/** What fetches something by a name that is not ours before it is published: whoever takes the name decides what runs. */
const FETCHING: Readonly<Record<keyof Published, RegExp>> = {
  repository: /github\.com[/:]fairlead\b/,
  image: /(?:ghcr|docker|quay)\.io\/(?:library\/)?fairlead\b/,
  cli: /\b(?:npx|bunx|pnpm dlx|npm exec)(?: -\S+)* fairlead\b|"npx", *"args": *\["fairlead"|\b(?:npm|pnpm|yarn|bun)(?: global)? (?:i|add|install)(?: -\S+)* fairlead\b(?!-)/,
  sdk: /\b(?:npm|pnpm|yarn|bun|expo) (?:i|add|install)\b[^\n]* @fairlead\/sdk\b|"@fairlead\/sdk": "(?!file:)/,
};

/** Kept by hand: what was true of a release stays in its notes. */
const PASSED_OVER = /^(?:CHANGELOG\.md|package-lock\.json|scripts\/rules\/published\.test\.ts)$/;

suite('names that are not published', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '' && !PASSED_OVER.test(path) && !/\.(?:png|gz|ico)$/.test(path));

  for (const [name, pattern] of Object.entries(FETCHING) as [keyof Published, RegExp][]) {
    test(`nothing fetches the ${name} by name until it is published`, () => {
      if (published[name] !== null) return;
      const found = files.filter((path) => pattern.test(readFileSync(join(ROOT, path), 'utf8')));
      assert.deepEqual(found, []);
    });
  }

  test('what is published carries the name, and the repository that npm attests', () => {
    const sdk = JSON.parse(readFileSync(join(ROOT, 'sdk/package.json'), 'utf8')) as Manifest;
    if (published.sdk !== null) {
      assert.equal(sdk.name, published.sdk);
      assert.equal(sdk.repository?.url.replace(/^git\+|\.git$/g, ''), published.repository);
    }
    if (published.image !== null) {
      const compose = readFileSync(join(ROOT, 'compose.yaml'), 'utf8');
      assert.ok(compose.includes(`FAIRLEAD_IMAGE:-${published.image}:`));
    }
  });

  test('each way of fetching one is recognised', () => {
    const ways = {
      repository: [
        'git clone https://github.com/fairlead/fairlead.git',
        'git@github.com:fairlead/x',
      ],
      image: ['ghcr.io/fairlead/fairlead:0.1.0'],
      cli: ['npx fairlead login', 'npx --yes fairlead', 'npm install --global fairlead'],
      sdk: [
        'npm install @fairlead/sdk',
        'npx expo install a @fairlead/sdk',
        '"@fairlead/sdk": "^0.1.0"',
      ],
    };
    for (const [name, texts] of Object.entries(ways)) {
      for (const text of texts) assert.match(text, FETCHING[name as keyof Published]);
    }
    for (const mine of ['npm install ./fairlead-sdk-*.tgz', 'npm install --global ./cli/dist']) {
      for (const pattern of Object.values(FETCHING)) assert.doesNotMatch(mine, pattern);
    }
  });
});
