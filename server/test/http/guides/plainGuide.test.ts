import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { type Guide, readGuide } from '#faces/http/docs/readGuide.ts';

const ROOT = join(import.meta.dirname, '../../../..');

suite('guides of a checkout that was only started', () => {
  let folder = '';
  let guide: Guide;
  /** By the line that `npm start` runs before the server. */
  const make = () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: { prestart: string };
    };
    const [, program] = /\bnode (docs\/\S+)/.exec(scripts.prestart) ?? [];
    assert.ok(program !== undefined);
    execFileSync(process.execPath, [program, '--into', folder], { cwd: ROOT });
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairlead-plain-'));
    make();
    guide = readGuide(folder);
  });
  after(() => rm(folder, { recursive: true }));

  const read = (path: string) => guide(path)?.body.toString();

  test('every link from the first page on leads to a page, and to a heading that is there', () => {
    const pages = new Map<string, string>();
    const wrong: string[] = [];
    const visit = (path: string, from: string) => {
      if (pages.has(path)) return;
      const html = read(path);
      if (html === undefined) {
        wrong.push(`${from} → ${path}`);
        return;
      }
      pages.set(path, html);
      if (!path.endsWith('.html') && !path.endsWith('/')) return;
      for (const [, href = ''] of html.matchAll(/ (?:href|src)="([^"]*)"/g)) {
        const url = new URL(href, `https://server.test${path}`);
        if (url.host === 'server.test' && url.pathname.startsWith('/docs/')) {
          if (url.pathname !== '/docs/dashboard') visit(url.pathname, path);
        }
      }
    };
    visit('/docs/', 'the beginning');
    for (const [path, html] of pages) {
      for (const [, href = ''] of html.matchAll(/ href="([^"]*#[^"]*)"/g)) {
        const url = new URL(href, `https://server.test${path}`);
        const target = url.host === 'server.test' ? pages.get(url.pathname) : undefined;
        const id = decodeURIComponent(url.hash.slice(1));
        if (target !== undefined && !target.includes(`id="${id}"`)) wrong.push(`${path} → ${href}`);
      }
    }
    assert.deepEqual(wrong, []);
    assert.ok(pages.size > 70, String(pages.size));
    assert.match(pages.get('/docs/quick-start.html') ?? '', /npm ci &amp;&amp; npm start/);
  });

  test('pages hold nothing that their policy forbids', () => {
    const policy = guide('/docs/')?.headers['content-security-policy'] ?? '';
    assert.match(policy, /script-src 'self';/);
    for (const path of ['/docs/', '/docs/sdk/', '/docs/operations.html']) {
      assert.doesNotMatch(read(path) ?? '', /<script|<style|<[a-z][^>]* style=/);
    }
    assert.match(guide('/docs/plain.css')?.headers['content-type'] ?? '', /^text\/css/);
  });

  test('a site that was built is left alone', async () => {
    await writeFile(join(folder, '.inputs'), 'hash');
    await writeFile(join(folder, 'index.html'), 'built');
    make();
    assert.equal(readFileSync(join(folder, 'index.html'), 'utf8'), 'built');
  });
});
