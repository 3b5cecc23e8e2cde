import type { Client } from 'pg';

/** Writes projects with a verified domain each straight into the tables, and returns their ids. */
export async function sowProjects(client: Client, count: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `with sown as (
       insert into projects (id, name, plan)
       select uuidv7(), 'Sown ' || n, 'business' from generate_series(1, $1::integer) as n
       returning id, number
     ), domains_of_them as (
       insert into domains (id, project_id, host, verification_token, verified_at, is_primary)
       select uuidv7(), id, 'sown-' || number || '.bench.localhost', id::text, now(), true from sown
     )
     select id from sown`,
    [count],
  );
  await client.query('vacuum (analyze) projects, domains');
  return rows.map(({ id }) => id);
}
