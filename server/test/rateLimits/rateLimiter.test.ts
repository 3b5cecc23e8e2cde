import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RATE_LIMITS } from '@fairlead/contract/rateLimits';
import { Pool } from 'pg';
import { deleteEndedBudgets } from '#platform/rateLimits/deleteEndedBudgets.ts';
import { DAY_MS } from '#platform/lib/time.ts';
import { createRateLimiter } from '#platform/rateLimits/createRateLimiter.ts';
import { networkOf } from '#platform/lib/addresses/networkOf.ts';
import { useDatabase } from '../support/database.ts';
import { silentLog } from '../support/silentLog.ts';

const key = new Uint8Array(32).fill(7);
/** Together they hold the limit while the database answers, and on a busy machine it may take its time. */
const patience = 60;

async function newLimiter() {
  const { pool } = await useDatabase();
  return createRateLimiter({ pool, key, log: silentLog, patience });
}

/** Two limiters on one database, as two processes have them. */
const twoLimiters = async () => [await newLimiter(), await newLimiter()] as const;

describe('rate limiter', () => {
  for (const kind of ['read', 'create', 'public', 'signIn'] as const) {
    test(`two processes with 64 callers together keep the limit of "${kind}" within 10%`, async () => {
      const limiters = await twoLimiters();
      const who = crypto.randomUUID();
      let allowed = 0;
      const caller = async (number: number) => {
        const limiter = limiters[number % 2]!;
        for (let calls = 0; calls < 30; calls += 1) {
          if ((await limiter.draw(kind, who)).allowed) allowed += 1;
        }
      };
      await Promise.all(Array.from({ length: 64 }, (_, number) => caller(number)));
      const { requests } = RATE_LIMITS[kind];
      assert.ok(Math.abs(allowed - requests) <= requests * 0.1, `${allowed} of ${requests}`);
      for (const limiter of limiters) limiter[Symbol.dispose]();
    });
  }

  test('ten processes together keep a limit within 10%, what each spends by itself included', async () => {
    const limiters = await Promise.all(Array.from({ length: 10 }, newLimiter));
    const who = crypto.randomUUID();
    const { requests } = RATE_LIMITS.read;
    let allowed = 0;
    for (let draws = 0; draws < 2 * requests; draws += 1) {
      if ((await limiters[draws % limiters.length]!.draw('read', who)).allowed) allowed += 1;
    }
    // What they have spent by themselves would be a fifth more.
    assert.ok(Math.abs(allowed - requests) <= requests * 0.1, `${allowed} of ${requests}`);
    for (const limiter of limiters) limiter[Symbol.dispose]();
  });

  test('a single process gets the whole limit and the remaining count', async () => {
    const [limiter] = await twoLimiters();
    const { requests } = RATE_LIMITS.public;
    const who = crypto.randomUUID();
    const began = performance.now();
    for (let left = requests - 1; left >= 0; left -= 1) {
      const { allowed, remaining, quota, reset } = await limiter.draw('public', who);
      assert.deepEqual(
        { allowed, remaining, quota },
        { allowed: true, remaining: left, quota: 120 },
      );
      const gone = (performance.now() - began) / 1000;
      assert.ok(reset >= Math.floor(60 - gone) && reset <= 60, `${reset} s after ${gone} s`);
    }
    const refused = await limiter.draw('public', who);
    assert.equal(refused.allowed, false);
    assert.equal(refused.remaining, 0);
    assert.ok((await limiter.draw('public', 'another')).allowed);
  });

  test('a client below 2% of a limit causes no queries', () => {
    const pool = new Pool({ host: '127.0.0.1', port: 1 });
    const limiter = createRateLimiter({ pool, key, log: silentLog });
    for (let calls = 0; calls < 12; calls += 1) {
      const standing = limiter.draw('read', 'x');
      assert.ok(!(standing instanceof Promise) && standing.allowed);
    }
    limiter[Symbol.dispose]();
  });

  test('without the database each process applies the limit by itself', async () => {
    const pool = new Pool({ host: '127.0.0.1', port: 1 });
    const limiter = createRateLimiter({ pool, key, log: silentLog });
    const calls = Array.from({ length: 130 }, async () => limiter.draw('public', 'x'));
    const standings = await Promise.all(calls);
    assert.equal(standings.filter((standing) => standing.allowed).length, 120);
    limiter[Symbol.dispose]();
  });

  test("callers' names are not stored, and expired budgets are deleted", async () => {
    const [limiter] = await twoLimiters();
    const { db } = await useDatabase();
    const address = '203.0.113.77';
    await limiter.draw('signIn', address);
    const rows = await db.selectFrom('rate_limits').selectAll().execute();
    assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(address));
    // Longer than any budget: those of invitations, which other tests have used, last a day.
    const ended = new Date(Date.now() + 2 * DAY_MS);
    await deleteEndedBudgets(db, ended);
    assert.deepEqual(await db.selectFrom('rate_limits').selectAll().execute(), []);
  });
});

test('networkOf keeps an IPv4 address and reduces IPv6 to its /64', () => {
  assert.equal(networkOf('192.0.2.1'), '192.0.2.1');
  assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64');
  assert.equal(networkOf('2001:0DB8:1:2::1'), '2001:db8:1:2::/64');
  assert.equal(networkOf('2001:db8::1'), '2001:db8:0:0::/64');
  assert.equal(networkOf('::1'), '0:0:0:0::/64');
  assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0::/64');
});
