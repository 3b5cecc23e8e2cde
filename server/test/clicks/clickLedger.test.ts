import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql, type Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Click } from '../../src/clicks/Click.ts';
import { LIFETIME_TOTALS } from '../../src/clicks/linkTotals.ts';
import { createClickLedger } from '../../src/clicks/createClickLedger.ts';
import { connect } from '../../src/db/connect.ts';
import type { Database } from '../../src/db/schema.ts';
import { newId } from '../../src/lib/uuid.ts';
import { useDatabase } from '../support/database.ts';
import { endings } from '../support/endings.ts';
import { silentLog } from '../support/silentLog.ts';

/** Keys of links that exist in no other test; the ledger asks for none to exist. */
let lastKey = 1_000_000_000;
const PROJECT = newId();

function newClick(change: Partial<Click> = {}): Click {
  const at = change.at ?? Date.now();
  return {
    id: newId(at),
    at,
    linkKey: lastKey,
    projectId: PROJECT,
    kind: 'click',
    source: 'link',
    device: 'mobile',
    os: 'iOS',
    browser: 'Safari',
    country: 'PT',
    app: null,
    referrer: 'example.com',
    visitor: '-42',
    opened: false,
    signals: null,
    forwarded: null,
    ...change,
  };
}

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

async function setUp() {
  lastKey += 1;
  const { pool, db } = await useDatabase();
  const ledger = createClickLedger({ pool, log: silentLog });
  const totals = () => readTotals(db, lastKey);
  const rows = () => db.selectFrom('clicks').selectAll().where('link_key', '=', lastKey).execute();
  return { pool, db, ledger, totals, rows };
}

describe('the click ledger', () => {
  test('1,000 simultaneous clicks are all there when answered, and share transactions', async () => {
    const { ledger, totals, rows, pool } = await setUp();
    let writes = 0;
    const counting = Object.assign(Object.create(pool) as Pool, {
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
    const counted = createClickLedger({ pool: counting, log: silentLog });
    await ledger.record(newClick());
    await Promise.all(Array.from({ length: 1000 }, () => counted.record(newClick())));
    assert.equal((await rows()).length, 1001);
    assert.equal((await totals())?.clicks, 1001);
    // Six words of the first click are looked up; the rest are batches.
    assert.ok(writes < 40, `${writes} statements for 1,000 clicks`);
  });

  test('a repeated batch adds nothing, neither rows nor totals', async () => {
    const { ledger, totals, rows } = await setUp();
    const click = newClick({ opened: true });
    await Promise.all([ledger.record(click), ledger.record(click)]);
    await ledger.record(click);
    assert.equal((await rows()).length, 1);
    const { clicks, opens } = (await totals())!;
    assert.deepEqual({ clicks, opens }, { clicks: 1, opens: 1 });
  });

  test('kinds are counted apart, and only people move lastClickedAt', async () => {
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

  test('a broken connection is tried again and nothing is counted twice', async () => {
    const { totals, pool } = await setUp();
    // Connections of its own: what hits those of other tests would be felt in them.
    const { connectionString } = await useDatabase();
    const own = connect({ connectionString, log: silentLog, max: 3, name: 'test of a break' });
    endings.use(own);
    const ledger = createClickLedger({ pool: own.pool, log: silentLog });
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
    assert.equal((await totals())?.clicks, 301);
  });

  test('a row that cannot be stored fails alone', async () => {
    const { ledger, totals } = await setUp();
    const results = await Promise.allSettled([
      ledger.record(newClick()),
      ledger.record(newClick({ visitor: '99999999999999999999999' })),
      ledger.record(newClick()),
    ]);
    assert.deepEqual(
      results.map((each) => each.status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.equal((await totals())?.clicks, 2);
  });

  test('many writers on the same links do not deadlock', async () => {
    const { pool, totals } = await setUp();
    const ledgers = Array.from({ length: 4 }, () => createClickLedger({ pool, log: silentLog }));
    const keys = Array.from({ length: 20 }, (_, index) => lastKey + index);
    await Promise.all(
      ledgers.flatMap((ledger, turn) =>
        Array.from({ length: 200 }, (_, index) =>
          ledger.record(newClick({ linkKey: keys[(index * (turn + 1)) % keys.length]! })),
        ),
      ),
    );
    lastKey += keys.length;
    assert.ok(await totals().then((row) => row === undefined || row.clicks >= 0));
  });

  test('a full queue refuses at once, and what was refused is not written later', async () => {
    const { rows } = await setUp();
    const { connectionString } = await useDatabase();
    const own = connect({ connectionString, log: silentLog, max: 1, name: 'test of a queue' });
    endings.use(own);
    const ledger = createClickLedger({
      pool: own.pool,
      log: silentLog,
      patienceMs: 300,
      maxWaiting: 5,
    });
    await ledger.record(newClick());
    // Whoever holds the only connection stops the ledger.
    const held = await own.pool.connect();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => ledger.record(newClick())),
    );
    for (const each of results) {
      assert.equal(each.status, 'rejected');
      assert.equal(each.reason.code, 'UNAVAILABLE');
      assert.equal(each.reason.headers['retry-after'], '5');
    }
    assert.equal(ledger.unanswered().waiting + ledger.unanswered().under_way <= 5, true);
    held.release();
    await ledger.record(newClick());
    await ledger[Symbol.asyncDispose]();
    assert.equal((await rows()).length, 2);
  });

  test('disposing waits until everything is written', async () => {
    const { ledger, rows } = await setUp();
    const recorded = Array.from({ length: 50 }, () => ledger.record(newClick()));
    await Promise.resolve();
    await ledger[Symbol.asyncDispose]();
    assert.equal((await rows()).length, 50);
    await Promise.all(recorded);
  });
});
