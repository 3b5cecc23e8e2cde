import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import fc from 'fast-check';
import { isSlug } from '#links/link/isSlug.ts';
import { parseLinkUrl, slugOfPath } from '#links/link/parseLinkUrl.ts';
import { fileOfPath } from '#faces/linkhost/serveFile.ts';
import { readQrPath } from '#faces/linkhost/serveQr.ts';
import {
  anonymous,
  anyProject,
  appKey,
  newLink,
  newProject,
  statsOf,
} from '../support/callers/personas.ts';
import { send, USER_AGENTS, visit } from '../support/callers/request.ts';

const { createLink, getLink, resolveLink } = operations;

/** Rule: bodies 4. */
describe('slugs with slashes', () => {
  test('are stored as sent and open the link only under the whole path', async () => {
    const project = await newProject();
    const link = await newLink(project, { slug: 'a1B2/promo/Spring' });
    assert.equal(link.slug, 'a1B2/promo/Spring');
    assert.equal(link.shortUrl, `http://${project.host}:3000/a1B2/promo/Spring`);
    const paths = ['/a1B2/promo/Spring', '/d/a1B2/promo/Spring', '/a1B2/promo/Spring/?x=1'];
    for (const path of [...paths, '/a1B2%2Fpromo/Spring']) {
      assert.equal((await visit(project.host, path)).status, 302, path);
    }
    for (const path of ['/a1B2', '/promo/Spring', '/a1B2/promo', '/a1B2//promo/Spring']) {
      assert.equal((await visit(project.host, path)).status, 404, path);
    }
    assert.equal((await statsOf(project, link.id)).clicks, 4);
  });

  test('are read through the API with encoded slashes', async () => {
    const project = await newProject();
    const link = await newLink(project, { slug: 'team/offer' });
    const reply = await appKey(project)(getLink, { params: { slug: 'team/offer' } });
    assert.equal(reply.status, 200);
    assert.equal(reply.body.id, link.id);
    const headers = { 'x-app-key': project.appKey, host: 'api.test' };
    const raw = await send({ path: '/v1/sdk/links/team%2Foffer', headers });
    assert.equal(raw.status, 200);
    const missing = await appKey(project)(getLink, { params: { slug: 'team/none' } });
    assert.equal(missing.status, 404);
    assert.match(JSON.stringify(missing.body), /team\/none/);
  });

  test('have QR images', async () => {
    const project = await newProject();
    await newLink(project, { slug: 'wall/poster' });
    const image = await visit(project.host, '/wall/poster/qr.svg?download=1');
    assert.equal(image.status, 200);
    assert.equal(image.headers['content-type'], 'image/svg+xml');
    assert.match(String(image.headers['content-disposition']), /filename="wall-poster\.svg"/);
  });

  test('work through the launch page', async () => {
    const project = await newProject({
      ios: { teamId: 'ABCDE12345', bundleId: 'com.example.app', scheme: 'exapp' },
    });
    await newLink(project, { type: 'dynamic', slug: 'x/y' });
    const first = await visit(project.host, '/x/y', USER_AGENTS.iphone);
    const launch = new URL(first.headers.location ?? '');
    assert.equal(launch.pathname, `/${project.host}/x/y`);
    const page = await visit(launch.hostname, launch.pathname + launch.search, USER_AGENTS.iphone);
    assert.equal(page.status, 200);
    assert.match(page.text, /x\/y\?ulhop=1/);
  });

  test('are found in every URL that an app resolves', async () => {
    const project = await newProject({ ios: { scheme: `s${Date.now()}` } });
    const scheme = project.project.ios.scheme ?? '';
    const [long, last] = [
      await newLink(project, { slug: 'shop/sale' }),
      await newLink(project, { slug: 'sale' }),
    ];
    const idOf = async (url: string) => {
      const reply = await (await anonymous())(resolveLink, { query: { url } });
      return reply.status === 200 ? reply.body.id : reply.status;
    };
    assert.equal(await idOf(`https://${project.host}/shop/sale?a=1`), long.id);
    assert.equal(await idOf(`${project.host}/shop/sale`), long.id);
    assert.equal(await idOf(`${scheme}://shop/sale?a=1`), long.id);
    assert.equal(await idOf(`${scheme}://open/shop/sale`), long.id);
    assert.equal(await idOf(`${scheme}://any/path/sale`), last.id);
    assert.equal(await idOf(`${scheme}://any/path/none`), 404);
  });

  const refused = [
    ['a slash at the start', '/a'],
    ['a slash at the end', 'a/'],
    ['an empty segment', 'a//b'],
    ['an invalid character', 'a/b c'],
    ['256 characters in total', `${'a'.repeat(200)}/${'b'.repeat(55)}`],
    ['a reserved first segment', 'd/x'],
    ['a reserved first segment in capitals', '.Well-Known/x'],
    ['the path of reports', '_s/x'],
    ['a path of the server', 'internal/tls-ask'],
    ['the path of a QR image', 'a/qr.svg'],
    ['the path of a QR image in capitals', 'a/b/QR.png'],
    ['a .. segment', 'a/../b'],
    ['a . segment', './a'],
  ] as const;
  for (const [what, slug] of refused) {
    test(`are refused with ${what}`, async () => {
      const project = await anyProject();
      const body = { type: 'unified', slug } as const;
      const reply = await appKey(project)(createLink, { body });
      assert.equal(reply.status, 400);
      assert.match(JSON.stringify(reply.body), /slug/);
    });
  }
});

const segment = fc.stringMatching(/^[A-Za-z0-9._~-]{1,12}$/);
const slugText = fc.array(segment, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'));

describe('parsing slugs from paths', () => {
  test('every valid slug is read back from its own URLs and never clashes with a service path', () => {
    fc.assert(
      fc.property(slugText, (slug) => {
        fc.pre(isSlug(slug));
        for (const path of [`/${slug}`, `/${slug}/`, `/d/${slug}`]) {
          assert.equal(slugOfPath(path), slug);
        }
        assert.equal(fileOfPath(`/${slug}`), undefined);
        assert.equal(readQrPath(`/${slug}`), null);
        assert.equal(new URL(`https://go.test/${slug}`).pathname, `/${slug}`);
        const named = parseLinkUrl(`https://go.test/${slug}?a=1`);
        assert.deepEqual(named, { kind: 'web', host: 'go.test', slug, query: 'a=1' });
        const called = parseLinkUrl(`exapp://${slug}`);
        assert.equal(called?.kind === 'scheme' && called.slugs[0], slug);
      }),
    );
  });

  test('a path of any length gives at most five candidate slugs', () => {
    const long = parseLinkUrl(`exapp://${'a/'.repeat(1000)}b`);
    assert.equal(long?.kind === 'scheme' && long.slugs.length, 5);
  });
});
