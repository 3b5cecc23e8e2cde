import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { anyProject, appKey, newLink, newProject, statsOf } from '../support/callers/personas.ts';
import { send, USER_AGENTS, visit } from '../support/callers/request.ts';
import { until } from '../support/until.ts';

describe('a unified link', () => {
  test('redirects each platform to its destination and counts each click at once', async () => {
    const project = await newProject();
    const link = await newLink(project, {
      fallbackUrl: 'https://example.com/web',
      iosUrl: 'https://apps.apple.com/app/id1',
      androidUrl: 'https://example.com/android',
    });
    const places = { desktop: 'web', iphone: 'id1', android: 'android' } as const;
    for (const [agent, place] of Object.entries(places)) {
      const reply = await visit(project.host, `/${link.slug}`, USER_AGENTS[agent as 'iphone']);
      assert.equal(reply.status, 302);
      assert.match(reply.headers.location ?? '', new RegExp(`${place}$`));
      assert.equal(reply.headers['cache-control'], 'private, no-store');
      assert.match(String(reply.headers['x-request-id']), /^[0-9a-f-]{36}$/);
    }
    const stats = await statsOf(project, link.id);
    assert.equal(stats.clicks, 3);
    assert.equal(stats.previews + stats.bots + stats.opens, 0);
    assert.ok(stats.lastClickedAt);
  });

  test("adds the click to a Play store URL's referrer", async () => {
    const project = await newProject();
    const store = 'https://play.google.com/store/apps/details?id=com.example';
    const link = await newLink(project, { androidUrl: store });
    const reply = await visit(project.host, `/${link.slug}`, USER_AGENTS.android);
    assert.match(
      reply.headers.location ?? '',
      /^https:\/\/play\.google\.com\/store\/apps\/details\?id=com\.example&referrer=click_id%3D[0-9a-f-]{36}$/,
    );
  });

  test("falls back to the project's default URL, else answers 404", async () => {
    const [bare, withDefault] = [
      await newProject(),
      await newProject({ defaultUrl: 'https://example.com/default' }),
    ];
    for (const [project, status] of [
      [bare, 404],
      [withDefault, 302],
    ] as const) {
      const made = await appKey(project)(operations.createLink, { body: { type: 'unified' } });
      assert.equal(made.status, 201);
      const path = `/${(made.body as { slug: string }).slug}`;
      const reply = await visit(project.host, path, USER_AGENTS.iphone);
      assert.equal(reply.status, status);
    }
  });

  test('answers under /d/ and with a trailing slash too', async () => {
    const project = await newProject();
    const link = await newLink(project);
    for (const path of [`/d/${link.slug}`, `/${link.slug}/`]) {
      assert.equal((await visit(project.host, path)).status, 302, path);
    }
  });
});

describe('counting visits', () => {
  test('previews, bots and people are counted separately', async () => {
    const project = await newProject();
    const link = await newLink(project, { metadata: { ogTitle: 'T' } });
    const path = `/${link.slug}`;
    await visit(project.host, path);
    await visit(project.host, path, USER_AGENTS.facebook);
    await visit(project.host, path, 'curl/8.5.0');
    await visit(project.host, path, USER_AGENTS.desktop, { 'sec-purpose': 'prefetch' });
    await send({
      method: 'HEAD',
      path,
      headers: { host: project.host, 'user-agent': USER_AGENTS.iphone },
    });
    const { clicks, previews, bots } = await statsOf(project, link.id);
    assert.deepEqual({ clicks, previews, bots }, { clicks: 1, previews: 1, bots: 3 });
  });

  test('ulhop=1 and debug=1 are not counted', async () => {
    const project = await newProject();
    const link = await newLink(project, { iosFallbackUrl: 'https://example.com/store' });
    const reply = await visit(project.host, `/${link.slug}?ulhop=1`, USER_AGENTS.iphone);
    assert.equal(reply.headers.location, 'https://example.com/store');
    await visit(project.host, `/${link.slug}?debug=1`);
    assert.equal((await statsOf(project, link.id)).clicks, 0);
  });

  test('a click is stored with device, system, country, referrer and source', async () => {
    const project = await newProject();
    const link = await newLink(project);
    await visit(project.host, `/${link.slug}?_qr=1`, USER_AGENTS.iphone, {
      'cf-ipcountry': 'PT',
      referer: 'https://news.example.com/article?secret=1',
    });
    const { app } = project.server;
    await app.ledger.loaded();
    const row = await app.db
      .selectFrom('clicks')
      .innerJoin('links', 'links.key', 'clicks.link_key')
      .leftJoin('click_terms as device', 'device.code', 'clicks.device')
      .leftJoin('click_terms as os', 'os.code', 'clicks.os')
      .leftJoin('click_terms as country', 'country.code', 'clicks.country')
      .leftJoin('referrers', 'referrers.code', 'clicks.referrer')
      .select(['device.term as device', 'os.term as os', 'country.term as country'])
      .select(['referrers.host as referrer', 'source', 'visitor', 'kind'])
      .where('links.id', '=', link.id)
      .executeTakeFirstOrThrow();
    const { visitor, ...facts } = row;
    assert.deepEqual(facts, {
      device: 'mobile',
      os: 'iOS',
      country: 'PT',
      referrer: 'news.example.com',
      source: 1,
      kind: 1,
    });
    assert.ok(visitor !== null);
  });
});

describe('unknown hosts and paths', () => {
  test('a slug of another project is a 404 on this host', async () => {
    const [one, two] = [await newProject(), await newProject()];
    const link = await newLink(one);
    assert.equal((await visit(two.host, `/${link.slug}`)).status, 404);
  });

  test('an unknown host is a 404', async () => {
    const link = await newLink(await newProject());
    assert.equal((await visit('nobody.test', `/${link.slug}`)).status, 404);
  });

  for (const path of [
    '/',
    '/no-such',
    '/a/b',
    '/%',
    '/%00',
    '/%ff',
    '/..%2f..%2fetc',
    '/__proto__',
    `/${'x'.repeat(5000)}`,
  ]) {
    test(`${path.slice(0, 20)} is a 404`, async () => {
      const project = await anyProject();
      assert.equal((await visit(project.host, path)).status, 404);
    });
  }

  test('a malformed Host header is a 404', async () => {
    for (const host of ['', '..', '[::1]', "';drop table links;--", 'x'.repeat(5000)]) {
      const reply = await visit(host, '/some-slug');
      assert.equal(reply.status, 404, host);
    }
  });

  test('methods other than GET and HEAD are a 405', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const reply = await send({
      method: 'POST',
      path: `/${link.slug}`,
      headers: { host: project.host },
    });
    assert.equal(reply.status, 405);
    assert.equal(reply.headers['allow'], 'GET, HEAD');
  });
});

describe('propagation of changes', () => {
  test('a slug that was requested before it existed is found as soon as it does', async () => {
    const project = await newProject();
    assert.equal((await visit(project.host, '/soon')).status, 404);
    await newLink(project, { slug: 'soon' });
    assert.equal((await visit(project.host, '/soon')).status, 302);
  });

  test('a change by another process applies on its notification, before the cache expires', async () => {
    const project = await newProject();
    const link = await newLink(project);
    await visit(project.host, `/${link.slug}`);
    await project.server.app.db
      .updateTable('links')
      .set({ fallback_url: 'https://example.com/changed' })
      .where('id', '=', link.id)
      .execute();
    const isFollowed = async () => {
      const { headers } = await visit(project.host, `/${link.slug}`);
      return headers.location === 'https://example.com/changed';
    };
    // Less than the 30 s that an entry is trusted for without a notification.
    await until('the change is followed', isFollowed);
  });
});
