import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { ResolvedLink } from '@fairlead/contract/resources';
import {
  anonymous,
  anyProject,
  appKey,
  newLink,
  newProject,
  statsOf,
  type TestProject,
} from '../../support/callers/personas.ts';
import { send, USER_AGENTS, visit } from '../../support/callers/request.ts';

const { resolveLink } = operations;

async function resolve(url: string, headers: Record<string, string> = {}) {
  return (await anonymous('/v1', headers))(resolveLink, { query: { url } });
}

async function parametersOf(project: TestProject, slug: string, query: string) {
  const reply = await resolve(`https://${project.host}/${slug}?${query}`);
  assert.equal(reply.status, 200);
  return reply.body.parameters;
}

describe('resolveLink 200', () => {
  test('finds the link by every form of its web URL', async () => {
    const project = await newProject();
    const link = await newLink(project, { parameters: { screen: 'home' } });
    const { host } = project;
    const forms = [
      `https://${host}/${link.slug}`,
      `http://${host}:3000/${link.slug}?a=1#part`,
      `${host}/${link.slug}`,
      `https://${host.toUpperCase()}./d/${link.slug}/`,
    ];
    for (const url of forms) {
      const reply = await resolve(url);
      assert.equal(reply.status, 200, url);
      const { shortUrl: _s, createdAt: _c, updatedAt: _u, ...resolved } = link;
      assert.deepEqual(reply.body, resolved);
    }
    assert.equal((await statsOf(project, link.id)).clicks, forms.length);
  });

  test('takes as much forwarded text as a link forwards, in any script', async () => {
    const project = await newProject();
    const { slug } = await newLink(project, { allowQueryPassthrough: true });
    const long = 'あ'.repeat(340);
    const query = ['w', 'x', 'y', 'z'].map((key) => `${key}=${encodeURIComponent(long)}`).join('&');
    const parameters = await parametersOf(project, slug, query);
    assert.deepEqual(parameters, { w: long, x: long, y: long, z: long });
  });

  test('HEAD is answered as GET is, and counts, opens and creates nothing', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const path = `/v1/sdk/resolve?url=${encodeURIComponent(link.shortUrl)}`;
    const headers = {
      'x-app-key': project.appKey,
      'x-device-id': 'phone-1',
      'x-svc-client': 'sdk-ios',
      'x-svc-client-platform': 'ios',
    };
    const { port, app } = project.server;
    const installations = () =>
      app.db
        .selectFrom('installations')
        .select('id')
        .where('project_id', '=', project.project.id)
        .execute();
    const head = await send({ port, method: 'HEAD', path, headers });
    assert.equal(head.status, 200);
    assert.deepEqual([(await statsOf(project, link.id)).clicks, await installations()], [0, []]);
    assert.equal((await send({ port, path, headers })).status, 200);
    assert.equal((await statsOf(project, link.id)).clicks, 1);
    assert.equal((await installations()).length, 1);
  });

  test('reports that there is no installation context', async () => {
    const project = await anyProject();
    const link = await newLink(project);
    const reply = await resolve(link.shortUrl);
    assert.equal(reply.headers.get('x-svc-context'), 'none');
    assert.equal(reply.headers.get('x-svc-warning'), 'missing_device_id');
  });

  test('ignores the query parameters that SDKs fail to encode in url', async () => {
    const project = await anyProject();
    const link = await newLink(project);
    const reply = await send({
      path: `/v1/sdk/resolve?url=https://${project.host}/${link.slug}?a=1&b=2&url=again`,
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(reply.status, 200, reply.text);
  });

  test('ignores an invalid key', async () => {
    const link = await newLink(await anyProject());
    assert.equal((await resolve(link.shortUrl, { 'x-app-key': 'fl_live_wrong' })).status, 200);
  });
});

describe('resolveLink: custom schemes (Rule: resolve)', () => {
  test('a scheme with one owner finds the link by the last part of any path', async () => {
    const scheme = `s${randomBytes(5).toString('hex')}`;
    const project = await newProject({ ios: { scheme } });
    const link = await newLink(project);
    for (const url of [
      `${scheme}://${link.slug}?x=1`,
      `${scheme}://open/any/${link.slug}`,
      `${scheme.toUpperCase()}:///${link.slug}`,
    ]) {
      const reply = await resolve(url);
      assert.equal(reply.status, 200, url);
      assert.equal(reply.body.id, link.id);
    }
  });

  test('a scheme with several owners needs the key, and is a 404 without it', async () => {
    const scheme = `s${randomBytes(5).toString('hex')}`;
    const one = await newProject({ ios: { scheme } });
    const two = await newProject({ android: { scheme } });
    const link = await newLink(one, { slug: 'shared' });
    await newLink(two, { slug: 'shared' });
    assert.equal((await resolve(`${scheme}://shared`)).status, 404);
    const reply = await resolve(`${scheme}://shared`, { 'x-app-key': one.appKey });
    assert.equal((reply.body as ResolvedLink).id, link.id);
  });
});

describe('resolveLink: counting (Rule: resolve)', () => {
  test('a resolve counts as a click that opened the app', async () => {
    const project = await newProject();
    const link = await newLink(project);
    await resolve(link.shortUrl);
    const { clicks, opens, bots } = await statsOf(project, link.id);
    assert.deepEqual({ clicks, opens, bots }, { clicks: 1, opens: 1, bots: 0 });
  });

  test('a valid _lc marks its click as opened, once, and counts no other', async () => {
    const project = await newProject();
    const link = await newLink(project, { allowQueryPassthrough: true });
    const answer = await visit(project.host, `/${link.slug}`, USER_AGENTS.iphone);
    const click = String(answer.headers['x-request-id']);
    for (const round of [1, 2]) {
      const reply = await resolve(`${link.shortUrl}?_lc=${click}`);
      assert.equal((reply.body as ResolvedLink).parameters, undefined, `round ${round}`);
    }
    const { clicks, opens } = await statsOf(project, link.id);
    assert.deepEqual({ clicks, opens }, { clicks: 1, opens: 1 });
  });

  test('a foreign, unknown or malformed _lc is ignored, and the resolve counts as a click', async () => {
    const project = await newProject();
    const [link, other] = [await newLink(project), await newLink(project)];
    const answer = await visit(project.host, `/${other.slug}`, USER_AGENTS.iphone);
    const foreign = String(answer.headers['x-request-id']);
    for (const reference of [foreign, crypto.randomUUID(), 'x', '', "'; drop table clicks"]) {
      await resolve(`${link.shortUrl}?_lc=${encodeURIComponent(reference)}`);
    }
    assert.equal((await statsOf(project, link.id)).clicks, 5);
    assert.equal((await statsOf(project, other.id)).opens, 0);
  });

  test('ulhop=1 counts nothing', async () => {
    const project = await newProject();
    const link = await newLink(project);
    assert.equal((await resolve(`${link.shortUrl}?ulhop=1`)).status, 200);
    assert.equal((await statsOf(project, link.id)).clicks, 0);
  });

  test('ulhop=1 with _lc, as of the Open App button, marks the click as opened', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const answer = await visit(project.host, `/${link.slug}`, USER_AGENTS.iphone);
    const click = String(answer.headers['x-request-id']);
    for (const reference of [click, click, crypto.randomUUID()]) {
      assert.equal((await resolve(`${link.shortUrl}?ulhop=1&_lc=${reference}`)).status, 200);
    }
    const { clicks, opens } = await statsOf(project, link.id);
    assert.deepEqual({ clicks, opens }, { clicks: 1, opens: 1 });
  });

  test("a prefetched page names no click; its later visit counts as a person's", async () => {
    const project = await newProject();
    const link = await newLink(project);
    const ahead = { 'sec-purpose': 'prefetch' };
    const answer = await visit(project.host, `/${link.slug}`, USER_AGENTS.android, ahead);
    const url = `${link.shortUrl}?_lc=${String(answer.headers['x-request-id'])}`;
    await resolve(url);
    await visit(project.host, url.slice(url.indexOf(`/${link.slug}`)), USER_AGENTS.android);
    const { clicks, opens, bots } = await statsOf(project, link.id);
    assert.deepEqual({ clicks, opens, bots }, { clicks: 2, opens: 1, bots: 1 });
  });
});

describe('resolveLink: passthrough (Rule: passthrough)', () => {
  test('forwarded values override stored ones, as strings and except reserved keys', async () => {
    const project = await newProject();
    const link = await newLink(project, {
      allowQueryPassthrough: true,
      parameters: { kept: true, over: 'stored' },
    });
    const query = 'over=new&n=1&_lc=x&d=1&debug=0&__proto__=p&constructor=c&bad%20key=1';
    assert.deepEqual(await parametersOf(project, link.slug, query), {
      kept: true,
      over: 'new',
      n: '1',
    });
  });

  test('appended queries are ignored by links without passthrough', async () => {
    const project = await newProject();
    const link = await newLink(project, { parameters: { a: 'stored' } });
    assert.deepEqual(await parametersOf(project, link.slug, 'a=1&b=2'), { a: 'stored' });
  });
});

describe('resolveLink 400', () => {
  for (const path of ['/v1/sdk/resolve', '/v1/sdk/resolve?url=', '/sdk/resolve?link=x']) {
    test(path, async () => {
      const reply = await send({ path });
      assert.equal(reply.status, 400);
      assert.match(JSON.parse(reply.text).message, /URL parameter is required/);
    });
  }
  test('url shorter than 3 characters', async () => {
    const reply = await resolve('ab');
    assert.equal(reply.status, 400);
    assert.match((reply.body as { message: string }).message, /at least 3 characters/);
  });
});

describe('resolveLink 404', () => {
  const hostile = [
    'nowhere',
    'https://',
    'https://nobody.test/slug',
    'javascript:alert(1)',
    '://x',
    'x://',
    'https://user@HOST/SLUG',
    'https://HOST/%00',
    'https://HOST/%ff',
    'https://HOST/a/b',
    `https://HOST/${'x'.repeat(4000)}`,
    'https://HOST/__proto__',
  ];
  for (const url of hostile) {
    test(url.slice(0, 40), async () => {
      const project = await anyProject();
      const link = await newLink(project);
      const named = url.replace('HOST', project.host).replace('SLUG', link.slug);
      assert.equal((await resolve(named)).status, 404);
    });
  }
  test("a link of another project's domain", async () => {
    const [one, two] = [await newProject(), await newProject()];
    const link = await newLink(one);
    assert.equal((await resolve(`https://${two.host}/${link.slug}`)).status, 404);
  });
  test('an app key does not make links of other projects visible', async () => {
    const [one, two] = [await newProject(), await newProject()];
    const link = await newLink(one);
    const read = await appKey(two)(operations.getLink, { params: { slug: link.slug } });
    assert.equal(read.status, 404);
  });
});
