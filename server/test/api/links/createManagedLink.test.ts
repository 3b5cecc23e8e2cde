import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIMITS, operations } from '@fairlead/contract';
import type { BulkLinkRequest } from '@fairlead/contract/operations/linkManagement';
import { addMember } from '#teams/projects/members/addMember.ts';
import { colleague } from '../../support/callers/colleague.ts';
import {
  anonymous,
  anyProject,
  appKey,
  member,
  newLink,
  newProject,
} from '../../support/callers/personas.ts';
import { bodyOf, ownerOf } from '../../support/callers/person.ts';
import { publishableKey } from '../../support/callers/publishableKey.ts';
import { visit } from '../../support/callers/request.ts';

const { createManagedLink, getLinkById, listAuditEntries } = operations;

const EVERYTHING: BulkLinkRequest = {
  type: 'dynamic',
  slug: 'spring/poster',
  name: 'Poster',
  externalId: 'poster-1',
  fallbackUrl: 'https://example.com/',
  iosFallbackUrl: 'https://apps.apple.com/app/id1',
  androidFallbackUrl: 'market://details?id=com.example',
  parameters: { screen: 'sale' },
  metadata: { ogTitle: 'Sale' },
  allowQueryPassthrough: true,
  iosSocialBreakout: false,
  iosBrowserAutoOpen: true,
  tags: ['spring', 'print'],
  expiresAt: '2100-01-01T00:00:00.000Z',
  archived: true,
  createdAt: '2019-05-04T10:00:00.000Z',
  importedClicks: 900,
};

/** Rule: operations 9. */
describe('createManagedLink 201', () => {
  test('stores every field, for a secret key and a session alike, and says where the link is', async () => {
    const project = await newProject();
    for (const [call, names] of [
      [appKey(project), {}],
      [member(project, '/v1'), { slug: 'second', externalId: 'poster-2' }],
    ] as const) {
      const sent = { ...EVERYTHING, ...names };
      const made = await call(createManagedLink, { body: sent });
      const link = bodyOf(made, 201);
      assert.deepEqual(link, {
        ...sent,
        id: link.id,
        shortUrl: `http://${project.host}:3000/${sent.slug}`,
        updatedAt: link.updatedAt,
      });
      assert.equal(made.headers.get('location'), `/v1/links/${link.id}`);
      assert.deepEqual(bodyOf(await call(getLinkById, { params: { id: link.id } }), 200), link);
    }
    assert.equal((await visit(project.host, '/second')).status, 302);
  });

  test('is in the audit log where a person made it', async () => {
    const project = await newProject();
    const body = { type: 'unified', slug: 'mine' } as const;
    bodyOf(await member(project, '/v1')(createManagedLink, { body }), 201);
    const params = { projectId: project.project.id };
    const { entries } = bodyOf(await member(project)(listAuditEntries, { params }), 200);
    assert.ok(
      entries.some(({ action, target }) => action === 'link.created' && target.name === 'mine'),
    );
  });

  test('is in the project that a person names', async () => {
    const [one, two] = [await newProject(), await newProject()];
    const { user } = await ownerOf(one);
    await addMember(two.server.app.db, two.project, user, 'admin');
    const call = member(one, '/v1');
    const body = { type: 'unified' } as const;
    const unnamed = await call(createManagedLink, { body });
    assert.equal(unnamed.status, 400);
    assert.match(JSON.stringify(unnamed.body), /projectId is required/);
    const query = { projectId: two.project.id };
    const link = bodyOf(await call(createManagedLink, { body, query }), 201);
    assert.ok(link.shortUrl.includes(two.host));
  });
});

describe('createManagedLink externalId (Rule: bodies 10)', () => {
  test('an existing link is returned with 200, unchanged, without a Location', async () => {
    const project = await newProject();
    const link = await newLink(project, { externalId: 'x' });
    const body = { type: 'dynamic', externalId: 'x', slug: 'other', tags: ['new'] };
    const again = await appKey(project)(createManagedLink, { body: body as BulkLinkRequest });
    const found = bodyOf(again, 200);
    assert.deepEqual([found.id, found.slug, found.tags], [link.id, link.slug, []]);
    assert.equal(again.headers.get('location'), null);
  });

  test('simultaneous creations make one link', async () => {
    const call = appKey(await newProject());
    const body = { type: 'unified', externalId: 'race', iosBrowserAutoOpen: true } as const;
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => call(createManagedLink, { body })),
    );
    assert.equal(replies.filter(({ status }) => status === 201).length, 1);
    assert.equal(replies.filter(({ status }) => status === 200).length, 19);
  });
});

describe('createManagedLink errors', () => {
  test('400: everything that is wrong, named together', async () => {
    const project = await newProject();
    await newLink(project, { slug: 'taken' });
    const body = {
      type: 'magic',
      slug: 'taken',
      tags: ['a,b'],
      createdAt: '1960-01-01T00:00:00Z',
      colour: 'red',
    } as never;
    const reply = await appKey(project)(createManagedLink, { body });
    assert.equal(reply.status, 400);
    const messages = JSON.stringify(reply.body);
    for (const words of [
      'type must be one of',
      String.raw`slug \"taken\" is taken`,
      'no comma',
      'createdAt must not be before 1970',
      'colour is not a known property',
    ]) {
      assert.ok(messages.includes(words), `${words}: ${messages}`);
    }
  });

  test('401: without a credential; 403: with a publishable key', async () => {
    const body = { type: 'unified' } as const;
    assert.equal((await (await anonymous())(createManagedLink, { body })).status, 401);
    const publishable = await publishableKey(await anyProject());
    assert.equal((await publishable(createManagedLink, { body })).status, 403);
  });

  test('403: a viewer', async () => {
    const viewer = await colleague(await newProject(), 'viewer');
    const reply = await viewer(createManagedLink, { body: { type: 'unified' } });
    assert.equal(reply.status, 403);
    assert.match(JSON.stringify(reply.body), /role admin or owner/);
  });

  test('404: a project that is not the caller’s, and one without a verified domain', async () => {
    const [own, other] = [await newProject({ noDomain: true }), await anyProject()];
    const body = { type: 'unified' } as const;
    for (const call of [appKey(own), member(own, '/v1')]) {
      const query = { projectId: other.project.id };
      assert.equal((await call(createManagedLink, { body, query })).status, 404);
      const reply = await call(createManagedLink, { body });
      assert.equal(reply.status, 404);
      assert.match(JSON.stringify(reply.body), /no verified domain/);
    }
  });

  test('413: a body over the limit', async () => {
    const metadata = { a: 'x'.repeat(LIMITS.bodyBytes) };
    const body = { type: 'unified', metadata } as const;
    const reply = await appKey(await anyProject())(createManagedLink, { body });
    assert.equal(reply.status, 413);
  });
});
