import type { Client } from 'pg';

interface LinkPopulation {
  readonly projectIds: readonly string[];
  /** Of each project. */
  readonly links: number;
  /** Their creation is spread over as many months. */
  readonly months: number;
}

/** Writes links `p1`, `p2`, … of projects with a domain straight into the table. */
export async function sowLinks(
  client: Client,
  { projectIds, links, months }: LinkPopulation,
): Promise<void> {
  await client.query(
    `insert into links (id, project_id, domain_id, type, slug, name, external_id, fallback_url,
                        ios_url, android_url, created_at)
     select uuidv7(-age), domains.project_id, domains.id, case n % 2 when 0 then 'unified' else 'dynamic' end,
            'p' || n, 'Product ' || n, 'sku-' || n, 'https://shop.example.com/products/' || n,
            'https://apps.apple.com/app/id' || (100000000 + n),
            'https://play.google.com/store/apps/details?id=com.example.p' || n, now() - age
     from domains, lateral (
       select n, random() * make_interval(months => $3::integer) as age
       from generate_series(1, $2::integer) as n
     ) as drawn
     where domains.project_id = any($1)`,
    [projectIds, Math.floor(links), months],
  );
  await client.query('vacuum (analyze) links');
}
