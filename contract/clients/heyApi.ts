/** What a user of @hey-api/openapi-ts writes: compiled with `tsc --strict` and run by generatedClients.test.ts. */
import assert from 'node:assert/strict';
import { client as api } from './hey/sdk/client.gen';
import * as sdk from './hey/sdk/sdk.gen';
import { client as dashboardApi } from './hey/dashboard/client.gen';
import * as dashboard from './hey/dashboard/sdk.gen';

const {
  API_URL = '',
  DASHBOARD_URL = '',
  APP_KEY = '',
  SESSION = '',
  PROJECT_ID = '',
} = process.env;
// An array of results is asked for; without it, bulk creation answers with lines.
const headers = { accept: 'application/json', 'x-app-key': APP_KEY };
api.setConfig({ baseUrl: API_URL, headers, throwOnError: true });
dashboardApi.setConfig({ baseUrl: DASHBOARD_URL, auth: SESSION, throwOnError: true });

function dataOf<T>({ data, response }: { data: T | undefined; response?: Response }): T {
  assert.ok(data !== undefined && response?.ok, `HTTP ${response?.status}`);
  return data;
}

async function links(): Promise<void> {
  const app = dataOf(await sdk.createLink({ body: { type: 'unified' } }));
  const body = { type: 'dynamic', externalId: 'hey', slug: 'hey/sale' } as const;
  const made = await sdk.createManagedLink({ body });
  const link = dataOf(made);
  assert.equal(made.response?.status, 201);
  assert.equal((await sdk.createManagedLink({ body })).response?.status, 200);
  assert.equal(dataOf(await sdk.getLink({ path: { slug: link.slug } })).id, link.id);
  assert.equal(dataOf(await sdk.resolveLink({ query: { url: link.shortUrl } })).id, link.id);
  const changes = { name: 'Sale', tags: ['spring'] };
  const changed = dataOf(await sdk.updateLink({ path: { id: link.id }, body: changes }));
  assert.deepEqual(changed.tags, ['spring']);
  const first = dataOf(await sdk.listLinks({ query: { limit: 1 } }));
  const second = dataOf(await sdk.listLinks({ query: { limit: 1, cursor: first.nextCursor } }));
  assert.deepEqual(
    [...first.links, ...second.links].map(({ id }) => id),
    [link.id, app.id],
  );
  assert.equal(dataOf(await sdk.getLinkStats({ path: { id: link.id } })).clicks, 1);
  const rows = dataOf(
    await sdk.createLinks({
      body: [{ type: 'unified', externalId: 'hey-1' }, { type: 'unified' }],
    }),
  );
  assert.ok(typeof rows !== 'string');
  assert.deepEqual(
    rows.map(({ status }) => status),
    [201, 201],
  );
}

async function apps(): Promise<void> {
  const installationId = 'hey-phone';
  dataOf(await sdk.bootstrap({ body: { installationId } }));
  const { sessionId } = dataOf(await sdk.startSession({ body: { installationId } }));
  dataOf(await sdk.endSession({ path: { sessionId } }));
  const opened = await sdk.matchDeferred({
    body: { installationId, fingerprint: { os: 'android' } },
  });
  assert.equal(dataOf(opened).matchType, null);
}

async function people(): Promise<void> {
  const path = { projectId: PROJECT_ID };
  const list = dataOf(await dashboard.listProjectLinks({ path, query: { tag: 'spring' } }));
  assert.equal(list.total, 1);
  const { jobId } = dataOf(await dashboard.startExport({ path, body: {} })).data;
  assert.equal(dataOf(await dashboard.getExport({ path: { ...path, jobId } })).data.jobId, jobId);
  const key = dataOf(
    await dashboard.createAppKey({ path, body: { name: 'Hey', class: 'secret' } }),
  );
  assert.match(key.text, /^fl_live_/);
}

async function main(): Promise<void> {
  await links();
  await apps();
  await people();
}

void main();
