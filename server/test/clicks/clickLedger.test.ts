import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { sql, type Kysely } from 'kysely';
import type { Pool } from 'pg';
import { type Click, NOTHING_KNOWN } from '#visits/clicks/facts/Click.ts';
import { LIFETIME_TOTALS } from '#visits/numbers/linkTotals.ts';
import type { ClickStore } from '#visits/numbers/ClickStore.ts';
import { type ClickLedger, createClickLedger } from '#visits/clicks/createClickLedger.ts';
import { connect } from '#platform/db/connections/connect.ts';
import { openJournal } from '#visits/journal/openJournal.ts';
import type { Database } from '#platform/db/schema.ts';
import { newId } from '#platform/lib/uuid.ts';
import { createClickTarget } from '#visits/postgres/createClickTarget.ts';
import { useDatabase } from '../support/database.ts';
import { endings } from '../support/run/endings.ts';
import { silentLog } from '../support/silentLog.ts';

/** Of the link of the test that runs. */
let lastKey = 0;
const PROJECT = newId();
const DOMAIN = newId();

function newClick(change: Partial<Click> = {}): Click {
  const at = change.at ?? Date.now();
  return {
    id: newId(at),
    at,
    linkKey: lastKey,
    projectId: PROJECT,
    kind: 'click',
    source: 'link',
    ...NOTHING_KNOWN,
    device: 'mobile',
    os: 'iOS',
    browser: 'Safari',
    country: 'PT',
    referrer: 'example.com',
    visitor: '-42',
    opened: false,
    ...change,
  };
}

const SIGNALS = {
  projectId: newId(),
  addressHash: '1',
  os: 'ios',
  osMajor: 18,
  model: null,
  language: null,
} as const;

async function readTotals(db: Kysely<Database>, key: number) {
  const { rows } = await sql<{
    clicks: number;
    previews: number;
    bots: number;
    opens: number;
    last_clicked_at: Date | null;
  }>`${LIFETIME_TOTALS} where link_key = ${key} group by link_key`.execute(db);
  return rows[0];
}

/** A ledger with a journal of its own. */
async function openLedger(pool: Pool): Promise<ClickLedger & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-test-'));
  endings.defer(() => rm(folder, { recursive: true, force: true }));
  const journal = await openJournal({ folder, log: silentLog });
  const clickStore: Pick<ClickStore, 'openTarget'> = {
    openTarget: (options) => createClickTarget({ pool, ...options }),
  };
  return Object.assign(endings.use(createClickLedger({ journal, clickStore, log: silentLog })), {
    folder,
  });
}

/** A link of the project of these tests; its key. */
async function addLink(db: Kysely<Database>): Promise<number> {
  const once = { id: PROJECT, name: 'Ledger', plan: 'business' };
  await db
    .insertInto('projects')
    .values(once)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('domains')
    .values({ id: DOMAIN, project_id: PROJECT, host: 'ledger.test', verification_token: 'x' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const id = newId();
  const link = { id, project_id: PROJECT, domain_id: DOMAIN, slug: id, type: 'unified' as const };
  const { key } = await db
    .insertInto('links')
    .values(link)
    .returning('key')
    .executeTakeFirstOrThrow();
  return key;
}

async function setUp() {
  const { pool, db } = await useDatabase();
  lastKey = await addLink(db);
  const ledger = await openLedger(pool);
  const totals = async () => {
    await ledger.loaded();
    return readTotals(db, lastKey);
  };
  const rows = async () => {
    await ledger.loaded();
    return db.selectFrom('clicks').selectAll().where('link_key', '=', lastKey).execute();
  };
  return { pool, db, ledger, folder: ledger.folder, totals, rows };
}

describe('click ledger', () => {
  test('1,000 simultaneous clicks are stored when acknowledged, in few transactions', async () => {
    const { ledger, totals, rows, pool } = await setUp();
    let writes = 0;
    const counting = Object.assign(Object.create(pool) as Pool, {
      query: pool.query.bind(pool),
      async connect() {
        const client = await pool.connect();
        return new Proxy(client, {
          get(target, name) {
            if (name === 'query') writes += 1;
            const value: unknown = Reflect.get(target, name);
            return typeof value === 'function' ? value.bind(target) : value;
          },
        });
      },
    });
    const counted = await openLedger(counting);
    await ledger.record(newClick());
    await Promise.all(Array.from({ length: 1000 }, () => counted.record(newClick())));
    await counted.loaded();
    assert.equal((await rows()).length, 1001);
    assert.equal((await totals())?.clicks, 1001);
    // Six words of the first click are looked up; the rest are batches.
    assert.ok(writes < 40, `${writes} statements for 1,000 clicks`);
  });

  test('a repeated batch adds neither rows nor totals', async () => {
    const { ledger, totals, rows } = await setUp();
    const click = newClick({ opened: true });
    await Promise.all([ledger.record(click), ledger.record(click)]);
    await ledger.record(click);
    assert.equal((await rows()).length, 1);
    const { clicks, opens } = (await totals())!;
    assert.deepEqual({ clicks, opens }, { clicks: 1, opens: 1 });
  });

  test("kinds are counted separately, and only people's clicks update lastClickedAt", async () => {
    const { ledger, totals } = await setUp();
    const at = Date.parse('2026-05-05T05:05:05.005Z');
    await ledger.record(newClick({ at }));
    await ledger.record(newClick({ kind: 'preview' }));
    await ledger.record(newClick({ kind: 'bot' }));
    await ledger.record(newClick({ at: at - 1000 }));
    const { clicks, previews, bots, last_clicked_at } = (await totals())!;
    assert.deepEqual({ clicks, previews, bots }, { clicks: 2, previews: 1, bots: 1 });
    assert.equal(last_clicked_at?.getTime(), at);
  });

  test('a broken connection is retried without double counting', async () => {
    const { totals, pool } = await setUp();
    // Connections of its own: what hits those of other tests would be felt in them.
    const { connectionString } = await useDatabase();
    const own = connect({ connectionString, log: silentLog, max: 3, name: 'test of a break' });
    endings.use(own);
    const ledger = await openLedger(own.pool);
    await ledger.record(newClick());
    const clicks = Array.from({ length: 300 }, () => newClick());
    const recorded = Promise.all(
      clicks.map(async (click, index) => {
        if (index === 150) {
          await pool.query(
            `select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and application_name like '%test of a break%'`,
          );
        }
        await ledger.record(click);
      }),
    );
    await recorded;
    await ledger.loaded();
    assert.equal((await totals())?.clicks, 301);
  });

  test('a row that cannot be stored is set aside without affecting others', async () => {
    const { ledger, folder, totals } = await setUp();
    const bad = [
      newClick({ visitor: '99999999999999999999999' }),
      newClick({ linkKey: 2 ** 64 }),
      newClick({ projectId: 'no uuid' }),
      newClick({ projectId: 'no uuid', signals: SIGNALS }),
      newClick({ signals: { ...SIGNALS, osMajor: 40_000 } }),
    ];
    const good = Array.from({ length: 20 }, () => newClick());
    const clicks = good.flatMap((click, index) => [click, ...bad.slice(index, index + 1)]);
    await Promise.all(clicks.map((click) => ledger.record(click)));
    assert.equal((await totals())?.clicks, 20);
    const kept = await readFile(join(folder, 'refused.jsonl'), 'utf8');
    assert.deepEqual(
      kept.split('\n').filter((line) => !bad.some(({ id }) => line.includes(id))),
      [''],
    );
    assert.equal(kept.split('\n').length, bad.length + 1);
    await ledger.record(newClick());
    assert.equal((await totals())?.clicks, 21);
  });

  test('several loaders of the same links do not deadlock', async () => {
    const { pool, db } = await setUp();
    const ledgers = await Promise.all(Array.from({ length: 4 }, () => openLedger(pool)));
    const keys: number[] = [];
    while (keys.length < 20) keys.push(await addLink(db));
    await Promise.all(
      ledgers.flatMap((ledger, turn) =>
        Array.from({ length: 200 }, (_, index) =>
          ledger.record(newClick({ linkKey: keys[(index * (turn + 1)) % keys.length]! })),
        ),
      ),
    );
    await Promise.all(ledgers.map((ledger) => ledger.loaded()));
    const counts = await Promise.all(keys.map((key) => readTotals(db, key)));
    assert.equal(
      counts.reduce((sum, row) => sum + (row?.clicks ?? 0), 0),
      800,
    );
  });

  test('disposing waits until everything is written', async () => {
    const { ledger, rows } = await setUp();
    const recorded = Array.from({ length: 50 }, () => ledger.record(newClick()));
    await Promise.resolve();
    await ledger[Symbol.asyncDispose]();
    assert.equal((await rows()).length, 50);
    await Promise.all(recorded);
    await assert.rejects(ledger.record(newClick()), { code: 'UNAVAILABLE' });
  });
});
