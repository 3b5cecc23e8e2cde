/** What a user of openapi-typescript with openapi-fetch writes: compiled and run like heyApi.ts. */
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { paths as Api } from './fetch/sdk';
import type { paths as DashboardApi } from './fetch/dashboard';

const {
  API_URL = '',
  DASHBOARD_URL = '',
  APP_KEY = '',
  SESSION = '',
  PROJECT_ID = '',
} = process.env;
// An array of results is asked for; without it, bulk creation answers with lines.
const headers = { accept: 'application/json', 'x-app-key': APP_KEY };
const api = createClient<Api>({ baseUrl: API_URL, headers });
const dashboard = createClient<DashboardApi>({
  baseUrl: DASHBOARD_URL,
  headers: { authorization: `Bearer ${SESSION}` },
});

type Changes = NonNullable<Api['/links/{id}']['put']['requestBody']>['content']['application/json'];

function dataOf<T>({
  data,
  error,
  response,
}: {
  data?: T;
  error?: unknown;
  response: Response;
}): T {
  assert.ok(data !== undefined && response.ok, `HTTP ${response.status} ${JSON.stringify(error)}`);
  return data;
}

async function links(): Promise<void> {
  const app = dataOf(await api.POST('/sdk/links', { body: { type: 'unified' } }));
  const body = { type: 'dynamic', externalId: 'fetch', slug: 'fetch/sale' } as const;
  const made = await api.POST('/links', { body });
  const link = dataOf(made);
  assert.equal(made.response.status, 201);
  assert.equal((await api.POST('/links', { body })).response.status, 200);
  const bySlug = { params: { path: { slug: link.slug } } };
  assert.equal(dataOf(await api.GET('/sdk/links/{slug}', bySlug)).id, link.id);
  const byUrl = { params: { query: { url: link.shortUrl } } };
  assert.equal(dataOf(await api.GET('/sdk/resolve', byUrl)).id, link.id);
  const params = { path: { id: link.id } };
  const changes = { name: 'Sale', tags: ['summer'] };
  const changed = dataOf(await api.PUT('/links/{id}', { params, body: changes }));
  assert.deepEqual(changed.tags, ['summer']);
  // @ts-expect-error -- what can never be changed cannot be written
  const never: Changes = { slug: 'other' };
  assert.ok(never);
  const page = { params: { query: { limit: 1 } } };
  const first = dataOf(await api.GET('/links', page));
  const cursor = first.nextCursor;
  assert.ok(cursor !== undefined);
  const next = { params: { query: { limit: 1, cursor } } };
  const second = dataOf(await api.GET('/links', next));
  assert.deepEqual(
    [...first.links, ...second.links].map(({ id }) => id),
    [link.id, app.id],
  );
  assert.equal(dataOf(await api.GET('/links/{id}/stats', { params })).clicks, 1);
  const rows = dataOf(
    await api.POST('/links/bulk', {
      body: [{ type: 'unified', externalId: 'fetch-1' }, { type: 'unified' }],
    }),
  );
  assert.ok(typeof rows !== 'string');
  assert.deepEqual(
    rows.map(({ status }) => status),
    [201, 201],
  );
}

async function apps(): Promise<void> {
  const installationId = 'fetch-phone';
  dataOf(await api.POST('/sdk/bootstrap', { body: { installationId } }));
  const started = await api.POST('/sdk/sessions/start', { body: { installationId } });
  const params = { path: { sessionId: dataOf(started).sessionId } };
  dataOf(await api.POST('/sdk/sessions/{sessionId}/end', { params }));
  const body = { installationId, fingerprint: { os: 'android' as const } };
  assert.equal(dataOf(await api.POST('/sdk/deferred/match', { body })).matchType, null);
}

async function people(): Promise<void> {
  const path = { projectId: PROJECT_ID };
  const filtered = { params: { path, query: { tag: 'summer' } } };
  assert.equal(dataOf(await dashboard.GET('/projects/{projectId}/links', filtered)).total, 1);
  const begun = { params: { path }, body: {} };
  const { jobId } = dataOf(await dashboard.POST('/projects/{projectId}/links/export', begun)).data;
  const poll = { params: { path: { ...path, jobId } } };
  const polled = await dashboard.GET('/projects/{projectId}/links/export/{jobId}', poll);
  assert.equal(dataOf(polled).data.jobId, jobId);
  const wanted = { params: { path }, body: { name: 'Fetch', class: 'secret' as const } };
  const key = dataOf(await dashboard.POST('/projects/{projectId}/keys', wanted));
  assert.match(key.text, /^fl_live_/);
}

async function main(): Promise<void> {
  await links();
  await apps();
  await people();
}

void main();
