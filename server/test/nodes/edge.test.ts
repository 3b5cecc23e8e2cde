import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { connect } from '#platform/db/connections/connect.ts';
import { deleteOldChanges } from '#platform/db/changes/deleteOldChanges.ts';
import { findFreePort } from '#platform/lib/process/findFreePort.ts';
import { makeMigratedDatabase } from '../support/database.ts';
import { endings } from '../support/run/endings.ts';
import { openRelay } from '../support/outside/openRelay.ts';
import { bodyOf } from '../support/callers/person.ts';
import { appKey, newProject } from '../support/callers/personas.ts';
import { send } from '../support/callers/request.ts';
import { silentLog } from '../support/silentLog.ts';
import { until } from '../support/until.ts';
import { startServer } from '../support/useServer.ts';
import { madeUpVisitor, TEN_RULES, VARIANTS } from '../rules/visitors.ts';
import { makeNode, type ServerNode, SHARED_SECRET } from './startNode.ts';

const HOST = 'edge-of-nodes.localhost';
/** More by TEST_VISITORS. */
const VISITORS = Number(process.env['TEST_VISITORS'] ?? 400);
/** A change is seen within a second; a machine with other work to do gets more. Without the changes it would take 30 s. */
const SEEN = { everyMs: 5 };

describe('a link node with a complete copy', () => {
  for (const processes of ['1', '2']) {
    test(`PROCESSES=${processes}: serves links that were never visited while its database is gone, also after a restart`, async () => {
      const { edge, relay, makeLinks, locationOf, clicks } = await openRegion({
        PROCESSES: processes,
      });
      await makeLinks(1, 300);
      await edge.start();
      await untilCopied(edge);
      const gone = relay.cut();
      await untilOutOfStep(edge);
      let visits = 0;
      const visit = async (number: number) => {
        assert.equal(await locationOf(`l${number}`), `https://example.com/l${number}`);
        visits += 1;
      };
      for (let number = 1; number <= 20; number += 1) await visit(number);
      await edge.stop();
      await edge.start('away');
      for (let number = 101; number <= 120; number += 1) await visit(number);
      // It may have been made meanwhile.
      assert.equal((await edge.ask('/unknown', HOST)).status, 503);
      assert.equal((await edge.ask('/health')).status, 503);
      gone[Symbol.dispose]();
      await until('all clicks are counted', async () => (await clicks()) >= visits);
      assert.equal(await clicks(), visits);
    });
  }

  test(`decides rules and variants for ${VISITORS} visitors without its database as a server with it does`, async () => {
    const { edge, relay, call, server } = await openRegion({
      COUNTRY_HEADER: 'cf-ipcountry',
      TRUST_PROXY: '127.0.0.1',
    });
    const own = 'https://example.com/own';
    const fields = { type: 'unified', slug: 'ruled', fallbackUrl: own } as const;
    const body = { ...fields, rules: TEN_RULES, variants: VARIANTS };
    bodyOf(await call(operations.createManagedLink, { body }), 201);
    await edge.start();
    await untilCopied(edge);
    relay.cut();
    await untilOutOfStep(edge);
    const differences: unknown[] = [];
    for (let number = 0; number < VISITORS; number += 1) {
      const { address, userAgent, query, headers } = madeUpVisitor(number);
      const sent = { ...headers, 'x-forwarded-for': address, 'user-agent': userAgent };
      const path = `/ruled${query && `?${query}`}`;
      const { location } = await edge.ask(path, HOST, sent);
      const there = await send({ path, port: server.port, headers: { host: HOST, ...sent } });
      if (location !== there.headers.location) differences.push({ number, location });
    }
    assert.deepEqual(differences, []);
  });

  test('sees created, changed and deleted links within a second, and thousands at once', async () => {
    const { edge, call, makeLinks, locationOf, statusOf } = await openRegion({ PROCESSES: '2' });
    await makeLinks(1, 150);
    await edge.start();
    await untilCopied(edge);
    for (let round = 0; round < 4; round += 1) {
      const slug = `made-${round}`;
      assert.equal(await statusOf(slug), 404);
      const body = { type: 'unified', slug, fallbackUrl: 'https://example.com/1' } as const;
      const { id } = bodyOf(await call(operations.createLink, { body }), 201);
      await until('it is made', async () => (await statusOf(slug)) === 302, SEEN);
      const fallbackUrl = 'https://example.com/2';
      bodyOf(await call(operations.updateLink, { params: { id }, body: { fallbackUrl } }), 200);
      await until('it is changed', async () => (await locationOf(slug)) === fallbackUrl, SEEN);
      bodyOf(await call(operations.deleteLink, { params: { id } }), 200);
      await until('it is gone', async () => (await statusOf(slug)) === 404, SEEN);
    }
    assert.equal(await statusOf('l900'), 404);
    await makeLinks(501, 400);
    await until('many are made', async () => (await statusOf('l900')) === 302, SEEN);
    assert.equal(await locationOf('l150'), 'https://example.com/l150');
  });

  test('catches up with what was changed while its database was gone', async () => {
    const { edge, relay, database, makeLinks, locationOf, statusOf } = await openRegion({});
    await makeLinks(1, 200);
    await edge.start();
    await untilCopied(edge);
    const changeAll = async (to: string) => {
      await database.pool.query('update links set fallback_url = $1 where slug <> $2', [to, 'l1']);
      await database.pool.query("update links set deleted_at = now() where slug = 'l2'");
    };
    const first = relay.cut();
    await untilOutOfStep(edge);
    await changeAll('https://short.test/');
    first[Symbol.dispose]();
    await until('it is changed', async () => (await locationOf('l77')) === 'https://short.test/');
    assert.equal(await locationOf('l1'), 'https://example.com/l1');
    await until('it is gone', async () => (await statusOf('l2')) === 404);
    await untilCopied(edge);
    // Longer than changes are kept.
    const second = relay.cut();
    await untilOutOfStep(edge);
    await edge.stop();
    await changeAll('https://long.test/');
    await database.pool.query("update links set deleted_at = now() where slug = 'l3'");
    await database.pool.query("update changes set at = at - interval '2 hours'");
    await until('the changes are deleted', async () => {
      await deleteOldChanges(database.db, new Date());
      return (await database.pool.query('select from changes')).rows.length === 1;
    });
    await edge.start('away');
    assert.equal(await locationOf('l88'), 'https://short.test/');
    second[Symbol.dispose]();
    await until('it is changed', async () => (await locationOf('l88')) === 'https://long.test/');
    await until('it is gone', async () => (await statusOf('l3')) === 404);
    await untilCopied(edge);
    relay.cut();
    await untilOutOfStep(edge);
    assert.equal(await locationOf('l99'), 'https://long.test/');
  });

  test('starts without a copy and without its database, and serves once that is there', async () => {
    const { edge, relay, makeLinks, statusOf } = await openRegion({});
    await makeLinks(1, 3);
    const gone = relay.cut();
    await edge.start('away');
    assert.equal(await statusOf('l1'), 503);
    gone[Symbol.dispose]();
    await until('it serves', async () => (await statusOf('l1')) === 302);
  });

  test('makes the copy of another release again, and serves meanwhile', async () => {
    const { edge, relay, makeLinks, locationOf } = await openRegion({});
    await makeLinks(1, 120);
    await edge.start();
    await untilCopied(edge);
    await edge.stop();
    {
      using file = new DatabaseSync(storeOf(edge));
      file.exec("update release set name = '0.0.1' || name");
      file.exec("update entries set value = zeroblob(1) where key like 'link %'");
    }
    await edge.start();
    assert.equal(await locationOf('l5'), 'https://example.com/l5');
    await untilCopied(edge);
    relay.cut();
    await untilOutOfStep(edge);
    assert.equal(await locationOf('l6'), 'https://example.com/l6');
  });

  test('says how far its copy is behind, once for all its processes', async () => {
    const metricsPort = await findFreePort();
    const env = { PROCESSES: '2', METRICS_PORT: String(metricsPort) };
    const { edge, relay } = await openRegion(env);
    await edge.start();
    await untilCopied(edge);
    const read = async (state: string) => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return Number(new RegExp(`^fairlead_link_copy{state="${state}"} (.*)$`, 'm').exec(text)?.[1]);
    };
    assert.equal(await read('complete'), 1);
    assert.ok((await read('seconds_behind')) < 60);
    assert.ok((await read('bytes')) > 0);
    relay.cut();
    await until('it falls behind', async () => (await read('seconds_behind')) > 2);
  });
});

/** A server beside the database, and a link node far away, not started yet. */
async function openRegion(env: Readonly<Record<string, string>>) {
  const shared = await mkdtemp(join(tmpdir(), 'fairlead-edge-'));
  endings.defer(() => rm(shared, { recursive: true, force: true }));
  const connectionString = await makeMigratedDatabase();
  const database = connect({ connectionString, log: silentLog, max: 2, name: 'test' });
  endings.use(database);
  const relay = await openRelay(connectionString);
  const server = await startServer({ SECRET: SHARED_SECRET }, connectionString);
  const project = await newProject({ domain: HOST }, server);
  const edge = await makeNode({ database: relay.connectionString, shared }, 'links', {
    LINK_COPY: 'complete',
    ...env,
  });
  const visit = (slug: string) => edge.ask(`/${slug}`, HOST);
  return {
    edge,
    server,
    relay,
    database,
    call: appKey(project),
    /** In one statement, `l<from>` and so on. */
    makeLinks: async (from: number, count: number) => {
      await database.pool.query(
        `insert into links (id, project_id, domain_id, type, slug, fallback_url)
         select gen_random_uuid(), $1, domains.id, 'unified', 'l' || n, 'https://example.com/l' || n
         from domains, generate_series($2::int, $3::int) as n where project_id = $1`,
        [project.project.id, from, from + count - 1],
      );
    },
    statusOf: async (slug: string) => (await visit(slug)).status,
    locationOf: async (slug: string) => (await visit(slug)).location,
    clicks: async () => {
      const { rows } = await database.pool.query<{ count: number }>('select count(*) from clicks');
      return rows[0]!.count;
    },
  };
}

const storeOf = ({ dataDir }: ServerNode) => join(dataDir, 'journal/seen.sqlite');

/** Undefined if there is no copy. */
function readCopy(edge: ServerNode): { read_at: number; recopies: number } | undefined {
  using file = new DatabaseSync(storeOf(edge), { readOnly: true, timeout: 1_000 });
  const row = file
    .prepare('select read_at, (select count(*) from recopies) as recopies from copy')
    .get();
  return row as never;
}

/** Everything committed before the call is in the copy. */
async function untilCopied(edge: ServerNode): Promise<void> {
  const since = Date.now();
  await until('the copy is complete', () => {
    const copy = readCopy(edge);
    return copy?.recopies === 0 && copy.read_at > since;
  });
}

/** The node knows that it does not hear of changes any more. */
async function untilOutOfStep(edge: ServerNode): Promise<void> {
  await until('the copy is old', () => Date.now() - (readCopy(edge)?.read_at ?? 0) > 2_500);
}
