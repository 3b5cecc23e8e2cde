import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createAddressHash } from '#visits/visitors/addressHash.ts';
import { createDayKeys, dayOf } from '#visits/visitors/createDayKeys.ts';
import { useDatabase } from '../support/database.ts';
import { silentLog } from '../support/silentLog.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const DAY = 24 * 3_600_000;
const hash = createAddressHash({ keyOf: (day) => Buffer.alloc(32, day % 251) });
const project = { id: 'a' };

suite('address hash', () => {
  test('is stable for a day and differs between days, projects and IP addresses', () => {
    const first = hash(project, '198.51.100.7', NOON);
    assert.match(first ?? '', /^-?\d{1,19}$/);
    assert.equal(hash(project, '198.51.100.7', NOON + DAY / 2 - 1), first);
    assert.notEqual(hash(project, '198.51.100.7', NOON + DAY), first);
    assert.notEqual(hash({ id: 'b' }, '198.51.100.7', NOON), first);
    assert.notEqual(hash(project, '198.51.100.8', NOON), first);
  });

  test('is that of the /64 network for IPv6, however the address is written', () => {
    const one = hash(project, '2001:db8:0:7:1:2:3:4', NOON);
    for (const same of ['2001:db8:0:7::1', '2001:0DB8::7:1:2:3:4', '2001:db8:0:7:ffff::%eth0']) {
      assert.equal(hash(project, same, NOON), one, same);
    }
    assert.notEqual(hash(project, '2001:db8:0:8::1', NOON), one);
    assert.notEqual(hash(project, '::1', NOON), hash(project, '1::1', NOON));
  });
});

suite('day keys', () => {
  test('are shared by all processes of a database and stored encrypted', async () => {
    const { pool, db } = await useDatabase();
    const options = { pool, log: silentLog };
    using one = await createDayKeys({ ...options, secret: 'a-secret-for-tests-and-nothing-else' });
    using two = await createDayKeys({ ...options, secret: 'a-secret-for-tests-and-nothing-else' });
    const today = dayOf(Date.now());
    for (const day of [today, today + 1]) {
      const key = one.keyOf(day);
      assert.equal(key?.length, 32);
      assert.deepEqual(two.keyOf(day), key);
      const rows = await db.selectFrom('day_keys').select('sealed_key').execute();
      assert.ok(rows.every((row) => !row.sealed_key.includes(key)));
    }
    assert.notDeepEqual(one.keyOf(today), one.keyOf(today + 1));
    assert.equal(one.keyOf(today - 9), undefined);
  });
});
