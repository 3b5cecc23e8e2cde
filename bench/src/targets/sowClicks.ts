import type { Client } from 'pg';
import { sowLinks } from './sowLinks.ts';

export interface Population {
  readonly projectId: string;
  readonly links: number;
  readonly clicks: number;
  readonly months: number;
}

const TERMS = {
  device: ['mobile', 'desktop', 'tablet'],
  os: ['iOS', 'Android', 'Windows', 'macOS', 'Linux'],
  browser: ['Safari', 'Chrome', 'Firefox', 'Edge', 'Samsung Internet', 'Opera'],
  country: ['US', 'DE', 'GB', 'FR', 'PT', 'BR', 'IN', 'JP', 'MX', 'ES', 'IT', 'CA'],
  app: ['Instagram', 'Facebook', 'TikTok'],
  language: ['en', 'de', 'fr', 'es', 'pt', 'ja'],
};
/** Values of utm_source, utm_medium and utm_campaign, in the order of their codes. */
const CAMPAIGN_WORDS = ['newsletter', 'social', 'print', 'email', 'paid', 'organic'].concat(
  Array.from({ length: 40 }, (_, number) => `campaign-${number}`),
);
const REFERRERS = 500;
const BATCH = 500_000;
const DAY_MS = 24 * 3600 * 1000;

/**
 * Writes links and their clicks straight into the tables, in the order of time: Zipf over the links,
 * even over the months, one in twenty a preview or a bot, one in ten opened, one in three of a campaign.
 */
export async function sowClicks(
  client: Client,
  population: Population,
  progress: (line: string) => void,
): Promise<void> {
  const end = Date.now() - 3600 * 1000;
  const start = end - population.months * 30.5 * DAY_MS;
  await makeMonths(client, start, end);
  await sowTerms(client);
  await sowLinks(client, { ...population, projectIds: [population.projectId] });
  const { rows } = await client.query<{ first: number; project: number }>(
    `select min(key) as first, (select number from projects where id = $1) as project
     from links where project_id = $1`,
    [population.projectId],
  );
  const step = (end - start) / population.clicks;
  for (let from = 0; from < population.clicks; from += BATCH) {
    const count = Math.min(BATCH, population.clicks - from);
    await client.query(CLICKS, [
      start + from * step,
      step,
      count,
      population.links,
      rows[0]?.first ?? 0,
      rows[0]?.project ?? 0,
    ]);
    progress(`${from + count} of ${population.clicks} clicks`);
  }
  await client.query(`insert into opens (click_id, opened_at, link_key, project_number)
    select id, clicked_at, link_key, project_number from clicks where kind = 1 and visitor % 10 = 0`);
  progress('vacuum');
  await client.query('vacuum (analyze) clicks');
  await client.query('vacuum (analyze) opens');
}

/** Rank by the inverse of the distribution function of 1/rank; ids and times are one. */
const CLICKS = `
  insert into clicks (id, clicked_at, link_key, project_number, kind, source, device, os, browser, country, app,
                      referrer, visitor, language, utm_source, utm_medium, utm_campaign)
  select id, uuid_extract_timestamp(id), link_key, $6::integer, kind, source,
         (select min(code) from click_terms where dimension = 'device') + floor(3 * power(r2, 2)),
         (select min(code) from click_terms where dimension = 'os') + floor(5 * power(r3, 2)),
         (select min(code) from click_terms where dimension = 'browser') + floor(6 * power(r4, 2)),
         (select min(code) from click_terms where dimension = 'country') + floor(12 * power(r5, 2)),
         case when r2 > 0.8
           then (select min(code) from click_terms where dimension = 'app') + floor(3 * r3) end,
         case when r4 > 0.5
           then (select min(code) from referrers where host like 'site-%') + floor(${REFERRERS} * power(r5, 3)) end,
         floor(r1 * 1e12)::bigint,
         (select min(code) from click_terms where dimension = 'language') + floor(6 * power(r3, 2)),
         case when r1 < 0.33 then (select code from referrers where host = 'newsletter') + floor(3 * r2) end,
         case when r1 < 0.33 then (select code from referrers where host = 'email') + floor(3 * r2) end,
         case when r1 < 0.33 then (select code from referrers where host = 'campaign-0') + floor(40 * power(r4, 2)) end
  from (
    select uuidv7(to_timestamp(($1::float8 + (n + random()) * $2::float8) / 1000) - clock_timestamp())
             as id,
           $5::bigint + floor(exp(random() * ln($4::integer)))::integer - 1 as link_key,
           case when random() < 0.95 then 1 when random() < 0.5 then 2 else 3 end as kind,
           case when random() < 0.9 then 0 else 1 end as source,
           random() as r1, random() as r2, random() as r3, random() as r4, random() as r5
    from generate_series(0, $3::integer - 1) as n
  ) as drawn`;

async function sowTerms(client: Client): Promise<void> {
  for (const [dimension, terms] of Object.entries(TERMS)) {
    // In one statement, so that their codes follow one another.
    await client.query('delete from click_terms where dimension = $1', [dimension]);
    await client.query(
      'insert into click_terms (dimension, term) select $1, term from unnest($2::text[]) as term',
      [dimension, terms],
    );
  }
  await client.query(`insert into referrers (host)
    select 'site-' || n || '.example' from generate_series(1, ${REFERRERS}) as n`);
  await client.query('insert into referrers (host) select host from unnest($1::text[]) as host', [
    CAMPAIGN_WORDS,
  ]);
}

/** Partitions of the past, such as the months would have made; the server makes those to come. */
async function makeMonths(client: Client, start: number, end: number): Promise<void> {
  const first = new Date(start);
  for (let offset = 0; ; offset += 1) {
    const low = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + offset);
    const high = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + offset + 1);
    if (low > end) return;
    const month = new Date(low).toISOString().slice(0, 7).replace('-', '_');
    for (const table of ['clicks', 'opens']) {
      await client.query(`create table if not exists ${table}_${month} partition of ${table}
        for values from ('${lowestId(low)}') to ('${lowestId(high)}')`);
    }
  }
}

function lowestId(ms: number): string {
  const digits = ms.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}
