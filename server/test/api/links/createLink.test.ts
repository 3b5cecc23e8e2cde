import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIMITS, operations } from '@fairlead/contract';
import type { Link } from '@fairlead/contract/resources';
import {
  anonymous,
  anyProject,
  appKey,
  newLink,
  newProject,
} from '../../support/callers/personas.ts';
import { send, visit } from '../../support/callers/request.ts';

const { createLink } = operations;

describe('createLink 201', () => {
  test('returns every field that was sent, and a short URL on the primary domain', async () => {
    const project = await newProject();
    const body = {
      type: 'dynamic',
      slug: 'Summer_24.~-x',
      name: 'Summer',
      externalId: 'campaign-1',
      fallbackUrl: 'https://example.com/f',
      iosUrl: 'https://example.com/i',
      androidUrl: 'https://example.com/a',
      iosFallbackUrl: 'https://apps.apple.com/app/id1',
      androidFallbackUrl: 'market://details?id=com.example',
      parameters: { screen: 'sale', nested: { deep: [1, true, null] } },
      metadata: { ogTitle: 'Title' },
      allowQueryPassthrough: true,
    } as const;
    const reply = await appKey(project)(createLink, { body: structuredClone(body) });
    assert.equal(reply.status, 201);
    const link = reply.body;
    assert.equal(reply.headers.get('location'), '/v1/sdk/links/Summer_24.~-x');
    const { name: _name, ...shown } = body;
    assert.deepEqual({ ...link, ...shown }, link);
    assert.equal(link.shortUrl, `http://${project.host}:3000/Summer_24.~-x`);
    assert.ok(!('name' in link));
  });

  test('generates a slug of 7 base58 characters and omits absent fields', async () => {
    const project = await newProject();
    const reply = await appKey(project)(createLink, { body: { type: 'unified' } });
    assert.equal(reply.status, 201);
    const link = reply.body;
    assert.match(link.slug, /^[1-9A-HJ-NP-Za-km-z]{7}$/);
    assert.deepEqual(Object.keys(link).toSorted(), [
      'allowQueryPassthrough',
      'createdAt',
      'id',
      'shortUrl',
      'slug',
      'type',
      'updatedAt',
    ]);
    assert.equal(link.allowQueryPassthrough, false);
  });

  test('accepts and ignores the two flags of the dashboard', async () => {
    const project = await newProject();
    const link = await newLink(project, { iosSocialBreakout: 'yes', iosBrowserAutoOpen: 1 });
    assert.ok(!('iosSocialBreakout' in link) && !('iosBrowserAutoOpen' in link));
  });

  test('accepts the name of a domain of the project in any case', async () => {
    const project = await newProject();
    const link = await newLink(project, { domain: project.host.toUpperCase() });
    assert.ok(link.shortUrl.startsWith(`http://${project.host}:3000/`));
  });

  test('percent-encodes a destination that is not a valid URI, in storage and redirects', async () => {
    const project = await newProject();
    const link = await newLink(project, {
      slug: 'x',
      fallbackUrl: 'https://example.com/größe a?x={1}',
      iosUrl: 'https://example.com/A?b=%20',
    });
    assert.equal(link.fallbackUrl, 'https://example.com/gr%C3%B6%C3%9Fe%20a?x=%7B1%7D');
    assert.equal(link.iosUrl, 'https://example.com/A?b=%20');
    const resolved = await appKey(project)(operations.resolveLink, {
      query: { url: link.shortUrl },
    });
    assert.ok(resolved.status === 200 && resolved.body.fallbackUrl === link.fallbackUrl);
    assert.equal((await visit(project.host, '/x')).headers.location, link.fallbackUrl);
  });

  test('ignores undeclared properties from SDK clients', async () => {
    const project = await newProject();
    const client = appKey(project, { 'x-svc-client': 'sdk-android' });
    const body = { type: 'dynamic', socialMediaTags: { title: 'x' } } as never;
    assert.equal((await client(createLink, { body })).status, 201);
  });
});

describe('createLink externalId (Rule: bodies 10)', () => {
  test('two projects may use the same externalId', async () => {
    const [one, two] = [await newProject(), await newProject()];
    const first = await newLink(one, { externalId: 'same' });
    const second = await newLink(two, { externalId: 'same' });
    assert.notEqual(first.id, second.id);
  });

  test('an existing link is returned with 200, unchanged', async () => {
    const project = await newProject();
    const link = await newLink(project, { externalId: 'x', fallbackUrl: 'https://example.com/1' });
    const again = await appKey(project)(createLink, {
      body: {
        type: 'dynamic',
        externalId: 'x',
        slug: 'other',
        fallbackUrl: 'https://example.com/2',
      },
    });
    assert.equal(again.status, 200);
    assert.deepEqual(again.body, link);
  });

  test('without an externalId every call creates a link', async () => {
    const project = await newProject();
    assert.notEqual((await newLink(project)).id, (await newLink(project)).id);
  });

  test('an externalId is never coerced to a string; null from an SDK means none', async () => {
    const project = await newProject();
    for (const client of ['api-direct', 'sdk-android']) {
      const call = appKey(project, { 'x-svc-client': client });
      for (const externalId of [123, 1.5, true, '', ' ', 'a b', {}, []]) {
        const reply = await call(createLink, { body: { type: 'unified', externalId } as never });
        assert.equal(reply.status, 400, `${client}: ${JSON.stringify(externalId)}`);
        assert.match((reply.body as { message: string }).message, /^externalId must/);
      }
      const none = await call(createLink, { body: { type: 'unified', externalId: null } as never });
      assert.equal(none.status, client === 'api-direct' ? 400 : 201);
      assert.ok(!('externalId' in none.body));
    }
  });

  test('an externalId is counted in code points, and has no halves of surrogate pairs', async () => {
    const project = await newProject();
    const call = appKey(project);
    const longest = '🦊'.repeat(LIMITS.externalIdLength);
    const link = await newLink(project, { externalId: longest });
    assert.equal(link.externalId, longest);
    for (const externalId of [`${longest}🦊`, 'a\ud83e', '\udd8a', '\udd8a\ud83e']) {
      const reply = await call(createLink, { body: { type: 'unified', externalId } });
      assert.equal(reply.status, 400, externalId);
      assert.match((reply.body as { message: string }).message, /^externalId must be 1 to/);
    }
  });

  test('beside an existing externalId, values are not judged, but the body must have its shape', async () => {
    const project = await newProject();
    const call = appKey(project);
    const { id } = await newLink(project, { externalId: 'x' });
    const known = { type: 'unified', externalId: 'x' } as const;
    for (const rest of [
      { slug: '/bad/' },
      { fallbackUrl: 'javascript:alert(1)' },
      { domain: 'unknown.example' },
    ]) {
      const reply = await call(createLink, { body: { ...known, ...rest } });
      assert.ok(reply.status === 200 && reply.body.id === id, JSON.stringify(rest));
    }
    for (const rest of [{ fallbackUrl: '/relative' }, { parameters: 5 }, { colour: 'red' }]) {
      const reply = await call(createLink, { body: { ...known, ...rest } as never });
      assert.equal(reply.status, 400, JSON.stringify(rest));
    }
  });

  test('200 simultaneous creations make one link and return one 201', async () => {
    const project = await newProject();
    const call = appKey(project);
    const replies = await Promise.all(
      Array.from({ length: 200 }, () =>
        call(createLink, { body: { type: 'unified', externalId: 'race' } }),
      ),
    );
    assert.equal(replies.filter((reply) => reply.status === 201).length, 1);
    assert.equal(replies.filter((reply) => reply.status === 200).length, 199);
    assert.equal(new Set(replies.map((reply) => (reply.body as Link).id)).size, 1);
  });
});

describe('createLink 400', () => {
  const cases: [string, object, RegExp][] = [
    ['type missing', { type: undefined }, /^type is required$/],
    ['type unknown', { type: 'magic' }, /^type must be one of: unified, dynamic$/],
    ['type not a string', { type: 5 }, /^type must be one of/],
    ['domain with a NUL', { domain: 'a\u0000' }, /^domain must not contain a NUL/],
    ['slug empty', { slug: '' }, /^slug must not be empty$/],
    [
      'slug too long',
      { slug: 'a'.repeat(LIMITS.slugLength + 1) },
      /^slug must be at most \d+ characters/,
    ],
    ['slug with an empty segment', { slug: 'a//b' }, /^slug may contain only/],
    ['slug with a space', { slug: 'a b' }, /^slug may contain only/],
    ['slug with dots only', { slug: '..' }, /reserved/],
    ['slug reserved', { slug: 'robots.txt' }, /^slug "robots.txt" is reserved/],
    ['slug reserved in capitals', { slug: 'D' }, /reserved/],
    ['slug a number', { slug: 7 }, /^slug must be a string$/],
    [
      'name too long',
      { name: 'n'.repeat(LIMITS.nameLength + 1) },
      /^name must be at most \d+ characters/,
    ],
    ['name null', { name: null }, /^name must be a string$/],
    ['externalId a number', { externalId: 5 }, /^externalId must be a string$/],
    ['externalId empty', { externalId: '' }, /^externalId must not be empty$/],
    [
      'externalId with white space',
      { externalId: 'a b' },
      /^externalId must be 1 to \d+ characters long, without white space/,
    ],
    [
      'externalId too long',
      { externalId: 'x'.repeat(256) },
      /^externalId must be 1 to \d+ characters long/,
    ],
    ['fallbackUrl not a URL', { fallbackUrl: 'nowhere' }, /^fallbackUrl must be an absolute URL/],
    [
      'fallbackUrl too long',
      { fallbackUrl: `https://e.co/${'x'.repeat(LIMITS.destinationLength)}` },
      /^fallbackUrl must be at most \d+ characters/,
    ],
    ['iosUrl javascript', { iosUrl: 'javascript:alert(1)' }, /^iosUrl /],
    ['androidUrl data', { androidUrl: 'data:text/html,x' }, /^androidUrl /],
    ['iosFallbackUrl vbscript', { iosFallbackUrl: 'VBScript:x' }, /^iosFallbackUrl /],
    [
      'androidFallbackUrl file',
      { androidFallbackUrl: 'file:///etc/passwd' },
      /^androidFallbackUrl /,
    ],
    [
      'iosUrl with a Windows scheme',
      { iosUrl: 'ms-word:ofe|u|https://e.co/a' },
      /^iosUrl .* ms-word: scheme/,
    ],
    [
      'androidUrl an intent with a script fallback',
      { androidUrl: 'intent:#Intent;S.browser_fallback_url=javascript%3A1;end' },
      /^androidUrl .*browser_fallback_url/,
    ],
    ['fallbackUrl with a stray %', { fallbackUrl: 'https://e.co/%zz' }, /^fallbackUrl .*%25$/],
    ['fallbackUrl blob', { fallbackUrl: 'blob:https://example.com/1' }, /^fallbackUrl /],
    ['parameters a list', { parameters: [] }, /^parameters must be an object$/],
    [
      'parameters too deep',
      { parameters: JSON.parse('{"a":'.repeat(11) + '1' + '}'.repeat(11)) },
      /^parameters must not be nested deeper than 10/,
    ],
    [
      'metadata too large',
      { metadata: { a: 'x'.repeat(33_000) } },
      /^metadata must be at most 32 KB/,
    ],
    ['metadata with NUL', { metadata: { a: 'x\u0000' } }, /^metadata must not contain NUL/],
    [
      'allowQueryPassthrough a text',
      { allowQueryPassthrough: 'true' },
      /^allowQueryPassthrough must be a boolean$/,
    ],
    ['domain a number', { domain: 1 }, /^domain must be a string$/],
    ['an unknown property', { colour: 'red' }, /^colour is not a known property/],
  ];
  for (const [name, change, message] of cases) {
    test(name, async () => {
      const project = await anyProject();
      const reply = await appKey(project)(createLink, {
        body: { type: 'unified', ...change } as never,
      });
      assert.equal(reply.status, 400);
      assert.match((reply.body as { message: string }).message, message);
      assert.equal((reply.body as { error: string }).error, 'VALIDATION_ERROR');
    });
  }

  test('several errors are returned together as a list', async () => {
    const project = await anyProject();
    const body = { type: 'x', slug: '', extra: 1 } as never;
    const reply = await appKey(project)(createLink, { body });
    assert.equal(reply.status, 400);
    assert.equal((reply.body as { message: string[] }).message.length, 3);
  });

  test('an SDK client gets several errors as one string', async () => {
    const project = await anyProject();
    const client = appKey(project, { 'x-svc-client': 'sdk-ios' });
    const reply = await client(createLink, { body: { type: 'x', slug: '' } as never });
    assert.equal(typeof (reply.body as { message: unknown }).message, 'string');
  });

  test('the message names a taken slug', async () => {
    const project = await anyProject();
    await newLink(project, { slug: 'mine' });
    const reply = await appKey(project)(createLink, { body: { type: 'unified', slug: 'mine' } });
    assert.equal(reply.status, 400);
    assert.match((reply.body as { message: string }).message, /"mine" is taken/);
  });

  const bodies: [string, string][] = [
    ['malformed JSON', '{"type":'],
    ['a list', '[]'],
    ['a number', '5'],
    ['null', 'null'],
    ['nothing', ''],
    ['__proto__', '{"type":"unified","__proto__":{"admin":true}}'],
    ['__proto__ deep inside', '{"type":"unified","parameters":{"a":{"__proto__":{"x":1}}}}'],
    ['constructor.prototype', '{"type":"unified","parameters":{"constructor":{"prototype":{}}}}'],
  ];
  for (const [name, body] of bodies) {
    test(`refuses as body: ${name}`, async () => {
      const project = await anyProject();
      const reply = await send({
        method: 'POST',
        path: '/v1/sdk/links',
        headers: { 'x-app-key': project.appKey, 'content-type': 'application/json' },
        body,
      });
      assert.equal(reply.status, 400, reply.text);
      assert.equal(JSON.parse(reply.text).statusCode, 400);
    });
  }
});

describe('createLink 401', () => {
  test('without an app key', async () => {
    const reply = await (await anonymous())(createLink, { body: { type: 'unified' } });
    assert.equal(reply.status, 401);
    assert.equal((reply.body as { message: string }).message, 'API key is required');
  });
  test('with an unknown app key', async () => {
    const client = await anonymous('/v1', { 'x-app-key': 'fl_live_no' });
    const reply = await client(createLink, { body: { type: 'unified' } });
    assert.equal(reply.status, 401);
    assert.equal((reply.body as { message: string }).message, 'Invalid API key');
  });
  test('the app key is accepted as X-Api-Key too', async () => {
    const project = await anyProject();
    const client = await anonymous('/v1', { 'x-api-key': project.appKey });
    assert.equal((await client(createLink, { body: { type: 'unified' } })).status, 201);
  });
});

describe('createLink 404', () => {
  test('a project without a verified domain', async () => {
    const project = await newProject({ noDomain: true });
    const reply = await appKey(project)(createLink, { body: { type: 'unified' } });
    assert.equal(reply.status, 404);
    assert.match((reply.body as { message: string }).message, /no verified domain/);
  });
  test("another project's domain", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const body = { type: 'unified', domain: other.host } as const;
    const reply = await appKey(project)(createLink, { body });
    assert.equal(reply.status, 404);
  });
});

describe('createLink 413', () => {
  test('a body of 300 KB', async () => {
    const project = await newProject();
    const body = { type: 'unified', metadata: { a: 'x'.repeat(300_000) } } as const;
    const reply = await appKey(project)(createLink, { body });
    assert.equal(reply.status, 413);
    assert.equal((reply.body as { error: string }).error, 'PAYLOAD_TOO_LARGE');
  });
});
