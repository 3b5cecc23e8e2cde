import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { useDatabase } from '../support/database.ts';
import { appKey, newProject } from '../support/callers/personas.ts';
import { until } from '../support/until.ts';
import { takeFailures } from '../support/run/failures.ts';

const body = { type: 'unified', fallbackUrl: 'https://example.com' } as const;

test("a lock on one project's counts does not stop the creations of others", async () => {
  const [locked, free] = await Promise.all([newProject(), newProject()]);
  const create = async (project: typeof free) =>
    (await appKey(project)(operations.createLink, { body })).status;
  const { pool } = await useDatabase();
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    // All parts of its count, as an import of many links does.
    await holder.query(
      `insert into link_counts (project_id, slot, links) select $1, slot, 0 from generate_series(0, 15) as slot
       on conflict (project_id, slot) do update set links = link_counts.links`,
      [locked.project.id],
    );
    const waiting = Promise.all(Array.from({ length: 6 }, () => create(locked)));
    const created: number[] = [];
    const others = Promise.all(
      Array.from({ length: 6 }, async () => {
        for (let n = 0; n < 5; n += 1) created.push(await create(free));
      }),
    );
    await until('the others have created theirs', () => created.length === 30);
    await others;
    assert.deepEqual(new Set(created), new Set([201]));
    // Nobody waits for a lock forever.
    assert.deepEqual(new Set(await waiting), new Set([503]));
    await holder.query('rollback');
    assert.equal(await create(locked), 201);
  } finally {
    holder.release();
    takeFailures();
  }
});
