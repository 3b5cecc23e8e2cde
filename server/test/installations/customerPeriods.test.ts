import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { MAX_TOGETHER, membersOf, ownersOf } from '#apps/installations/customerPeriods.ts';
import { connect } from '#platform/db/connections/connect.ts';
import type { Db } from '#platform/db/Db.ts';
import { newId } from '#platform/lib/uuid.ts';
import { newProject } from '../support/callers/personas.ts';
import { makeMigratedDatabase } from '../support/database.ts';
import { endings } from '../support/run/endings.ts';
import { silentLog } from '../support/silentLog.ts';

/** Seconds of a day; `until` is null while it lasts. */
interface Period {
  readonly phone: number;
  readonly since: number;
  readonly until: number | null;
  readonly outranked: number | null;
}

const timeOf = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000);
const phoneOf = (phone: number) => `00000000-0000-7000-8000-${String(phone).padStart(12, '0')}`;

/** The rule, read word by word: whose the customer is at a second, and all that the customer has then. */
function recount(periods: readonly Period[], second: number) {
  const deciding = periods
    .map(({ phone, since, until, outranked }) => {
      const end = Math.min(until ?? Infinity, outranked ?? Infinity);
      return { phone, since, end };
    })
    .filter(({ since, end }) => since < end);
  const first = (left: { since: number; phone: number }, right: typeof left) =>
    left.since - right.since || left.phone - right.phone;
  const then = deciding.filter(({ since, end }) => since <= second && second < end).toSorted(first);
  const before = deciding
    .filter(({ end }) => end <= second)
    .toSorted((left, right) => right.end - left.end);
  const after = deciding.filter(({ since }) => since > second).toSorted(first);
  const owner = then[0] ?? before[0] ?? after[0];
  return { owner: owner?.phone, active: then.map(({ phone }) => phone) };
}

/** A phone is one customer's at a time. Different ends: of two that end together either is the last. */
const drawn = fc
  .array(
    fc.record({
      phone: fc.integer({ min: 0, max: 4 }),
      cuts: fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 6 }),
      outranked: fc.option(fc.integer({ min: 0, max: 60 })),
    }),
    { maxLength: 5 },
  )
  .map((phones): Period[] => {
    const own = new Map(phones.map((each) => [each.phone, each]));
    return [...own.values()].flatMap(({ phone, cuts, outranked }) => {
      // Ends of different phones differ by their last digit.
      const moments = cuts.toSorted((a, b) => a - b).map((cut) => cut * 10 + phone);
      return moments.flatMap((since, index) =>
        index % 2 === 1
          ? []
          : [
              {
                phone,
                since,
                until: moments[index + 1] ?? null,
                outranked: outranked === null ? null : outranked * 10 + phone,
              },
            ],
      );
    });
  });

test('the owner of an event and all others that were then are those of the rule', async () => {
  const { server, project } = await newProject();
  const { db } = server.app;
  const seconds = Array.from({ length: 66 }, (_, index) => index * 10 - 5);
  const ask = async (tx: Db, relation: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ second: number; phones: string[] }>`
      select second, array(
        select distinct id from (${relation}) as held
        where customer_id = 'c' and moment >= held.since and moment < held.until order by id
      ) as phones
      from unnest(${seconds}::integer[], ${seconds.map(timeOf)}::timestamptz[]) as asked (second, moment)
      order by second`.execute(tx);
    return rows.map(({ phones }) => phones);
  };
  await fc.assert(
    fc.asyncProperty(drawn, async (periods) => {
      await sql`delete from installations where project_id = ${project.id}`.execute(db);
      for (const phone of new Set(periods.map((period) => period.phone))) {
        await sql`
          insert into installations (id, project_id, client_id, first_seen_at, last_seen_at)
          values (${phoneOf(phone)}, ${project.id}, ${String(phone)}, now(), now())`.execute(db);
      }
      for (const { phone, since, until, outranked } of periods) {
        await sql`
          insert into customer_periods (installation_id, since, project_id, customer_id, until, said_by, outranked_at)
          values (${phoneOf(phone)}, ${timeOf(since)}, ${project.id}, 'c', ${until === null ? null : timeOf(until)}, 'app',
            ${outranked === null ? null : timeOf(outranked)})`.execute(db);
      }
      const expected = seconds.map((second) => recount(periods, second));
      for (const among of [undefined, sql`select 'c' as customer_id`]) {
        const scope = { project, among };
        assert.deepEqual(
          await ask(db, ownersOf(scope)),
          expected.map(({ owner }) => (owner === undefined ? [] : [phoneOf(owner)])),
        );
        assert.deepEqual(
          await ask(
            db,
            membersOf({
              ...scope,
              owners: ownersOf(scope),
              opened: sql`select id as installation_id from installations`,
            }),
          ),
          expected.map(({ owner, active }) =>
            [...new Set(owner === undefined ? [] : [owner, ...active])]
              .toSorted((a, b) => a - b)
              .map(phoneOf),
          ),
        );
      }
    }),
    { numRuns: 40 },
  );
});

test('an id that thousands of phones share costs no more than a hundred of them', async () => {
  const { server, project } = await newProject();
  await sql`
    with phone as (
      insert into installations (id, project_id, client_id, first_seen_at, last_seen_at)
      select gen_random_uuid(), ${project.id}, number::text, now(), now() from generate_series(1, 3000) as number
      returning id, client_id
    )
    insert into customer_periods (installation_id, since, project_id, customer_id, said_by)
    select id, now() - client_id::integer * interval '1 minute', ${project.id}, 'guest', 'app' from phone`.execute(
    server.app.db,
  );
  const owners = ownersOf({ project });
  const opened = sql`select id as installation_id from installations`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${membersOf({ project, owners, opened })}) as member`.execute(
    server.app.db,
  );
  // The owner is one of them: its time before it was first named is another row.
  assert.deepEqual(rows, [{ count: MAX_TOGETHER + 1 }]);
});

test('the migration changes no credit: a customer belongs to the installations as before it', async () => {
  const connectionString = await makeMigratedDatabase();
  const { db } = endings.use(
    connect({ connectionString, log: silentLog, max: 2, name: 'customers' }),
  );
  const project = { id: newId() };
  await sql`
    drop trigger installations_customer_said on installations; drop function note_customer();
    drop table customer_periods, customer_names`.execute(db);
  await sql`
    insert into projects (id, name, plan) values (${project.id}, 'Before', 'self-hosted')`.execute(
    db,
  );
  await sql`
    insert into installations (id, project_id, client_id, customer_id, first_seen_at, last_seen_at)
    select gen_random_uuid(), ${project.id}, number::text,
      case when number % 5 > 0 then 'customer-' || number % 7 end,
      timestamptz '2026-01-01' + number * 7919 % 1000 * interval '1 hour', now()
    from generate_series(1, 200) as number`.execute(db);
  const { rows: before } = await sql`
    select customer_id, id,
      case when row_number() over seen = 1 then '-infinity' else first_seen_at end as since,
      coalesce(lead(first_seen_at) over seen, 'infinity') as until
    from installations where project_id = ${project.id} and customer_id is not null
    window seen as (partition by customer_id order by first_seen_at, id)
    order by customer_id, since`.execute(db);
  const file = join(import.meta.dirname, '../../migrations/0570_customer_periods.sql');
  await sql.raw(await readFile(file, 'utf8')).execute(db);
  const { rows: after } = await sql`
    select * from (${ownersOf({ project })}) as owner order by customer_id, since`.execute(db);
  assert.equal(after.length, 160);
  assert.deepEqual(after, before);
});
