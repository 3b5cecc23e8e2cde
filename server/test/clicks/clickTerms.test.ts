import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { expireReferrers } from '#visits/postgres/expireReferrers.ts';
import {
  type ClickTerm,
  createClickTerms,
  MAX_NEW_REFERRERS,
  OTHER_REFERRERS,
} from '#visits/clicks/facts/clickTerms.ts';
import { newId } from '#platform/lib/uuid.ts';
import { connect } from '#platform/db/connections/connect.ts';
import { makeMigratedDatabase, useDatabase } from '../support/database.ts';
import { silentLog } from '../support/silentLog.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Hosts that no other test sends. */
function hosts(count: number): string[] {
  const mark = newId().slice(-12);
  return Array.from({ length: count }, (_, index) => `site-${index}.${mark}.example`);
}

function referrers(projectId: string, names: readonly (string | null)[]): ClickTerm[] {
  return names.map((text) => ({ projectId, field: 'referrer', text }));
}

async function nameOf(pool: Pool, code: number | null | undefined): Promise<string | undefined> {
  const { rows } = await pool.query<{ host: string }>(
    'select host from referrers where code = $1',
    [code],
  );
  return rows[0]?.host;
}

/** The pool, counting what it is asked. */
function counted(pool: Pool): { pool: Pool; asked: () => number } {
  let asked = 0;
  const query = pool.query.bind(pool);
  const counting = Object.assign(Object.create(pool) as Pool, {
    query: (...input: Parameters<typeof query>) => {
      asked += 1;
      return query(...input);
    },
  });
  return { pool: counting, asked: () => asked };
}

describe('dictionary of dimension values', () => {
  test('new values of a batch take a few statements, known ones none', async () => {
    const { pool, asked } = counted((await useDatabase()).pool);
    const terms = createClickTerms();
    const project = newId();
    const batch: ClickTerm[] = [
      ...referrers(project, hosts(500)),
      { projectId: project, field: 'country', text: 'PT' },
      { projectId: project, field: 'os', text: 'iOS' },
    ];
    const first = await terms.resolve(pool, batch);
    assert.equal(new Set(first.slice(0, 500)).size, 500);
    assert.ok(first.every((code) => code !== null));
    assert.ok(asked() <= 6, `${asked()} statements`);
    assert.deepEqual(await terms.resolve(pool, batch), first);
    const before = asked();
    assert.deepEqual(await terms.resolve(pool, batch), first);
    assert.equal(asked(), before);
  });

  test('all processes get the same code, and equal values in a batch one code', async () => {
    const { pool } = await useDatabase();
    const project = newId();
    const names = hosts(50);
    const batch = referrers(project, [...names, ...names]);
    const all = await Promise.all(
      [1, 2, 3, 4].map(() => createClickTerms().resolve(pool, batch.toReversed())),
    );
    for (const codes of all) assert.deepEqual(codes, all[0]);
    assert.equal(new Set(all[0]).size, 50);
    assert.equal(await nameOf(pool, all[0]?.at(-1)), names[0]);
  });

  test('a missing value has no code, and unusual characters are accepted', async () => {
    const { pool } = await useDatabase();
    const project = newId();
    const odd = ['a\u0000b.example', `${'x'.repeat(252)}😀`, `\ud800.${newId()}.example`];
    const batch = referrers(project, [null, '', '\u0000', ...odd]);
    const [none, empty, nul, ...codes] = await createClickTerms().resolve(pool, batch);
    assert.deepEqual([none, empty, nul], [null, null, null]);
    assert.equal(new Set(codes).size, 3);
    assert.ok(codes.every((code) => code !== null));
    assert.deepEqual((await createClickTerms().resolve(pool, batch)).slice(3), codes);
  });

  test('a project with too many new referrers affects only its own day', async () => {
    const { pool, asked } = counted((await useDatabase()).pool);
    const terms = createClickTerms();
    const [hostile, other] = [newId(), newId()];
    const names = hosts(MAX_NEW_REFERRERS + 30);
    const codes = await terms.resolve(pool, referrers(hostile, names));
    const names_ = await Promise.all(codes.slice(-40).map((code) => nameOf(pool, code)));
    assert.equal(new Set(codes).size, MAX_NEW_REFERRERS + 1);
    assert.ok(names_.includes(OTHER_REFERRERS));

    const before = asked();
    const [late] = await terms.resolve(pool, referrers(hostile, hosts(1)));
    assert.equal(await nameOf(pool, late), OTHER_REFERRERS);
    assert.equal(asked() - before, 2, 'a full project is looked up, and not tried again');

    const known = referrers(hostile, names.slice(0, 1));
    assert.equal(await nameOf(pool, (await terms.resolve(pool, known))[0]), names[0]);
    const mixed = await terms.resolve(pool, [
      ...referrers(hostile, hosts(1)),
      ...referrers(other, names.slice(-1)),
    ]);
    assert.equal(await nameOf(pool, mixed[0]), OTHER_REFERRERS);
    assert.equal(await nameOf(pool, mixed[1]), names.at(-1));
  });

  test('values added in a transaction that rolls back are not cached', async () => {
    const { pool } = await useDatabase();
    const terms = createClickTerms();
    const [name = ''] = hosts(1);
    const batch = referrers(newId(), [name]);
    const client = await pool.connect();
    try {
      await client.query('begin');
      const [gone] = await terms.resolve(client, batch);
      assert.ok(gone);
      await client.query('rollback');
    } finally {
      client.release();
    }
    const [code] = await terms.resolve(pool, batch);
    assert.equal(await nameOf(pool, code), name);
  });

  test('a host stored before the limit is shared by all projects', async () => {
    const { pool } = await useDatabase();
    const [name = ''] = hosts(1);
    const { rows } = await pool.query<{ code: number }>(
      'insert into referrers (host) values ($1) returning code',
      [name],
    );
    const batch = [...referrers(newId(), [name]), ...referrers(newId(), [name])];
    const code = rows[0]?.code;
    assert.deepEqual(await createClickTerms().resolve(pool, batch), [code, code]);
  });

  test('a referrer expires when no visit sends it and no count refers to it', async () => {
    // Of its own: in that of other tests it would expire what they use.
    const connectionString = await makeMigratedDatabase();
    await using connection = connect({ connectionString, log: silentLog });
    const { pool, db } = connection;
    const project = { id: newId(), name: 'Referrers', plan: 'business' };
    await db.insertInto('projects').values(project).execute();
    const names = hosts(3);
    const codes = await createClickTerms().resolve(pool, referrers(project.id, names));
    await sql`
      insert into rollups (project_number, link_key, dimension, at, code, count)
      select number, 0, 6, now(), ${codes[0]}, 1 from projects where id = ${project.id}`.execute(
      db,
    );
    const [orphan] = await createClickTerms().resolve(pool, referrers(newId(), hosts(1)));
    const left = async () => Promise.all([...codes, orphan].map((code) => nameOf(pool, code)));
    await expireReferrers(db, new Date());
    assert.deepEqual(await left(), [...names, undefined]);
    await pool.query('update referrers set seen_on = seen_on - 100 where code = any($1)', [codes]);
    // Another process meets one of them: it is in use again.
    await createClickTerms().resolve(pool, referrers(project.id, names.slice(1, 2)));
    await expireReferrers(db, new Date());
    assert.deepEqual(await left(), [names[0], names[1], undefined, undefined]);
    await expireReferrers(db, new Date(Date.now() + 100 * DAY_MS));
    assert.deepEqual(await left(), [names[0], undefined, undefined, undefined]);
    const { rows } = await pool.query('select from referrers where host = $1', [OTHER_REFERRERS]);
    assert.equal(rows.length, 1);
  });
});
