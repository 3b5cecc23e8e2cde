import { deepEqual, equal, notEqual, rejects } from 'node:assert/strict';
import { suite, test } from 'node:test';
import { connect } from '#platform/db/connections/connect.ts';
import { groupCalls } from '#platform/db/groupCalls.ts';
import { makeEmptyDatabase } from '../support/database.ts';
import { silentLog } from '../support/silentLog.ts';
import { until } from '../support/until.ts';

interface Thing {
  readonly name: string;
  readonly size: number;
}

/** Things of a name that is taken are passed over; a size of zero or less is refused by the table. */
const INSERT = {
  name: 'insert-things',
  text: `
    with made as (
      insert into things (name, size)
      select name, size from json_to_recordset($1) as given (n int, name text, size int)
      on conflict do nothing
      returning name
    )
    select n, pg_current_xact_id()::text as transaction
    from made join json_to_recordset($1) as given (n int, name text) using (name)`,
};

async function openThings(settings: Record<string, string> = {}) {
  const connectionString = await makeEmptyDatabase();
  const connection = connect({ connectionString, log: silentLog, max: 4, name: 'test', settings });
  await connection.pool.query(
    'create table things (name text primary key, size int check (size > 0))',
  );
  const group = groupCalls<Thing, { n: number; transaction: string }>(connection.pool, INSERT);
  return {
    ...connection,
    group,
    async names() {
      const { rows } = await connection.pool.query<Thing>('select name from things order by name');
      return rows.map(({ name }) => name);
    },
  };
}

function assertUnavailable(outcome: PromiseSettledResult<unknown>): void {
  equal(outcome.status, 'rejected');
  equal(outcome.status === 'rejected' && outcome.reason.code, 'UNAVAILABLE');
}

suite('groupCalls', () => {
  test('simultaneous writes share a transaction, and each gets its own row', async () => {
    await using things = await openThings();
    const rows = await Promise.all(
      ['a', 'b', 'c'].map((name) => things.group.call({ name, size: 1 })),
    );
    equal(new Set(rows.map((row) => row?.transaction)).size, 1);
    deepEqual(
      rows.map((row) => row?.n),
      [0, 1, 2],
    );
    deepEqual(await things.names(), ['a', 'b', 'c']);
  });

  test("writes beyond one statement's limit are all made", async () => {
    await using things = await openThings();
    const names = Array.from({ length: 1000 }, (_, number) => `thing ${number}`);
    const rows = await Promise.all(names.map((name) => things.group.call({ name, size: 1 })));
    equal(rows.filter((row) => row !== undefined).length, 1000);
    equal((await things.names()).length, 1000);
    equal(things.group.waiting(), 0);
  });

  test('writes of one key are made one after another', async () => {
    await using things = await openThings();
    const write = (name: string) => things.group.call({ name, size: 1 }, { key: 'key' });
    const rows = await Promise.all(['a', 'b', 'c'].map(write));
    equal(new Set(rows.map((row) => row?.transaction)).size, 3);
  });

  test("one owner's locked rows keep only its own writes waiting, and not for long", async () => {
    await using things = await openThings({ lock_timeout: '100' });
    await things.pool.query(`
      create table owners (name text primary key);
      insert into owners values ('locked'), ('free');
      create function lock_owner() returns trigger language plpgsql as $$
        begin perform from owners where name = split_part(new.name, ' ', 1) for update; return new; end $$;
      create trigger lock_owner before insert on things for each row execute function lock_owner()`);
    const holder = await things.pool.connect();
    await holder.query("begin; select from owners where name = 'locked' for update");
    const write = (owner: string, n: number) =>
      things.group.call({ name: `${owner} ${n}`, size: 1 }, { owner });
    const locked = [write('locked', 1), write('locked', 2)];
    const all = Promise.allSettled(locked);
    const free: unknown[] = [];
    for (let n = 0; n < 3; n += 1) void write('free', n).then((row) => free.push(row));
    await until('the others are written', () => free.filter(Boolean).length === 3);
    const outcomes = await all;
    for (const each of outcomes) assertUnavailable(each);
    await holder.query('rollback');
    holder.release();
    notEqual(await write('locked', 3), undefined);
    deepEqual(await things.names(), ['free 0', 'free 1', 'free 2', 'locked 3']);
  });

  test('a skipped write returns undefined and does not affect others', async () => {
    await using things = await openThings();
    await things.group.call({ name: 'a', size: 1 });
    const [again, other] = await Promise.all([
      things.group.call({ name: 'a', size: 2 }),
      things.group.call({ name: 'b', size: 2 }),
    ]);
    deepEqual([again, other?.n], [undefined, 1]);
  });

  test('a group that fails writes nothing, and its callers retry alone', async () => {
    await using things = await openThings();
    const rows = await Promise.all([
      things.group.call({ name: 'good', size: 1 }),
      things.group.call({ name: 'bad', size: 0 }),
    ]);
    deepEqual(rows, [undefined, undefined]);
    deepEqual(await things.names(), []);
  });

  test("strings that PostgreSQL's JSON cannot hold do not affect other writes", async () => {
    await using things = await openThings();
    const rows = await Promise.all(
      ['good', 'a\u0000b', 'a\ud800b', 'a\udc00b'].map((name) =>
        things.group.call({ name, size: 1 }),
      ),
    );
    deepEqual(
      rows.map((row) => row !== undefined),
      [true, false, false, false],
    );
  });

  test('an unknown outcome is an error', async () => {
    await using things = await openThings();
    const holder = await things.pool.connect();
    await holder.query('begin');
    await holder.query('lock table things');
    const write = things.group.call({ name: 'a', size: 1 });
    const lost = rejects(write);
    await until('the write waits for the lock, and is ended', async () => {
      const { rows } = await things.pool.query(`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      return rows.length > 0;
    });
    await holder.query('rollback');
    holder.release();
    await lost;
  });
});
