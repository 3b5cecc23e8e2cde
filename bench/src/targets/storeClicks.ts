import type { Pool } from 'pg';

const CHUNK = 500_000;

/**
 * Stores clicks of the last hours on the project's links, each with its signals: addresses of 40 clicks
 * each, so that an index that is not one of address and time would show. Written by the database itself.
 */
export async function storeClicks(database: Pool, projectId: string, count: number): Promise<void> {
  for (let stored = 0; stored < count; stored += CHUNK) {
    await database.query(STORE, [projectId, Math.min(CHUNK, count - stored)]);
  }
  await database.query('analyze clicks, click_signals');
}

const STORE = `
with numbered as (
  select key, row_number() over (order by key) - 1 as place, count(*) over () as links
  from links where project_id = $1
), made as (
  select moment.at, number,
         (lpad(to_hex(floor(extract(epoch from moment.at) * 1000)::bigint), 12, '0')
           || '7' || substr(md5(random()::text), 1, 3)
           || 'a' || substr(md5(random()::text), 1, 15))::uuid as id
  from generate_series(1, $2::int) as number,
       lateral (select now() - random() * interval '5 hours' + number * interval '0 seconds' as at) as moment
), stored as (
  insert into clicks (id, clicked_at, link_key, kind, source, visitor)
  select id, at, key, 1, 0, number
  from made join numbered on place = number % links
  returning id, clicked_at, link_key
)
insert into click_signals (click_id, project_id, link_key, clicked_at, address_hash, os, os_major,
                           model, screen, time_zone, language)
select id, $1, link_key, clicked_at, (random() * $2::int / 40)::bigint * 104729, 'ios', 18, 'iPhone',
       '393x852', 'Europe/Berlin', 'de-de'
from stored`;
