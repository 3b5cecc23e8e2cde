import type { Pool } from 'pg';
import type { Project } from '../projects/Project.ts';
import { type Candidate, MOST_CANDIDATES } from './decideMatch.ts';
import { type PhoneOs, readLanguageTag, readModel } from './PhoneSignals.ts';

/** One range of one index, however many clicks and projects there are. */
const FIND = `
select signals.click_id, signals.link_key, signals.clicked_at, signals.os, signals.os_major,
       signals.model, signals.screen, signals.time_zone, signals.language, signals.used,
       links.id as link_id, links.slug, queries.query
from click_signals as signals
join links on links.key = signals.link_key and links.deleted_at is null
left join click_queries as queries on queries.click_id = signals.click_id
where signals.address_hash = any($1::bigint[]) and signals.project_id = $2
  and signals.clicked_at >= $3
order by signals.clicked_at desc
limit ${MOST_CANDIDATES + 1}`;

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
 * The clicks of a project from one address since `from`, newest first, used ones included; at most one
 * more than `MOST_CANDIDATES`. `addressHashes` has one hash for each day since then.
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
