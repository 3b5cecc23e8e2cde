import type { Pool } from 'pg';
import type { Project } from '../projects/Project.ts';
import { type Candidate, MAX_CANDIDATES } from './decideMatch.ts';
import { type PhoneOs, readLanguageTag, readModel } from './PhoneSignals.ts';

/** A range of one index for each day, read from its newest end: however many clicks and projects there are. */
const FIND = `
select seen.click_id, seen.link_key, seen.clicked_at, seen.os_major,
       case when seen.os is null and report.touches then 'ios' else seen.os end as os,
       case when seen.os is null and report.touches then 'iPad' else seen.model end as model,
       coalesce(report.screen, seen.screen) as screen,
       coalesce(report.time_zone, seen.time_zone) as time_zone,
       coalesce(report.language, seen.language) as language,
       seen.used or opens.click_id is not null or (links.deleted_at is not null and
         not exists (select from long_links where link_id = links.id)) as used, links.id as link_id, links.slug, queries.query
from unnest($1::bigint[]) as day (hash)
cross join lateral (
  select * from click_signals
  where address_hash = day.hash and project_id = $2 and clicked_at >= $3
  order by clicked_at desc
  limit ${MAX_CANDIDATES + 1}
) as seen
join links on links.key = seen.link_key
left join click_queries as queries on queries.click_id = seen.click_id
left join click_reports as report on report.click_id = seen.click_id
left join opens on opens.click_id = seen.click_id
order by seen.clicked_at desc, seen.click_id desc
limit ${MAX_CANDIDATES + 1}`;

interface Row {
  readonly click_id: string;
  readonly link_key: number;
  readonly clicked_at: Date;
  readonly os: PhoneOs | null;
  readonly os_major: number | null;
  readonly model: string | null;
  readonly screen: string | null;
  readonly time_zone: string | null;
  readonly language: string | null;
  readonly used: boolean;
  readonly link_id: string;
  readonly slug: string;
  readonly query: string | null;
}

/**
 * The clicks of a project from one address since `from`, newest first, used ones included, and as such those of
 * deleted links: their phones are at the address all the same. At most one more than `MAX_CANDIDATES`.
 * `addressHashes` has one hash for each day since then.
 */
export async function findCandidates(
  pool: Pool,
  project: Project,
  addressHashes: readonly string[],
  from: Date,
): Promise<Candidate[]> {
  if (addressHashes.length === 0) return [];
  const { rows } = await pool.query<Row>({
    name: 'find-candidates',
    text: FIND,
    values: [`{${addressHashes.join(',')}}`, project.id, from],
  });
  return rows.map((row) => ({
    clickId: row.click_id,
    linkKey: row.link_key,
    linkId: row.link_id,
    slug: row.slug,
    forwarded: row.query,
    clickedAt: row.clicked_at,
    os: row.os,
    used: row.used,
    signals: {
      osMajor: row.os_major,
      model: readModel(row.os, row.model),
      screen: row.screen,
      timeZone: row.time_zone,
      language: readLanguageTag(row.language),
    },
  }));
}
