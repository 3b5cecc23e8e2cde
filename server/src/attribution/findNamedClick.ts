import type { Pool } from 'pg';
import { CLICK_KIND } from '../clicks/Click.ts';
import { lowestIdAt, UUID_PATTERN } from '../lib/uuid.ts';
import type { Project } from '../projects/Project.ts';
import type { PhoneOs } from './PhoneSignals.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A store remembers the click of an install for so long, and so do we. */
export const NAMED_CLICK_DAYS = 90;

const FIND = `
select clicks.id as click_id, clicks.link_key, clicks.clicked_at, terms.term as os,
       links.id as link_id, links.slug, links.domain_id, queries.query,
       links.deleted_at is not null as deleted
from clicks
join links on links.key = clicks.link_key and links.project_id = $2
left join click_terms as terms on terms.code = clicks.os
left join click_queries as queries on queries.click_id = clicks.id
where clicks.id = $1 and clicks.id >= $3 and clicks.kind = ${CLICK_KIND.click}`;

/** A person's click that an app names. */
export interface NamedClick {
  readonly clickId: string;
  readonly linkKey: number;
  readonly linkId: string;
  readonly slug: string;
  readonly domainId: string;
  readonly clickedAt: Date;
  readonly os: PhoneOs | null;
  readonly forwarded: string | null;
  readonly deleted: boolean;
}

type Row = { readonly [K in Columns]: string } & {
  readonly link_key: number;
  readonly clicked_at: Date;
  readonly os: string | null;
  readonly query: string | null;
  readonly deleted: boolean;
};
type Columns = 'click_id' | 'link_id' | 'slug' | 'domain_id';

/** The click by its id, of this project and not too old; undefined for every other text. */
export async function findNamedClick(
  pool: Pool,
  project: Project,
  clickId: string,
  at: Date,
): Promise<NamedClick | undefined> {
  if (!UUID_PATTERN.test(clickId)) return undefined;
  const oldest = lowestIdAt(at.getTime() - NAMED_CLICK_DAYS * DAY_MS);
  const { rows } = await pool.query<Row>({
    name: 'find-named-click',
    text: FIND,
    values: [clickId, project.id, oldest],
  });
  const row = rows[0];
  return (
    row && {
      clickId: row.click_id,
      linkKey: row.link_key,
      linkId: row.link_id,
      slug: row.slug,
      domainId: row.domain_id,
      clickedAt: row.clicked_at,
      os: osOf(row.os),
      forwarded: row.query,
      deleted: row.deleted,
    }
  );
}

function osOf(term: string | null): PhoneOs | null {
  if (term === 'iOS') return 'ios';
  return term === 'Android' ? 'android' : null;
}
