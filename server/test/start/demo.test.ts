import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { runFairlead } from '../../../cli/test/runFairlead.ts';
import { rebuildCounters } from '#visits/postgres/rebuildCounters.ts';
import { drawEvents } from '#start/demo/drawEvents.ts';
import { drawVisits } from '#start/demo/drawVisits.ts';
import { makeMigratedDatabase } from '../support/database.ts';
import { newLink, newProject, statsOf } from '../support/callers/personas.ts';
import { makeTestFolder } from '../support/startTestServer.ts';
import { SECRET, startServer } from '../support/useServer.ts';
import { childEnvironment } from '../support/run/childEnvironment.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');

interface Filled {
  readonly projectId: string;
  readonly links: number;
  readonly clicks: number;
  readonly previews: number;
  readonly bots: number;
  readonly installs: number;
  readonly receipts: number;
  readonly events: number;
  readonly email: string | null;
  readonly password: string | null;
}

async function fill(database: string, ...argv: string[]) {
  const env = {
    ...childEnvironment,
    DATABASE_URL: database,
    DATA_DIR: await makeTestFolder(),
    SECRET,
    ADMIN_TOKEN: 'an admin token that this command does not need',
  };
  const { status, out, err } = await runFairlead(['demo', ...argv, '--json'], env, REPOSITORY);
  return { status, err, filled: (out === '' ? {} : JSON.parse(out)) as Filled };
}

describe('fairlead demo', () => {
  test('fills a new project whose totals equal a recount', async () => {
    const database = await makeMigratedDatabase();
    const { status, err, filled } = await fill(database);
    assert.deepEqual([status, err], [0, '']);
    assert.equal(filled.links, 40);
    assert.equal(filled.email, 'owner@fairlead.localhost');
    assert.match(filled.password ?? '', /^\w{4}(-\w{4}){4}$/);
    assert.ok(filled.clicks > 10_000 && filled.previews > 200 && filled.bots > 300);
    assert.ok(filled.installs > 200 && filled.receipts > filled.installs);

    const server = await startServer({}, database);
    const { db } = server.app;
    const { corrected } = await rebuildCounters(db);
    assert.equal(corrected, 0);
    const { rows } = await sql<Record<string, number>>`
      select sum(clicks)::int as clicks, sum(previews)::int as previews, sum(bots)::int as bots
      from link_counters`.execute(db);
    const { clicks, previews, bots } = filled;
    assert.deepEqual(rows[0], { clicks, previews, bots });
    const { rows: facts } = await sql<{ kind: string; count: number }>`
      select kind, count(*)::int as count from attribution_facts group by kind order by kind`.execute(
      db,
    );
    const of = new Map(facts.map(({ kind, count }) => [kind, count]));
    assert.equal(of.get('install'), filled.installs);
    assert.ok((of.get('returning') ?? 0) > 100);
    const { rows: sums } = await sql<{ name: string; count: number; currencies: string[] | null }>`
      select name, count(*)::int as count, array_agg(distinct currency order by currency)
        filter (where currency is not null) as currencies
      from events group by name`.execute(db);
    assert.equal(
      sums.reduce((sum, { count }) => sum + count, 0),
      filled.events,
    );
    assert.ok(filled.events > 2_000 && filled.events < 10_000, String(filled.events));
    const sum = (name: string) => sums.find((each) => each.name === name);
    for (const name of ['view_product', 'sign_up', 'trial_started', 'membership']) {
      assert.ok((sum(name)?.count ?? 0) > 10, name);
    }
    assert.ok(sum('refund')!.count < sum('purchase')!.count);
    assert.deepEqual(sum('purchase')!.currencies, ['EUR', 'USD']);
    const { rows: places } = await sql<{ folders: string[]; tags: string[] }>`
      select (select array_agg(name order by name) from folders) as folders,
        (select array_agg(tag || ' ' || color order by tag) from tag_colors) as tags`.execute(db);
    assert.deepEqual(places[0], {
      folders: ['Newsletter', 'Partners', 'Print', 'Social'],
      tags: ['autumn orange', 'paid violet', 'trail week green'],
    });
    // Counted under the campaign of where the link leads; what people share from the app has none.
    const { rows: campaigns } = await sql<{ slug: string; campaign: string | null }>`
      select distinct links.slug, referrers.host as campaign
      from clicks join links on links.key = clicks.link_key
        left join referrers on referrers.code = clicks.utm_campaign
      where links.slug in ('trail-week-reel', 'news-34', 'invite') order by links.slug`.execute(db);
    assert.deepEqual(campaigns, [
      { slug: 'invite', campaign: null },
      { slug: 'news-34', campaign: 'news-34' },
      { slug: 'trail-week-reel', campaign: 'trail-week' },
    ]);
    // Reasons of receipts that people ask about are among them.
    const { rows: reasons } = await sql<{ reason: string }>`
      select distinct reason from attribution_receipts`.execute(db);
    const told = new Set(reasons.map(({ reason }) => reason));
    for (const reason of ['matched', 'no_click_from_this_address', 'not_told_apart']) {
      assert.ok(told.has(reason), reason);
    }
  });

  test('generates the same past visits for the same seed', () => {
    const now = Date.UTC(2026, 10, 20, 15);
    const options = { seed: 3, requests: 2_000, now };
    const visits = drawVisits(options);
    assert.deepEqual(visits, drawVisits(options));
    assert.notDeepEqual(visits, drawVisits({ ...options, seed: 4 }));
    assert.ok(visits.every(({ at }) => at < now && at > now - 92 * 24 * 3600_000));
  });

  test('generates the same events for the same seed, by the people who were there', () => {
    const now = Date.UTC(2026, 10, 20, 15);
    const people = Array.from({ length: 40 }, (_, index) => ({
      clientId: `phone-${index}`,
      firstSeenAt: new Date(now - (index + 1) * 24 * 3600_000),
    }));
    const events = drawEvents(people, { seed: 3, now });
    assert.deepEqual(events, drawEvents(people, { seed: 3, now }));
    assert.notDeepEqual(events, drawEvents(people, { seed: 4, now }));
    const came = new Map(people.map(({ clientId, firstSeenAt }) => [clientId, +firstSeenAt]));
    assert.ok(events.every(({ at, installation }) => at < now && at > came.get(installation)!));
  });

  test('refuses a project with links unless given --yes, and then keeps them', async () => {
    const database = await makeMigratedDatabase();
    const server = await startServer({}, database);
    const project = await newProject({}, server);
    const own = await newLink(project, { slug: 'own' });
    const { id } = project.project;
    const refused = await fill(database, '--project', id);
    assert.equal(refused.status, 1);
    assert.match(refused.err, /has links already.*--yes/);
    const { status, filled } = await fill(database, '--project', id, '--yes');
    assert.equal(status, 0);
    assert.deepEqual([filled.projectId, filled.password], [id, null]);
    assert.equal((await statsOf(project, own.id)).clicks, 0);
  });

  test('reports an unknown project or a missing verified domain', async () => {
    const database = await makeMigratedDatabase();
    const unknown = await fill(database, '--project', 'nonsense');
    assert.match(unknown.err, /There is no project nonsense/);
    const server = await startServer({}, database);
    const { project } = await newProject({ noDomain: true }, server);
    const bare = await fill(database, '--project', project.id);
    assert.match(bare.err, /has no verified domain/);
  });
});
