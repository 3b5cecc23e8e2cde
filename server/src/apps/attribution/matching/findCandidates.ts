import type { Pool } from 'pg';
import { type CallGroup, groupCalls, type GroupStatement } from '#platform/db/groupCalls.ts';
import type { Project } from '#teams/projects/Project.ts';
import { type Candidate, MAX_CANDIDATES } from './decideMatch.ts';
import { type PhoneOs, readLanguageTag, readModel } from './PhoneSignals.ts';

/** One index range for each day, read from its newest end: fast no matter how many clicks and projects there are. */
const FIND: GroupStatement = {
  name: 'find-candidates',
  text: `
select given.n, (
  select json_agg(candidate) from (
    select seen.click_id, seen.link_key, seen.clicked_at, seen.os_major,
           case when seen.os is null and report.touches then 'ios' else seen.os end as os,
           case when seen.os is null and report.touches then 'iPad' else seen.model end as model,
           coalesce(report.screen, seen.screen) as screen,
           coalesce(report.time_zone, seen.time_zone) as time_zone,
           coalesce(report.language, seen.language) as language,
           seen.used or opens.click_id is not null or (links.deleted_at is not null and
             not exists (select from long_links where link_id = links.id)) as used,
           links.id as link_id, links.domain_id, links.slug, case when links.allow_query_passthrough then queries.query end as query
    from unnest(given.hashes) as day (hash)
    cross join lateral (
      select * from click_signals
      where address_hash = day.hash and project_id = given.project_id and clicked_at >= given.since
      order by clicked_at desc
      limit ${MAX_CANDIDATES + 1}
    ) as seen
    join links on links.key = seen.link_key
    left join click_queries as queries on queries.click_id = seen.click_id
    left join click_reports as report on report.click_id = seen.click_id
    left join opens on opens.click_id = seen.click_id
    order by seen.clicked_at desc, seen.click_id desc
    limit ${MAX_CANDIDATES + 1}
  ) as candidate
) as candidates
from json_to_recordset($1) as given (n int, hashes bigint[], project_id uuid, since timestamptz)`,
};

interface Row {
  readonly click_id: string;
  readonly link_key: number;
  /** ISO 8601, because it arrives as JSON. */
  readonly clicked_at: string;
  readonly os: PhoneOs | null;
  readonly os_major: number | null;
  readonly model: string | null;
  readonly screen: string | null;
  readonly time_zone: string | null;
  readonly language: string | null;
  readonly used: boolean;
  readonly link_id: string;
  readonly domain_id: string;
  readonly slug: string;
  readonly query: string | null;
}

interface CandidateInput {
  readonly hashes: readonly string[];
  readonly project_id: string;
  readonly since: Date;
}

export type CandidateSearches = CallGroup<
  CandidateInput,
  { readonly n: number; readonly candidates: readonly Row[] | null }
>;

export function openCandidateSearches(pool: Pool): CandidateSearches {
  return groupCalls(pool, FIND);
}

/**
 * The clicks of a project from one IP address since `from`, newest first, including used ones and those on
 * deleted links, which count as used: their phones are at the IP address all the same. At most one more than
 * `MAX_CANDIDATES`. `addressHashes` has one hash for each day since then.
 */
export async function findCandidates(
  searches: CandidateSearches,
  project: Project,
  addressHashes: readonly string[],
  from: Date,
): Promise<Candidate[]> {
  if (addressHashes.length === 0) return [];
  const search = { hashes: addressHashes, project_id: project.id, since: from };
  const { candidates } = await searches.ask(search);
  return (candidates ?? []).map((row) => ({
    clickId: row.click_id,
    linkKey: row.link_key,
    linkId: row.link_id,
    domainId: row.domain_id,
    slug: row.slug,
    forwarded: row.query,
    clickedAt: new Date(row.clicked_at),
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
