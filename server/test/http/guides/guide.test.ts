import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Guide, readGuide } from '#faces/http/docs/readGuide.ts';

const SCRIPT = 'document.documentElement.classList.add("dark")';

describe('guides at /docs/', () => {
  let folder = '';
  let guide: Guide;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairlead-guide-'));
    await mkdir(join(folder, 'assets'));
    await mkdir(join(folder, 'sdk'));
    const page = `<!doctype html><script>${SCRIPT}</script><script type="module" src="/docs/assets/app.js"></script>`;
    for (const name of ['index.html', 'quick-start.html', 'sdk/index.html', 'dashboard.html']) {
      await writeFile(join(folder, name), page);
    }
    await writeFile(join(folder, 'assets/app.js'), 'let x = 1;\n'.repeat(200));
    await writeFile(join(folder, '.inputs'), 'hash');
    guide = readGuide(folder);
  });
  after(() => rm(folder, { recursive: true }));

  test('serve pages, folder indexes and files', () => {
    for (const path of ['/docs/', '/docs/index.html', '/docs/quick-start.html', '/docs/sdk/']) {
      assert.match(guide(path)?.headers['content-type'] ?? '', /^text\/html/, path);
    }
    const script = guide('/docs/assets/app.js');
    assert.match(script?.headers['cache-control'] ?? '', /immutable/);
    assert.ok(script?.gzipped);
    assert.equal(guide('/docs/assets/app.js'), script);
  });

  test('leave the paths of the API reference alone and serve nothing else', () => {
    for (const path of ['/docs', '/docs/dashboard', '/docs/errors', '/docs/versioning']) {
      assert.equal(guide(path), undefined, path);
    }
    for (const path of [
      '/docs/.inputs',
      '/docs/../package.json',
      '/docs/none.html',
      '/',
      '/v1/x',
    ]) {
      assert.equal(guide(path), undefined, path);
    }
  });

  test("allow only the site's own scripts, inline ones by hash", () => {
    const policy = guide('/docs/')?.headers['content-security-policy'] ?? '';
    const hash = createHash('sha256').update(SCRIPT).digest('base64');
    assert.match(policy, /default-src 'none'/);
    assert.ok(policy.includes(`script-src 'self' 'sha256-${hash}';`), policy);
    assert.doesNotMatch(policy, /unsafe/);
  });

  test('say when they have not been built, and link to the API reference', () => {
    const unbuilt = readGuide(join(folder, 'assets'));
    const page = unbuilt('/docs/');
    assert.match(page?.body.toString() ?? '', /npm run build/);
    assert.match(page?.body.toString() ?? '', /href="\/docs\/dashboard"/);
    assert.equal(unbuilt('/docs/quick-start.html'), undefined);
  });
});
