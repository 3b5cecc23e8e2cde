import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readWebApp, type WebApp } from '#faces/http/server/readWebApp.ts';

const HTML = 'text/html,application/xhtml+xml';

describe('serving the dashboard', () => {
  let folder = '';
  let app: WebApp | undefined;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairlead-web-'));
    await mkdir(join(folder, 'assets'));
    await mkdir(join(folder, '.vite'));
    await writeFile(join(folder, 'index.html'), `<!doctype html>${'<p>Hello</p>'.repeat(50)}`);
    await writeFile(join(folder, 'sign-in.html'), '<!doctype html><p>Who are you?</p>');
    await mkdir(join(folder, 'de'));
    await writeFile(join(folder, 'de/index.html'), '<!doctype html><p>Hallo</p>');
    await writeFile(join(folder, 'de/sign-in.html'), '<!doctype html><p>Wer sind Sie?</p>');
    await writeFile(join(folder, 'assets/app-1a2b3c.js'), 'let x = 1;\n'.repeat(200));
    await writeFile(join(folder, 'icon.png'), Buffer.from([137, 80, 78, 71]));
    await writeFile(join(folder, '.inputs'), 'hash');
    await writeFile(join(folder, '.vite/manifest.json'), '{}');
    app = readWebApp(folder);
  });
  after(() => rm(folder, { recursive: true }));

  const find = (path: string, accept = HTML, more: IncomingHttpHeaders = {}) =>
    app?.(path, { accept, ...more });

  test('every path of the dashboard gets its page', () => {
    for (const path of ['/', '/sign-in/code', '/p/1234/links/new', '/reset-password']) {
      assert.match(find(path)?.headers['content-type'] ?? '', /^text\/html/, path);
    }
  });

  test('a page of its own has its address without the ending', () => {
    assert.match(find('/sign-in')?.body.toString() ?? '', /Who are you/);
    assert.match(find('/sign-in')?.headers['content-security-policy'] ?? '', /script-src 'self';/);
    assert.equal(find('/sign-in.html', '*/*'), undefined);
  });

  for (const [headers, said] of [
    [{}, /Hello/],
    [{ 'accept-language': 'de-AT,en;q=0.5' }, /Hallo/],
    [{ 'accept-language': 'de;q=0.4,en;q=0.5' }, /Hello/],
    [{ 'accept-language': 'fr' }, /Hello/],
    [{ 'accept-language': 'en', cookie: 'a=b; fairlead-language=de' }, /Hallo/],
    [{ 'accept-language': 'de', cookie: 'fairlead-language=en' }, /Hello/],
    [{ 'accept-language': 'de', cookie: 'fairlead-language=tlh' }, /Hallo/],
  ] as const) {
    test(`pages in the language of ${JSON.stringify(headers)}`, () => {
      assert.match(find('/p/1', HTML, headers)?.body.toString() ?? '', said);
    });
  }

  test('pages of a language have no address of their own, and caches tell them apart', () => {
    const german = { 'accept-language': 'de' };
    assert.match(find('/sign-in', HTML, german)?.body.toString() ?? '', /Wer sind Sie/);
    assert.equal(find('/de/sign-in', '*/*', german), undefined);
    assert.match(find('/')?.headers['vary'] ?? '', /accept-language, cookie/);
    assert.notEqual(find('/')?.headers['etag'], find('/', HTML, german)?.headers['etag']);
  });

  test('API paths, missing files and requests for anything but HTML do not', () => {
    for (const path of ['/v1/nothing', '/api/v1/nothing', '/sdk/x', '/docs/x', '/missing.js']) {
      assert.equal(find(path), undefined, path);
    }
    assert.equal(find('/assets/old-000000.js'), undefined);
    assert.equal(find('/p/1', 'application/json'), undefined);
    assert.equal(find('/p/1', '*/*'), undefined);
  });

  test('the page forbids framing and foreign scripts and is revalidated each time', () => {
    const headers = find('/')?.headers ?? {};
    assert.equal(headers['cache-control'], 'no-cache');
    assert.match(headers['content-security-policy'] ?? '', /script-src 'self';/);
    assert.match(headers['content-security-policy'] ?? '', /frame-ancestors 'none'/);
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.ok(headers['etag']);
  });

  test('hashed files are cached forever, and compressed where that helps', () => {
    const script = find('/assets/app-1a2b3c.js', '*/*');
    assert.equal(script?.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.match(script.headers['content-type'] ?? '', /^text\/javascript/);
    assert.ok(script.gzipped && script.gzipped.length < script.body.length);
    const icon = find('/icon.png', '*/*');
    assert.equal(icon?.headers['content-type'], 'image/png');
    assert.equal(icon.gzipped, undefined);
  });

  test('files internal to the build are not served', () => {
    for (const path of ['/.inputs', '/.vite/manifest.json', '/../package.json', '/index.html']) {
      assert.equal(find(path, '*/*'), undefined, path);
    }
  });

  test('nothing is served without a build', () => {
    assert.equal(readWebApp(join(folder, 'assets')), undefined);
  });
});
