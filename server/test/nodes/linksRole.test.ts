import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { createClient } from '@fairlead/contract/client';
import { query } from '../support/embeddedDatabase.ts';
import { endings } from '../support/run/endings.ts';
import { type Cluster, openCluster } from '../support/outside/openCluster.ts';
import { bodyOf } from '../support/callers/person.ts';
import { until } from '../support/until.ts';
import { ADMIN_TOKEN, makeNode, type ServerNode } from './startNode.ts';

const FILE = join(import.meta.dirname, '../../../deploy/postgres/links-role.sql');
const PASSWORD = 'a password of link nodes';
const LINK_SECRET = 'a-secret-that-link-nodes-have';
const HOST = 'links-role.localhost';
/** What a link node is not given. */
const WITHOUT = { SECRET: '', ADMIN_TOKEN: '', FILES_URL: '', SMTP_URL: '' };

/** What the role may do with each table. A new table belongs into one of the lists, and perhaps into the file. */
const READ = [
  'app_keys',
  'changes',
  'deployment',
  'domains',
  'links',
  'long_links',
  'migrations',
  'projects',
];
const ADD = ['click_terms', 'clicks', 'day_keys', 'opens'];
const ADD_UNSEEN = ['click_queries', 'click_signals'];
const COUNT = ['click_reports', 'journals', 'link_counters', 'referrers', 'rolled_days', 'routes'];
const NOTHING = [
  'active_users',
  'app_event_days',
  'event_deletions',
  'annotations',
  'costs',
  'customer_names',
  'customer_periods',
  'app_builds',
  'attribution_facts',
  'attribution_receipts',
  'audit_entries',
  'billing_events',
  'dashboard_sessions',
  'delivered_clicks',
  'domain_examinations',
  'domain_reports',
  'event_sources',
  'events',
  'exports',
  'folder_editors',
  'folders',
  'link_images',
  'link_templates',
  'link_views',
  'given_hosts',
  'gone_links',
  'identity_secrets',
  'installations',
  'invitations',
  'meta_referrer_keys',
  'kept_replies',
  'link_changes',
  'link_comments',
  'link_counts',
  'link_expired',
  'link_number_parts',
  'link_proposals',
  'number_shares',
  'passkeys',
  'project_members',
  'project_retention',
  'rate_limits',
  'recent_opens',
  'rollups',
  'session_lengths',
  'sessions',
  'subscriptions',
  'tag_colors',
  'test_codes',
  'two_factors',
  'usage_warnings',
  'user_accounts',
  'users',
  'verifications',
];

const REFUSED = [
  'select email from users',
  'select password from user_accounts',
  'select secret from two_factors',
  'select * from passkeys',
  'select * from dashboard_sessions',
  'select * from invitations',
  'select * from installations',
  'select * from attribution_receipts',
  'select * from audit_entries',
  "insert into app_keys (id, project_id, name, class, prefix, hash) select gen_random_uuid(), id, 'x', 'secret', 'x', '\\x00' from projects",
  "update links set fallback_url = 'https://evil.example/'",
  "insert into links (id, project_id, type, slug) select gen_random_uuid(), id, 'unified', 'x' from projects",
  'delete from links',
  "update domains set host = 'evil.example'",
  "update projects set name = 'x'",
  'update clicks set kind = 1',
  'delete from clicks',
  'delete from link_counters',
  'truncate clicks',
  'update day_keys set sealed_key = sealed_key',
  'delete from day_keys',
  "update deployment set clicks_in = 'clickhouse'",
  'delete from changes',
  'insert into migrations select * from migrations',
  'create table strange (id integer)',
  'alter table links add column strange text',
  'drop table clicks',
  'select * from pgboss.job',
  'select * from pg_authid',
  "copy links to program 'true'",
  "select pg_read_file('/etc/passwd')",
  'create role strange',
  'set role fairlead',
];

let cluster: Cluster;
let api: ServerNode;
let installation: { readonly database: string; readonly shared: string };
let asRole: string;

before(async () => {
  cluster = await openCluster();
  const shared = await mkdtemp(join(tmpdir(), 'fairlead-links-role-'));
  endings.defer(() => rm(shared, { recursive: true, force: true }));
  installation = { database: cluster.connectionString, shared };
  api = await makeNode(installation, 'api,jobs', { LINK_SECRET });
  await api.start();
  const sql = (await readFile(FILE, 'utf8')).replace(":'password'", `'${PASSWORD}'`);
  await cluster.tellOwnDatabase(sql);
  asRole = cluster.urlOf('fairlead_links', PASSWORD);
});

describe('the role of link nodes', () => {
  test('serves, counts and copies links, with no other secret than LINK_SECRET', async () => {
    const operator = createClient({
      baseUrl: `${api.origin}/api/v1`,
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    });
    const body = { name: 'Role', domain: HOST, plan: 'business' } as const;
    const { appKey } = bodyOf(await operator(operations.provision, { body }), 201);
    const call = createClient({ baseUrl: `${api.origin}/v1`, headers: { 'x-app-key': appKey } });
    const fallbackUrl = 'https://example.com/';
    const made = await call(operations.createLink, {
      body: { type: 'unified', slug: 'one', fallbackUrl, allowQueryPassthrough: true },
    });
    const { id } = bodyOf(made, 201);
    const rules = [{ name: 'From here', when: { query: { from: 'here' } }, to: { fallbackUrl } }];
    bodyOf(await call(operations.updateLink, { params: { id }, body: { rules } }), 200);
    const edge = await makeNode({ ...installation, database: asRole }, 'links', {
      ...WITHOUT,
      LINK_SECRET,
      LINK_COPY: 'complete',
    });
    await edge.start();
    for (let visit = 0; visit < 3; visit += 1) {
      assert.equal((await edge.ask('/one?from=here', HOST)).status, 302);
    }
    assert.equal((await edge.ask('/none', HOST)).status, 404);
    const clicks = async () => bodyOf(await call(operations.getLinkStats, { params: { id } }), 200);
    await until('its clicks are counted', async () => (await clicks()).clicks === 3);
    assert.equal(await edge.stop(), 0);
    const [journal] = await query(cluster, 'select loaded_until from journals order by 1 desc');
    assert.ok(journal);
  });

  test('every table is decided on', async () => {
    const rows = await query<{ table: string; may: string }>(
      cluster,
      `select relname as table, concat_ws(' ', ${[
        'select',
        'insert',
        'update',
        'delete',
        'truncate',
      ]
        .map(
          (each) =>
            `case when has_table_privilege('fairlead_links', oid, '${each}') then '${each}' end`,
        )
        .join(', ')}) as may
       from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and not relispartition`,
    );
    const expected = new Map([
      ...READ.map((table) => [table, 'select'] as const),
      ...ADD.map((table) => [table, 'select insert'] as const),
      ...ADD_UNSEEN.map((table) => [table, 'insert'] as const),
      ...COUNT.map((table) => [table, 'select insert update'] as const),
      ...NOTHING.map((table) => [table, ''] as const),
    ]);
    const found = new Map(rows.map(({ table, may }) => [table, may]));
    for (const [table, may] of found) {
      assert.equal(may, expected.get(table), `what the role may do with ${table}`);
    }
  });

  for (const statement of REFUSED) {
    test(`is refused: ${statement}`, async () => {
      await assert.rejects(query({ connectionString: asRole }, statement), {
        message: /permission denied|must be owner/,
      });
    });
  }

  test('with another LINK_SECRET than the other nodes, a node does not start', async () => {
    const stranger = await makeNode({ ...installation, database: asRole }, 'links', {
      ...WITHOUT,
      LINK_SECRET: 'another-secret-than-that-of-all',
    });
    await assert.rejects(stranger.start(), /The server does not start/);
  });
});
