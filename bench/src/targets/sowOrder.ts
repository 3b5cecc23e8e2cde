import type { Client } from 'pg';

/** What links are sorted by: each is in one of the folders or in none, and has up to three tags. */
export interface Order {
  readonly projectId: string;
  readonly tags: number;
  readonly folders: number;
  /** Links that have the tag `CHOSEN` as well. */
  readonly chosen: number;
}

export const CHOSEN = 'chosen';

/** Writes tags `tag-1`, … and folders `folder-1`, … straight into the tables; returns the ids of the folders. */
export async function sowOrder(
  client: Client,
  { projectId, tags, folders, chosen }: Order,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    `insert into folders (id, project_id, name)
     select uuidv7(), $1, 'folder-' || n from generate_series(1, $2::integer) as n returning id`,
    [projectId, folders],
  );
  const ids = rows.map(({ id }) => id);
  await client.query(
    `update links set
       folder_id = ($3::uuid[])[1 + key % ($4::integer + 1)],
       tags = array(select distinct 'tag-' || (1 + (key * step) % $2::integer)
                    from generate_series(1, key % 4) as step order by 1)
              || case when number <= $5::integer then array['${CHOSEN}'] else '{}'::text[] end,
       archived = key % 10 = 0,
       expires_at = case when key % 7 = 0 then now() + make_interval(days => (key % 200)::integer - 100) end
     from (select id, row_number() over (order by slug) as number from links where project_id = $1) as numbered
     where links.id = numbered.id`,
    [projectId, tags, ids, folders, chosen],
  );
  await client.query('vacuum (analyze) links');
  return ids;
}
