import type { Pool } from 'pg';

const FIND = 'select position from journals where id = $1';
const BEGIN = `
insert into journals as known (id, position) values ($1, $2)
on conflict (id) do update set loaded_until =
  -- Unknown after a restore, until something is loaded.
  case when known.loaded_until is not null then least(now(), known.loaded_until) end`;
// A node's clock may be ahead.
const NOTE = `
update journals set loaded_until =
  case when $2::timestamptz is null then 'infinity' else least(now(), greatest(loaded_until, $2)) end
where id = $1`;

/** How far a journal is loaded; `start` if it is new. Positions are in PostgreSQL, whatever the click store. */
export async function findPosition(pool: Pool, journalId: string, start: number): Promise<number> {
  await pool.query(BEGIN, [journalId, start]);
  const { rows } = await pool.query<{ position: number }>(FIND, [journalId]);
  return rows[0]?.position ?? start;
}

/** Records that nothing answered before `until` is missing; null: its process ends with everything loaded. */
export async function noteLoaded(pool: Pool, journalId: string, until: Date | null): Promise<void> {
  await pool.query({ name: 'note-loaded', text: NOTE, values: [journalId, until] });
}
