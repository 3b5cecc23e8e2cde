import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import {
  newLink,
  newProject,
  statsOf,
  type TestProject,
} from '../../server/test/support/callers/personas.ts';
import {
  AuthenticationError,
  BadRequestError,
  ConnectionError,
  type ExportJob,
  Fairlead,
  FairleadError,
  type FairleadOptions,
  type ManagedLink,
  NotFoundError,
  PreconditionFailedError,
  RateLimitError,
} from '../src/index.ts';
import { runJobs } from './support/runJobs.ts';
import { refusal, watchFetch } from './support/faults.ts';

function clientOf(project: TestProject, options: Partial<FairleadOptions> = {}) {
  const net = watchFetch();
  const client = new Fairlead({
    appKey: project.appKey,
    baseUrl: project.server.origin,
    fetch: net.fetch,
    ...options,
  });
  return { client, net };
}

describe('the server client', () => {
  test('creates, reads, updates, resolves, counts, lists and deletes links', async () => {
    const project = await newProject();
    const { client } = clientOf(project);
    const link = await client.links.create({
      type: 'dynamic',
      fallbackUrl: 'https://example.com/',
    });
    assert.equal((await client.links.get(link.slug)).id, link.id);
    const changed = await client.links.update(link.id, { fallbackUrl: 'https://example.com/new' });
    assert.equal(changed.fallbackUrl, 'https://example.com/new');
    await client.links.resolve(link.shortUrl);
    assert.equal((await client.links.stats(link.id)).clicks, 1);
    const listed: string[] = [];
    for await (const each of client.links.list()) listed.push(each.id);
    assert.deepEqual(listed, [link.id]);
    assert.deepEqual(await client.links.delete(link.id), { success: true });
    await assert.rejects(client.links.get(link.slug), NotFoundError);
  });

  test('sets rules, simulates visits, tries a change on past ones and reads results', async () => {
    const { client } = clientOf(await newProject());
    const link = await client.links.create({
      type: 'unified',
      fallbackUrl: 'https://example.com/',
    });
    const rules = [
      { name: 'Germany', when: { country: ['DE'] }, to: { fallbackUrl: 'https://example.com/de' } },
    ];
    const visitor = { as: 'desktop', country: 'DE' } as const;
    const before = await client.links.simulate(link.id, { visitor, rules });
    assert.deepEqual([before.rule, before.fallback], ['Germany', 'https://example.com/de']);
    const tried = await client.links.dryRun(link.id, { rules, days: 7 });
    assert.deepEqual([tried.visits, tried.changed], [0, []]);
    assert.deepEqual((await client.links.update(link.id, { rules })).rules, rules);
    const { routes, experiment } = await client.links.results(link.id);
    assert.deepEqual([routes.map(({ name }) => name), experiment], [['Germany', null], null]);
    const share = { name: 'A', share: 90, to: {} };
    const wrong = client.links.update(link.id, { variants: [share, { ...share, name: 'B' }] });
    await assert.rejects(wrong, (error: FairleadError) => {
      assert.match(error.errors[0]?.message ?? '', /shares of 180 % together/);
      return true;
    });
  });

  test('changes and deletes a link only in the version it was read in', async () => {
    const project = await newProject();
    const { client, net } = clientOf(project);
    const { id, slug } = await newLink(project);
    const { etag } = await client.links.get(slug).withResponse();
    assert.ok(etag);
    const { etag: next } = await client.links
      .update(id, { name: 'mine' }, { ifMatch: etag })
      .withResponse();
    assert.equal(next, (await client.links.getById(id).withResponse()).etag);
    const stale = (error: unknown) => {
      assert.ok(error instanceof PreconditionFailedError);
      assert.deepEqual([error.status, error.code], [412, 'PRECONDITION_FAILED']);
      return true;
    };
    await assert.rejects(client.links.update(id, { name: 'theirs' }, { ifMatch: etag }), stale);
    await assert.rejects(client.links.delete(id, { ifMatch: etag }), stale);
    // A repetition would be refused by its own first attempt.
    let left = 1;
    net.fault = () => (left-- > 0 ? 'lost' : undefined);
    await assert.rejects(
      client.links.update(id, { name: 'lost' }, { ifMatch: next ?? '' }),
      ConnectionError,
    );
    const { name } = await client.links.getById(id);
    assert.equal(name, 'lost');
  });

  test('accepts a base URL with a version or a trailing slash', async () => {
    const project = await newProject();
    for (const end of ['/', '/v1', '/v1/', '/api/v1']) {
      const { client } = clientOf(project, { baseUrl: project.server.origin + end });
      assert.equal((await client.health()).status, 'ok');
    }
  });

  test('repeats a creation whose answer was lost without creating a second link', async () => {
    const project = await newProject();
    const { client, net } = clientOf(project);
    let left = 2;
    net.fault = () => (left-- > 0 ? 'lost' : undefined);
    const link = await client.links.create({ type: 'unified' });
    net.fault = () => undefined;
    const all: string[] = [];
    for await (const each of client.links.list()) all.push(each.id);
    assert.deepEqual(all, [link.id]);
    assert.ok(link.externalId);
    assert.equal(net.calls.filter((each) => each.startsWith('POST')).length, 3);
  });

  test('gives creations without an externalId one, single and in bulk', async () => {
    const project = await newProject();
    const { client, net } = clientOf(project);
    let left = 2;
    net.fault = () => (left-- > 0 ? 'lost' : undefined);
    const body = { type: 'unified', externalId: undefined } as const;
    const link = await client.links.create(body);
    left = 1;
    const [row] = await client.links.createMany([body]);
    const made: string[] = [];
    for await (const each of client.links.list()) made.push(each.id);
    assert.deepEqual(new Set(made), new Set([link.id, row?.id]));
    assert.equal(made.length, 2);
  });

  test('can call any operation, those of the dashboard with a session token', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const { client } = clientOf(project, { sessionToken: project.sessionToken });
    const { data, response } = await client
      .request<{ params: { id: string } }, ManagedLink>(
        { method: 'GET', path: '/links/{id}' },
        { params: { id: link.id } },
      )
      .withResponse();
    assert.deepEqual([response.status, data.slug], [200, link.slug]);
    const { projects } = await client.request<object, { projects: { id: string }[] }>(
      { method: 'GET', path: '/projects', api: 'dashboard' },
      {},
    );
    assert.deepEqual(
      projects.map(({ id }) => id),
      [project.project.id],
    );
    await assert.rejects(
      client.request({ method: 'GET', path: '/no/such' }, {}),
      (error) => error instanceof NotFoundError && error.requestId !== undefined,
    );
  });

  test('counts a repeated deletion as done after a lost answer, but refuses an absent link', async () => {
    const project = await newProject();
    const { client, net } = clientOf(project);
    const link = await newLink(project);
    let left = 1;
    net.fault = () => (left-- > 0 ? 'lost' : undefined);
    assert.deepEqual(await client.links.delete(link.id), { success: true });
    await assert.rejects(client.links.delete(link.id), NotFoundError);
  });

  test('waits for a short Retry-After and gives up after two retries', async () => {
    const project = await newProject();
    const { client, net } = clientOf(project);
    net.fault = () => refusal(429, 'RATE_LIMITED', 0);
    await assert.rejects(client.links.get('summer'), (error) => {
      assert.ok(error instanceof RateLimitError && error instanceof FairleadError);
      assert.deepEqual([error.status, error.code, error.retryAfter], [429, 'RATE_LIMITED', 0]);
      return true;
    });
    assert.equal(net.calls.length, 3);
    // An hour is for the caller to decide.
    net.fault = () => refusal(429, 'RATE_LIMITED', 3600);
    await assert.rejects(client.links.get('summer'), RateLimitError);
    assert.equal(net.calls.length, 4);
  });

  test('does not repeat calls that may have taken effect', async () => {
    const project = await newProject();
    const { client, net } = clientOf(project);
    net.fault = () => 'lost';
    const fingerprint = { os: 'ios' };
    await assert.rejects(client.installations.match({ fingerprint }), ConnectionError);
    assert.equal(net.calls.length, 1);
  });

  test('errors carry status, code, every field at fault and the request id', async () => {
    const project = await newProject();
    const { client } = clientOf(project);
    const body = { type: 'dynamic', externalId: 'with space', fallbackUrl: 'nowhere' } as const;
    await assert.rejects(client.links.create(body), (error) => {
      assert.ok(error instanceof BadRequestError);
      assert.deepEqual(
        [error.status, error.code, error.name],
        [400, 'VALIDATION_ERROR', 'BadRequestError'],
      );
      assert.deepEqual(
        error.errors.map(({ field, code, pointer }) => `${field} ${code} ${pointer}`).toSorted(),
        ['externalId format /externalId', 'fallbackUrl format /fallbackUrl'],
      );
      assert.equal(error.message, error.errors.map(({ message }) => message).join('; '));
      assert.ok(error.requestId);
      return true;
    });
    await assert.rejects(
      clientOf(project, { appKey: 'unknown' }).client.links.get('x'),
      AuthenticationError,
    );
  });

  test('a call takes its own headers, timeout and signal, and gives access to its response', async () => {
    const project = await newProject();
    const { client, net } = clientOf(project);
    const { data, response, requestId } = await client.plans().withResponse();
    assert.ok(data.plans.length > 0);
    assert.equal(response.status, 200);
    assert.equal(requestId, response.headers.get('x-request-id'));
    await assert.rejects(
      client.links.get('x', { headers: { 'x-app-key': 'other' } }),
      AuthenticationError,
    );
    net.fault = () => 'silent';
    await assert.rejects(client.links.get('x', { timeout: 20, maxRetries: 0 }), (error) => {
      assert.ok(error instanceof ConnectionError);
      assert.deepEqual([error.status, error.code], [0, 'TIMEOUT']);
      return true;
    });
    const stop = new AbortController();
    const asked = client.links.get('x', { signal: stop.signal });
    stop.abort(new Error('nobody waits'));
    await assert.rejects(asked, /nobody waits/);
  });

  test('lists iterate by page or by item', async () => {
    const project = await newProject();
    const { client } = clientOf(project);
    for (let each = 0; each < 5; each += 1) await newLink(project);
    const sizes: number[] = [];
    for await (const page of client.links.list({ limit: 2 }).pages()) sizes.push(page.links.length);
    assert.deepEqual(sizes, [2, 2, 1]);
    const ids = new Set<string>();
    for await (const link of client.links.list({ limit: 2 })) ids.add(link.id);
    assert.equal(ids.size, 5);
  });

  test('createMany takes any iterable, reports progress and survives lost connections', async () => {
    const project = await newProject();
    const { client, net } = clientOf(project);
    async function* rows() {
      for (let each = 0; each < 25; each += 1) {
        yield { type: 'unified', slug: each === 7 ? 'not a slug' : `row-${each}` } as const;
      }
    }
    let calls = 0;
    net.fault = () => ((calls += 1) === 2 ? 'lost' : undefined);
    const progress: number[] = [];
    const results: [number, number][] = [];
    const run = client.links.createMany(rows(), {
      batchSize: 10,
      onProgress: ({ done }) => progress.push(done),
    });
    for await (const { index, status } of run) results.push([index, status]);
    assert.deepEqual(progress, [10, 20, 25]);
    assert.deepEqual(
      results.map(([index]) => index),
      Array.from({ length: 25 }, (_, each) => each),
    );
    // The second batch was made before its answer was lost.
    assert.deepEqual(
      results.map(([, status]) => status),
      Array.from({ length: 25 }, (_, each) =>
        each === 7 ? 400 : each >= 10 && each < 20 ? 200 : 201,
      ),
    );
    const again = await client.links.createMany([{ type: 'unified' }]);
    assert.equal(again[0]?.status, 201);
  });

  test('an export can be awaited, watched and streamed to a file', async () => {
    const project = await newProject();
    await newLink(project, { name: 'Summer' });
    const { client } = clientOf(project, {
      sessionToken: project.sessionToken,
      fetch: runJobs(project, fetch),
    });
    const seen: ExportJob['status'][] = [];
    const done = await client.exports.run(
      project.project.id,
      { search: 'Summer' },
      { onProgress: ({ status }) => seen.push(status), pollInterval: 100 },
    );
    assert.equal(done.rowCount, 1);
    assert.equal(seen.at(-1), 'completed');
    const file = join(tmpdir(), `fairlead-${randomUUID()}.csv`);
    await writeFile(file, await done.stream());
    assert.equal(readFileSync(file, 'utf8'), await done.text());
    assert.match(await done.text(), /Summer/);
    const keyed = clientOf(project).client;
    await assert.rejects(keyed.exports.run(project.project.id), AuthenticationError);
  });

  test('reading a link does not count a click', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const { client } = clientOf(project);
    await client.links.get(link.slug);
    assert.equal((await statsOf(project, link.id)).clicks, 0);
  });
});
