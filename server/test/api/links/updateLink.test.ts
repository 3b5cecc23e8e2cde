import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { PROBLEM_JSON } from '@fairlead/contract/ApiError';
import { colleague } from '../../support/callers/colleague.ts';
import {
  anonymous,
  anyProject,
  appKey,
  member,
  newLink,
  newProject,
} from '../../support/callers/personas.ts';
import { publishableKey } from '../../support/callers/publishableKey.ts';
import { visit } from '../../support/callers/request.ts';

const { updateLink } = operations;

describe('updateLink 200', () => {
  test('replaces what is sent, keeps the rest, clears nulls; visitors see it at once', async () => {
    const project = await newProject();
    const link = await newLink(project, {
      name: 'Summer',
      iosUrl: 'https://example.com/ios',
      parameters: { a: 1 },
    });
    assert.equal((await visit(project.host, `/${link.slug}`)).headers.location, link.fallbackUrl);
    const reply = await appKey(project)(updateLink, {
      params: { id: link.id },
      body: { fallbackUrl: 'https://example.com/winter', iosUrl: null, parameters: { b: 2 } },
    });
    assert.equal(reply.status, 200);
    const { iosUrl: _gone, ...rest } = link;
    assert.deepEqual(reply.body, {
      ...rest,
      name: 'Summer',
      fallbackUrl: 'https://example.com/winter',
      parameters: { b: 2 },
      iosBrowserAutoOpen: false,
      tags: [],
      archived: false,
      updatedAt: reply.body.updatedAt,
    });
    assert.ok(reply.body.updatedAt > link.updatedAt!);
    const { headers } = await visit(project.host, `/${link.slug}`);
    assert.equal(headers.location, 'https://example.com/winter');
  });

  test('an empty update changes nothing, not even updatedAt', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const reply = await appKey(project)(updateLink, { params: { id: link.id }, body: {} });
    assert.equal(reply.status, 200);
    assert.deepEqual(reply.body, { ...link, iosBrowserAutoOpen: false, tags: [], archived: false });
  });

  test('switches passthrough on (Rule: passthrough)', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const reply = await appKey(project)(updateLink, {
      params: { id: link.id },
      body: { allowQueryPassthrough: true },
    });
    assert.ok(reply.status === 200 && reply.body.allowQueryPassthrough);
  });

  test('sets the two flags with a secret key as with a dashboard session', async () => {
    const project = await newProject();
    const body = { iosSocialBreakout: false, iosBrowserAutoOpen: true };
    for (const call of [appKey(project), member(project, '/v1')]) {
      const params = { id: (await newLink(project, { type: 'dynamic' })).id };
      const set = await call(updateLink, { params, body });
      assert.ok(set.status === 200 && set.body.iosBrowserAutoOpen);
      assert.equal(set.body.iosSocialBreakout, false);
      const reset = await call(updateLink, { params, body: { iosSocialBreakout: null } });
      assert.ok(reset.status === 200 && !('iosSocialBreakout' in reset.body));
    }
  });
});

describe('updateLink errors', () => {
  const cases: [string, object, RegExp][] = [
    ['externalId', { externalId: 'x' }, /^externalId cannot be changed/],
    ['externalId null', { externalId: null }, /^externalId cannot be changed/],
    ['slug', { slug: 'other' }, /^slug cannot be changed/],
    ['type', { type: 'dynamic' }, /^type cannot be changed/],
    ['domain', { domain: 'go.example.com' }, /^domain cannot be changed/],
    ['a dangerous destination', { iosUrl: 'javascript:alert(1)' }, /^iosUrl /],
    ['a destination of another type', { iosUrl: 5 }, /^iosUrl must be/],
    ['a flag of another type', { allowQueryPassthrough: 'yes' }, /^allowQueryPassthrough must be/],
    ['an unknown field', { colour: 'red' }, /^colour is not a known property/],
    ['large parameters', { parameters: { a: 'x'.repeat(33_000) } }, /^parameters must be at most/],
    ['a NUL', { name: 'a\u0000b' }, /^name must not contain a NUL/],
  ];
  for (const [title, body, expected] of cases) {
    test(`400: ${title}`, async () => {
      const project = await anyProject();
      const reply = await appKey(project)(updateLink, {
        params: { id: crypto.randomUUID() },
        body,
      });
      assert.equal(reply.status, 400);
      assert.match(String(reply.body.message), expected);
    });
  }

  test('400: all fixed fields are named together; an id that is not a UUID', async () => {
    const call = appKey(await anyProject());
    const body: object = { slug: 'a', type: 'unified' };
    const reply = await call(updateLink, { params: { id: crypto.randomUUID() }, body });
    assert.ok(reply.status === 400 && Array.isArray(reply.body.message));
    assert.equal((await call(updateLink, { params: { id: '7' }, body: {} })).status, 400);
  });

  test('400: a finding inside a list points to its element', async () => {
    const call = appKey(await anyProject(), { accept: PROBLEM_JSON });
    const params = { id: crypto.randomUUID() };
    const reply = await call(updateLink, { params, body: { tags: ['ok', '', 5] as string[] } });
    const { errors } = reply.body as unknown as { errors: { pointer: string; message: string }[] };
    assert.deepEqual(
      errors.map(({ pointer, message }) => [pointer, message]),
      [['/tags/1', 'tags.1 must not be empty']],
    );
  });

  test('401: without credentials; 403: with a publishable key or as a viewer', async () => {
    const project = await newProject();
    const input = { params: { id: (await newLink(project)).id }, body: {} };
    assert.equal((await (await anonymous())(updateLink, input)).status, 401);
    assert.equal((await (await publishableKey(project))(updateLink, input)).status, 403);
    assert.equal((await (await colleague(project, 'viewer'))(updateLink, input)).status, 403);
    assert.equal((await (await colleague(project, 'admin'))(updateLink, input)).status, 200);
  });

  test('404: unknown links and those of other projects, by key and by session', async () => {
    const [one, two] = [await newProject(), await newProject()];
    const link = await newLink(one);
    const bodies = new Set<string>();
    for (const id of [link.id, crypto.randomUUID()]) {
      for (const call of [appKey(two), member(two, '/v1')]) {
        const reply = await call(updateLink, { params: { id }, body: { name: 'mine' } });
        assert.equal(reply.status, 404);
        bodies.add(JSON.stringify(reply.body));
      }
    }
    assert.equal(bodies.size, 1);
  });

  test('413: a body that is too large', async () => {
    const reply = await appKey(await anyProject())(updateLink, {
      params: { id: crypto.randomUUID() },
      body: { name: 'x'.repeat(300_000) },
    });
    assert.equal(reply.status, 413);
  });
});
