import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { QueryOf } from '@fairlead/contract/operation';
import { LINK_SORTS } from '@fairlead/contract/linkFilters';
import { newId } from '#platform/lib/uuid.ts';
import { newLink, newProject } from '../../support/callers/personas.ts';
import { bodyOf, newPerson, ownerOf } from '../../support/callers/person.ts';
import { askMatch, iphone, newAddress, pixel, tap } from '../../support/callers/phones.ts';
import { USER_AGENTS, visit } from '../../support/callers/request.ts';

const { listProjectLinks, getProjectLink, createProjectLink, updateProjectLink } = operations;
const { deleteProjectLink, deleteProjectLinks, listLinkClicks, listAuditEntries } = operations;

async function newOwner(input: Parameters<typeof newProject>[0] = {}) {
  const project = await newProject(input);
  const owner = await ownerOf(project);
  const params = { projectId: project.project.id };
  type Query = QueryOf<typeof listProjectLinks>;
  async function list(query: Query) {
    return bodyOf(await owner.call(listProjectLinks, { params, query }), 200);
  }
  const slugs = async (query: Query) => (await list(query)).links.map((link) => link.slug);
  return { project, owner, params, list, slugs };
}

describe('listProjectLinks', () => {
  test('pages through every order without repetitions or gaps', async () => {
    const { project, list } = await newOwner();
    const names = ['beta', 'Alpha', undefined, 'gamma', 'alpha'];
    for (const [index, name] of names.entries()) {
      const slug = `link${index}`;
      await newLink(project, { slug, ...(name !== undefined && { name }) });
      for (let visits = 0; visits < index % 3; visits += 1) await visit(project.host, `/${slug}`);
    }
    for (const sortBy of LINK_SORTS) {
      for (const sortOrder of ['asc', 'desc'] as const) {
        const whole = await list({ sortBy, sortOrder });
        assert.equal(whole.total, 5);
        assert.equal(whole.nextCursor, null);
        const paged: string[] = [];
        let cursor: string | null = null;
        do {
          const page = await list({ sortBy, sortOrder, limit: 2, ...(cursor && { cursor }) });
          assert.equal(page.total, 5);
          paged.push(...page.links.map((link) => link.id));
          cursor = page.nextCursor;
        } while (cursor !== null);
        assert.deepEqual(
          paged,
          whole.links.map((link) => link.id),
          `${sortBy} ${sortOrder}`,
        );
      }
    }
    const byClicks = await list({ sortBy: 'clickCount', sortOrder: 'desc' });
    assert.deepEqual(
      byClicks.links.map((link) => link.stats.clicks),
      [2, 1, 1, 0, 0],
    );
  });

  test('orders by the installs of a range, and lists chosen links alone', async () => {
    const { project, list, slugs } = await newOwner();
    const made = [];
    for (const [place, slug] of ['none', 'two', 'one'].entries()) {
      const link = await newLink(project, { slug });
      made.push(link.id);
      for (let installs = 0; installs < [0, 2, 1][place]!; installs += 1) {
        const phone = iphone({ address: newAddress() });
        await tap(phone, project, link);
        await askMatch(phone, project);
      }
    }
    assert.deepEqual(await slugs({ sortBy: 'installCount' }), ['two', 'one', 'none']);
    const within = { activeAfter: '2026-01-01T00:00:00.000Z', sortBy: 'installCount' } as const;
    const { links } = await list({ ...within, ids: [made[0], made[2]].join() });
    assert.deepEqual(
      links.map(({ slug, stats }) => [slug, stats.installs]),
      [
        ['one', 1],
        ['none', 0],
      ],
    );
    assert.deepEqual(
      await slugs({ ...within, activeBefore: '2026-02-01T00:00:00.000Z', limit: 1 }),
      ['one'],
    );
  });

  test('counts some clicks alone, with the opens and installs that they brought', async () => {
    const { project, list } = await newOwner();
    const link = await newLink(project, { slug: 'both' });
    for (const phone of [iphone(), iphone({ address: newAddress() }), pixel()]) {
      await tap(phone, project, link);
      await askMatch(phone, project);
    }
    const numbersOf = async (query: QueryOf<typeof listProjectLinks>) => {
      const [listed] = (await list(query)).links;
      return [listed?.stats.clicks, listed?.stats.installs];
    };
    assert.deepEqual(await numbersOf({}), [3, 3]);
    assert.deepEqual(await numbersOf({ os: 'iOS' }), [2, 2]);
    assert.deepEqual(await numbersOf({ os: 'Android', sortBy: 'clickCount' }), [1, 1]);
    assert.deepEqual(await numbersOf({ os: 'Windows', sortBy: 'installCount' }), [0, 0]);
  });

  test('searches name, slug, externalId and destinations, case-insensitively and without wildcards', async () => {
    const { project, slugs } = await newOwner();
    await newLink(project, { slug: 'one', name: 'Summer SALE' });
    await newLink(project, { slug: 'two', externalId: 'Campaign_100%' });
    await newLink(project, { slug: 'three', iosUrl: 'https://Example.com/Deep/Path' });
    assert.deepEqual(await slugs({ search: 'summer sale' }), ['one']);
    assert.deepEqual(await slugs({ search: 'THREE' }), ['three']);
    assert.deepEqual(await slugs({ search: 'deep/path' }), ['three']);
    assert.deepEqual(await slugs({ search: '_100%' }), ['two']);
    assert.deepEqual(await slugs({ search: '%' }), ['two']);
    assert.deepEqual(await slugs({ search: 'nothing like it' }), []);
  });

  test('filters by destination, however it is written', async () => {
    const { project, slugs } = await newOwner();
    const long = `https://example.com/${'x'.repeat(8000)}`;
    await newLink(project, { slug: 'root', fallbackUrl: 'https://example.com' });
    await newLink(project, { slug: 'page', fallbackUrl: 'https://example.com/Summer?a=1' });
    await newLink(project, { slug: 'long', fallbackUrl: long });
    const elsewhere = { fallbackUrl: 'https://other.example', iosUrl: 'https://example.com' };
    await newLink(project, { slug: 'ios', ...elsewhere });
    assert.deepEqual(await slugs({ destination: 'https://EXAMPLE.com/' }), ['root']);
    assert.deepEqual(await slugs({ destination: 'HTTPS://example.com/Summer?a=1' }), ['page']);
    assert.deepEqual(await slugs({ destination: long }), ['long']);
    assert.deepEqual(await slugs({ destination: 'https://example.com/summer?a=1' }), []);
    assert.deepEqual(await slugs({ destination: 'example.com' }), []);
  });

  test('filters by day of creation; reversed bounds are swapped', async () => {
    const { project, slugs } = await newOwner();
    const { id } = await newLink(project, { slug: 'old' });
    await newLink(project, { slug: 'new' });
    await project.server.app.db
      .updateTable('links')
      .set({ created_at: new Date('2026-03-02T12:00:00Z') })
      .where('id', '=', id)
      .execute();
    const within = { createdAfter: '2026-03-02', createdBefore: '2026-03-03' };
    assert.deepEqual(await slugs(within), ['old']);
    const reversed = { createdAfter: '2026-03-03', createdBefore: '2026-03-02' };
    assert.deepEqual(await slugs(reversed), ['old']);
    assert.deepEqual(await slugs({ createdBefore: '2026-03-02' }), []);
    assert.deepEqual(await slugs({ createdAfter: '2026-03-03' }), ['new']);
  });

  test('counts clicks within an activity range without leaving out inactive links', async () => {
    const { project, list } = await newOwner();
    await newLink(project, { slug: 'visited' });
    await newLink(project, { slug: 'quiet' });
    await visit(project.host, '/visited');
    const hour = 3_600_000;
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const now = await list({ activeAfter: at(-hour), activeBefore: at(hour) });
    assert.deepEqual(
      now.links.map((link) => [link.slug, link.stats.clicks]),
      [
        ['quiet', 0],
        ['visited', 1],
      ],
    );
    const before = await list({ activeBefore: at(-hour) });
    assert.deepEqual(
      before.links.map((link) => link.stats.clicks),
      [0, 0],
    );
  });

  test('takes every filter of GET /v1/links', async () => {
    const { project, slugs } = await newOwner();
    await newLink(project, { slug: 'one', type: 'dynamic' });
    await newLink(project, { slug: 'two', externalId: 'crm-7' });
    assert.deepEqual(await slugs({ type: 'dynamic' }), ['one']);
    assert.deepEqual(await slugs({ slug: 'two' }), ['two']);
    assert.deepEqual(await slugs({ externalId: 'crm-7' }), ['two']);
    assert.deepEqual(await slugs({ domain: 'other.test' }), []);
    assert.deepEqual(await slugs({ domain: project.host.toUpperCase() }), ['two', 'one']);
    const filters = Object.keys(operations.listLinks.query.properties);
    const own = new Set(Object.keys(listProjectLinks.query.properties));
    assert.deepEqual(
      filters.filter((name) => !own.has(name)),
      ['projectId'],
    );
  });

  test('400: a cursor of another order, an invalid limit, date or search', async () => {
    const { owner, params, project, list } = await newOwner();
    await newLink(project);
    await newLink(project);
    const { nextCursor } = await list({ limit: 1 });
    const byClicks = await list({ limit: 1, sortBy: 'clickCount' });
    for (const query of [
      {
        cursor: byClicks.nextCursor ?? '',
        sortBy: 'clickCount' as const,
        activeAfter: '2026-01-01T00:00:00.000Z',
      },
      { cursor: nextCursor ?? '', sortBy: 'name' as const },
      { cursor: 'AAAA' },
      { limit: 0 },
      { createdAfter: 'yesterday' },
      { search: '\u0000' },
    ]) {
      assert.equal((await owner.call(listProjectLinks, { params, query })).status, 400);
    }
  });
});

describe('links in the dashboard API', () => {
  test('are created with flags, read, updated and deleted, each with an audit entry', async () => {
    const { project, owner, params } = await newOwner();
    const reply = await owner.call(createProjectLink, {
      params,
      body: {
        type: 'dynamic',
        slug: 'flagged',
        name: 'Flagged',
        fallbackUrl: 'https://example.com/',
        iosSocialBreakout: true,
        iosBrowserAutoOpen: true,
      },
    });
    const made = bodyOf(reply, 201);
    const location = `/api/v1/projects/${params.projectId}/links/${made.id}`;
    assert.equal(reply.headers.get('location'), location);
    assert.equal(made.iosSocialBreakout, true);
    assert.equal(made.iosBrowserAutoOpen, true);
    assert.equal(made.iosSocialBreakoutEffective, true);
    const mine = { ...params, linkId: made.id };
    assert.deepEqual(bodyOf(await owner.call(getProjectLink, { params: mine }), 200), made);
    assert.equal((await visit(project.host, '/flagged')).headers.location, 'https://example.com/');
    const changed = bodyOf(
      await owner.call(updateProjectLink, {
        params: mine,
        body: { name: null, fallbackUrl: 'https://example.org/', iosSocialBreakout: null },
      }),
      200,
    );
    assert.equal(changed.name, null);
    assert.equal(changed.iosSocialBreakout, null);
    assert.equal(changed.iosSocialBreakoutEffective, false, 'no iOS configuration');
    assert.equal((await visit(project.host, '/flagged')).headers.location, 'https://example.org/');
    assert.equal((await owner.call(deleteProjectLink, { params: mine })).status, 200);
    assert.equal((await visit(project.host, '/flagged')).status, 404);
    assert.equal((await owner.call(deleteProjectLink, { params: mine })).status, 404);
    assert.equal((await owner.call(getProjectLink, { params: mine })).status, 404);
    const update = { params: mine, body: { name: 'x' } };
    assert.equal((await owner.call(updateProjectLink, update)).status, 404);
    const { entries } = bodyOf(await owner.call(listAuditEntries, { params }), 200);
    assert.deepEqual(
      entries.map((entry) => entry.action),
      ['link.deleted', 'link.updated', 'link.created'],
    );
  });

  test('a repeated externalId returns the existing link without another audit entry', async () => {
    const { owner, params } = await newOwner();
    const body = { type: 'unified' as const, externalId: 'same' };
    const first = bodyOf(await owner.call(createProjectLink, { params, body }), 201);
    const again = await owner.call(createProjectLink, { params, body });
    assert.equal(again.status, 200);
    assert.equal(again.body.id, first.id);
    const { entries } = bodyOf(await owner.call(listAuditEntries, { params }), 200);
    assert.equal(entries.length, 1);
  });

  test('400: immutable fields, an unsafe destination, a taken slug; without audit entries', async () => {
    const { project, owner, params } = await newOwner();
    const { id: linkId } = await newLink(project);
    for (const body of [{ slug: 'x' }, { externalId: 'x' }, { iosUrl: 'javascript:x' }]) {
      const reply = await owner.call(updateProjectLink, {
        params: { ...params, linkId },
        body,
      });
      assert.equal(reply.status, 400);
    }
    const taken = { type: 'unified' as const, slug: 'taken' };
    bodyOf(await owner.call(createProjectLink, { params, body: taken }), 201);
    assert.equal((await owner.call(createProjectLink, { params, body: taken })).status, 400);
    const { entries } = bodyOf(await owner.call(listAuditEntries, { params }), 200);
    assert.equal(entries.length, 1);
  });

  test("403: the plan's limit of links is reached", async () => {
    const { project, owner, params } = await newOwner({ plan: 'free' });
    await project.server.app.db
      .insertInto('link_counts')
      .values({ project_id: params.projectId, slot: 99, links: 10_000 })
      .execute();
    const reply = await owner.call(createProjectLink, { params, body: { type: 'unified' } });
    assert.equal(reply.status, 403);
  });

  test('404: a project without a verified domain', async () => {
    const { owner, params } = await newOwner({ noDomain: true });
    const reply = await owner.call(createProjectLink, { params, body: { type: 'unified' } });
    assert.equal(reply.status, 404);
    assert.match(JSON.stringify(reply.body), /no verified domain/);
  });

  test('several are deleted at once; ids of other projects are ignored', async () => {
    const [mine, theirs] = await Promise.all([newOwner(), newOwner()]);
    const [a, b, foreign] = await Promise.all([
      newLink(mine.project),
      newLink(mine.project),
      newLink(theirs.project),
    ]);
    const ids = [a.id, b.id, foreign.id, newId()];
    const reply = await mine.owner.call(deleteProjectLinks, { params: mine.params, body: { ids } });
    assert.deepEqual(bodyOf(reply, 200), { deleted: 2, refused: [] });
    assert.equal((await visit(mine.project.host, `/${a.slug}`)).status, 404);
    assert.notEqual((await visit(theirs.project.host, `/${foreign.slug}`)).status, 404);
  });
});

describe('listLinkClicks', () => {
  test('returns the newest first, then only newer ones, with current totals', async () => {
    const { project, owner, params } = await newOwner();
    const { id: linkId, slug } = await newLink(project);
    const viewer = await newPerson({ project, role: 'viewer' });
    const ask = async (query: { after?: string; limit?: number } = {}) =>
      bodyOf(await viewer.call(listLinkClicks, { params: { ...params, linkId }, query }), 200);
    assert.deepEqual((await ask()).clicks, []);
    await visit(project.host, `/${slug}?_qr=1`, USER_AGENTS.iphone, { 'cf-ipcountry': 'AT' });
    await visit(project.host, `/${slug}`, USER_AGENTS.facebook);
    const first = await ask();
    assert.deepEqual(
      first.clicks.map(({ kind, source, os, country }) => ({ kind, source, os, country })),
      [
        { ...pick(first.clicks[0]), kind: 'preview', source: 'link' },
        { kind: 'click', source: 'qr', os: 'iOS', country: 'AT' },
      ],
    );
    assert.equal(first.stats.clicks, 1);
    assert.equal(first.stats.previews, 1);
    await visit(project.host, `/${slug}`);
    const seen = new Set(first.clicks.map((click) => click.id));
    const next = await ask({ after: first.newest ?? '' });
    assert.equal(next.clicks.filter((click) => !seen.has(click.id)).length, 1);
    assert.equal(next.stats.clicks, 2);
    const late = await ask({ after: newId(Date.now() + 60_000) });
    assert.deepEqual(late.clicks, []);
    const nobodys = { ...params, linkId: newId() };
    assert.equal((await owner.call(listLinkClicks, { params: nobodys })).status, 404);
  });
});

function pick(click: { os: string | null; country: string | null } | undefined) {
  return { os: click?.os ?? null, country: click?.country ?? null };
}

describe('checkSlug', () => {
  const { checkSlug } = operations;

  test('200: returns why a slug cannot be used, or null', async () => {
    const { project, owner, params } = await newOwner();
    await newLink(project, { slug: 'summer' });
    const problem = async (slug: string) =>
      bodyOf(await owner.call(checkSlug, { params, query: { slug } }), 200).problem;
    assert.equal(await problem('winter'), null);
    assert.equal(await problem('summer'), 'slug "summer" is taken; choose another');
    assert.equal(
      await problem('a b'),
      'slug may contain only letters, digits and . _ ~ - in segments between single /',
    );
    assert.match((await problem('.well-known')) ?? '', /reserved/);
    const { id } = await newLink(project, { slug: 'gone' });
    bodyOf(await owner.call(deleteProjectLink, { params: { ...params, linkId: id } }), 200);
    assert.equal(await problem('gone'), null);
    const { owner: stranger, params: theirs } = await newOwner();
    const other = await stranger.call(checkSlug, { params: theirs, query: { slug: 'summer' } });
    assert.equal(bodyOf(other, 200).problem, null, 'slugs are of a project');
  });

  test('400: no slug, or one that is too long', async () => {
    const { owner, params } = await newOwner();
    for (const slug of ['', 'a'.repeat(256)]) {
      assert.equal((await owner.call(checkSlug, { params, query: { slug } })).status, 400);
    }
  });
});
