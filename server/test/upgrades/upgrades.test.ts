import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { createClient } from '@fairlead/contract/client';
import { sql } from 'kysely';
import { Client } from 'pg';
import { rollUpDays } from '#visits/postgres/rollUpDays.ts';
import { healCounters } from '#visits/postgres/rebuildCounters.ts';
import { migrate } from '#platform/db/migrations/migrate.ts';
import { ensurePartitions } from '#platform/db/migrations/partitions.ts';
import { makeEmptyDatabase } from '../support/database.ts';
import { silentLog } from '../support/silentLog.ts';
import { startServer, type TestServer } from '../support/useServer.ts';

const DUMPS = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.sql'));

/** What a link's numbers have to be, counted from its rows. */
interface Counted {
  readonly id: string;
  readonly clicks: number;
  readonly previews: number;
  readonly bots: number;
  readonly opens: number;
}

/** A server of today on what an older release left. */
async function upgrade(dump: string): Promise<TestServer> {
  const connectionString = await makeEmptyDatabase();
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(`set check_function_bodies = off; ${dump}`);
  await client.end();
  assert.ok((await migrate({ connectionString, log: silentLog })).length > 0);
  const server = await startServer({}, connectionString, { onReply: () => {} });
  await ensurePartitions(server.app.db, new Date(), 1);
  return server;
}

async function countRows({ app }: TestServer): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select links.id, count(*) filter (where kind = 1) as clicks,
           count(*) filter (where kind = 2) as previews, count(*) filter (where kind = 3) as bots,
           (select count(*) from opens where opens.link_key = links.key) as opens
    from links left join clicks on clicks.link_key = links.key
    group by links.id, links.key`.execute(app.db);
  return rows;
}

/** What the API says of the links of these keys. */
async function readLinks({ origin }: TestServer, keys: readonly string[]): Promise<Counted[]> {
  const links: Counted[] = [];
  for (const key of keys) {
    const call = createClient({ baseUrl: `${origin}/v1`, headers: { 'x-app-key': key } });
    const listed = await call(operations.listLinks, {});
    assert.ok(listed.status === 200);
    for (const { id } of listed.body.links) {
      const reply = await call(operations.getLinkStats, { params: { id } });
      assert.ok(reply.status === 200);
      const { clicks, previews, bots, opens } = reply.body;
      links.push({ id, clicks, previews, bots, opens });
    }
  }
  return links;
}

/** Clicks of projects by what kept totals say, in all of their tables. */
async function readTotals({ app }: TestServer) {
  const { rows } = await sql`
    select projects.id,
      (select coalesce(sum(count), 0)::bigint from rollups
       where project_number = number and link_key = 0 and dimension = 0 and code = 1) as times,
      (select coalesce(sum(count), 0)::bigint from rollups
       where project_number = number and link_key = 0 and dimension = 7) as sources,
      (select coalesce(sum(counter.clicks), 0)::bigint from link_counters as counter
       join links on links.key = counter.link_key where links.project_id = projects.id) as counters,
      (select count(*) from clicks join links on links.key = clicks.link_key
       where links.project_id = projects.id and kind = 1) as rows
    from projects`.execute(app.db);
  return rows as { times: number; sources: number; counters: number; rows: number }[];
}

const byId = (links: readonly Counted[]) => links.toSorted((a, b) => (a.id < b.id ? -1 : 1));

describe('upgrading from earlier releases', () => {
  for (const name of DUMPS) {
    test(`${name}: keys work, and all numbers equal those of the rows`, async () => {
      const dump = readFileSync(join(import.meta.dirname, name), 'utf8');
      const keys = /^-- App keys: (.+)$/m.exec(dump)?.[1]?.split(' ') ?? [];
      assert.ok(keys.length > 0);
      const server = await upgrade(dump);
      const { db } = server.app;
      // What the jobs do at the start of a server.
      await healCounters(db);
      const counted = byId(await countRows(server));
      assert.ok(counted.some(({ clicks, opens }) => clicks > 5 && opens > 0));
      assert.deepEqual(byId(await readLinks(server, keys)), counted);
      await rollUpDays(db);
      assert.deepEqual(byId(await readLinks(server, keys)), counted);
      for (const { times, sources, counters, rows } of await readTotals(server)) {
        assert.deepEqual(
          { times, sources, counters },
          { times: rows, sources: rows, counters: rows },
        );
      }
      assert.equal(await healCounters(db), undefined, 'once');
    });
  }
});
