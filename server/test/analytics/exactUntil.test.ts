import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { useDatabase } from '../support/database.ts';
import { bodyOf } from '../support/callers/person.ts';
import { member, newProject } from '../support/callers/personas.ts';
import { useServer } from '../support/useServer.ts';
import { until } from '../support/until.ts';

async function readExactUntil(project: Awaited<ReturnType<typeof newProject>>): Promise<number> {
  const { id: projectId } = project.project;
  const reply = await member(project)(operations.getProjectAnalytics, {
    params: { projectId },
    query: {},
  });
  return Date.parse(bodyOf(reply, 200).exactUntil);
}

test("exactUntil waits for the slowest server's journal, except those stopped or a day silent", async () => {
  const project = await newProject();
  const { pool } = await useDatabase();
  const other = randomUUID();
  const set = (until: string) =>
    pool.query(
      `insert into journals as known (id, position, loaded_until) values ($1, 0, ${until})
       on conflict (id) do update set loaded_until = excluded.loaded_until`,
      [other],
    );
  try {
    await set("now() - interval '5 minutes'");
    const { rows } = await pool.query<{ loaded_until: Date }>(
      'select loaded_until from journals where id = $1',
      [other],
    );
    assert.equal(await readExactUntil(project), rows[0]?.loaded_until.getTime());
    for (const gone of ["'infinity'", "now() - interval '25 hours'"]) {
      await set(gone);
      assert.ok((await readExactUntil(project)) > rows[0]!.loaded_until.getTime(), gone);
    }
  } finally {
    await pool.query('delete from journals where id = $1', [other]);
  }
});

test('an idle server keeps reporting that its journal is loaded', async () => {
  await useServer();
  const { pool } = await useDatabase();
  const read = async () => {
    const { rows } = await pool.query<{ until: Date | null }>(
      `select max(loaded_until) as until from journals where loaded_until < 'infinity'`,
    );
    return rows[0]?.until?.getTime() ?? 0;
  };
  const before = await read();
  await until('it is reported again', async () => (await read()) > before);
});
