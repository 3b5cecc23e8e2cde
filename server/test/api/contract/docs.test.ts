import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ERROR_CODES, operations } from '@fairlead/contract';
import { renderOpenapi } from '@fairlead/contract/openapi';
import { anyProject } from '../../support/callers/personas.ts';
import { send } from '../../support/callers/request.ts';

describe('machine-readable descriptions', () => {
  const cases = [
    ['/openapi.json', 'sdk'],
    ['/v1/openapi.json', 'sdk'],
    ['/api/v1/openapi.json', 'dashboard'],
  ] as const;
  for (const [path, api] of cases) {
    test(`${path} serves the whole document without credentials`, async () => {
      const reply = await send({ path });
      assert.equal(reply.status, 200);
      assert.match(reply.headers['content-type'] ?? '', /^application\/json/);
      assert.ok(reply.headers['x-request-id']);
      const whole: unknown = JSON.parse(
        JSON.stringify(renderOpenapi(api, Object.values(operations))),
      );
      const { info, paths } = JSON.parse(reply.text);
      assert.equal(info.version, '1.0.0');
      assert.deepEqual({ info, paths }, pick(whole));
    });
  }
});

function pick(document: unknown) {
  const { info, paths } = document as { info: unknown; paths: unknown };
  return { info, paths };
}

describe('documentation pages', () => {
  test('/docs lists every SDK operation, with no scripts and no external resources', async () => {
    const { status, text, headers } = await send({ path: '/docs' });
    assert.equal(status, 200);
    for (const operation of Object.values(operations)) {
      if (operation.api === 'sdk') assert.ok(text.includes(`id="${operation.id}"`));
    }
    assert.match(
      String(headers['content-security-policy']),
      /^default-src 'none'; style-src 'sha256-/,
    );
    assert.doesNotMatch(text, /<script|<link|<img|src=|url\(|@import/);
    for (const [, anchor] of text.matchAll(/href="#([^"]+)"/g)) {
      assert.ok(text.includes(`id="${anchor}"`), anchor);
    }
  });

  test('an unchanged page is answered with 304, and HEAD without a body', async () => {
    const { headers } = await send({ path: '/docs' });
    const again = await send({ path: '/docs', headers: { 'if-none-match': String(headers.etag) } });
    assert.deepEqual([again.status, again.text], [304, '']);
    const head = await send({ method: 'HEAD', path: '/docs' });
    assert.deepEqual([head.status, head.text], [200, '']);
  });

  test('every error code has the page that `type` links to', async () => {
    for (const code of Object.keys(ERROR_CODES)) {
      const { status, text } = await send({ path: `/docs/errors/${code}` });
      assert.equal(status, 200);
      assert.ok(text.includes(`<h1>${code}</h1>`));
    }
    assert.equal((await send({ path: '/docs/errors/NO_SUCH' })).status, 404);
    const { text } = await send({
      path: '/v1/sdk/links/x',
      headers: { accept: 'application/problem+json' },
    });
    const { type } = JSON.parse(text);
    assert.equal((await send({ path: new URL(type).pathname })).status, 200);
  });

  test('links between the pages resolve', async () => {
    for (const path of ['/docs', '/docs/dashboard', '/docs/errors', '/docs/versioning']) {
      const { text, status } = await send({ path });
      assert.equal(status, 200);
      for (const [, target] of text.matchAll(/href="(\/[^"#]*)"/g)) {
        assert.equal((await send({ path: target! })).status, 200, `${path} → ${target}`);
      }
    }
  });

  test('the deprecation link of unversioned answers resolves', async () => {
    const { headers } = await send({ path: '/health' });
    const [, url] = /<([^>]+)>; rel="deprecation"/.exec(String(headers.link))!;
    assert.equal((await send({ path: new URL(url!).pathname })).status, 200);
  });

  test('link domains do not serve the docs', async () => {
    const project = await anyProject();
    assert.equal((await send({ path: '/docs', headers: { host: project.host } })).status, 404);
  });
});
