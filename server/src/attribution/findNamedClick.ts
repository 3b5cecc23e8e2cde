import type { Pool } from 'pg';
import { type CallGroup, groupCalls, type GroupStatement } from '../db/groupCalls.ts';
import { CLICK_KIND } from '../clicks/Click.ts';
import { lowestIdAt, UUID_PATTERN } from '../lib/uuid.ts';
import type { Plans } from '../plans/readPlans.ts';
import { retentionDaysOf } from '../plans/retention.ts';
import type { Project } from '../projects/Project.ts';
import { type PhoneOs, readModel } from './PhoneSignals.ts';
import { DAY_MS } from '../lib/time.ts';

/** How long a store remembers the click of an install; we keep it just as long. */
export const NAMED_CLICK_DAYS = 90;

const FIND: GroupStatement = {
  name: 'find-named-clicks',
  text: `
select given.n, found.*
from json_to_recordset($1) as given (n int, click_id uuid, project_id uuid, oldest uuid)
left join lateral (
  select clicks.id as click_id, clicks.link_key, clicks.clicked_at, terms.term as os,
         links.id as link_id, links.domain_id, links.slug, queries.query,
         links.deleted_at is not null and not exists (select from long_links where link_id = links.id) as deleted,
         case when signals.os is null and report.touches then 'ios' else signals.os end as reported_os,
         case when signals.os is null and report.touches then 'iPad' else signals.model end as model,
         exists (select from opens where click_id = clicks.id)
           or exists (select from delivered_clicks where click_id = clicks.id)
           or exists (select from attribution_facts where click_id = clicks.id and kind = 'click') as used
  from clicks
  join links on links.key = clicks.link_key and links.project_id = given.project_id
  left join click_terms as terms on terms.code = clicks.os
  left join click_queries as queries on queries.click_id = clicks.id
  left join click_signals as signals on signals.click_id = clicks.id
  left join click_reports as report on report.click_id = clicks.id
  where clicks.id = given.click_id and clicks.id >= given.oldest and clicks.kind = ${CLICK_KIND.click}
) as found on true`,
};

/** A person's click that an app names. */
export interface NamedClick {
  readonly clickId: string;
  readonly linkKey: number;
  readonly linkId: string;
  readonly domainId: string;
  readonly slug: string;
  readonly clickedAt: Date;
  /** Null for a click from neither iOS nor Android, such as a desktop's. */
  readonly os: PhoneOs | null;
  /** As returned by `readModel`; known while the click has its signals. */
  readonly model: string | null;
  readonly forwarded: string | null;
  readonly deleted: boolean;
  /** It opened the app, or a first open received its link. */
  readonly used: boolean;
}

interface FoundRow {
  readonly n: number;
  readonly click_id: string;
  readonly link_key: number;
  readonly link_id: string;
  readonly domain_id: string;
  readonly slug: string;
  readonly clicked_at: Date;
  readonly os: string | null;
  readonly reported_os: PhoneOs | null;
  readonly model: string | null;
  readonly query: string | null;
  readonly deleted: boolean;
  readonly used: boolean;
}

type Row = FoundRow | { readonly n: number; readonly click_id: null };

interface NamedClickInput {
  readonly click_id: string;
  readonly project_id: string;
  /** The lowest id of a click that is not too old. */
  readonly oldest: string;
}

export type NamedClicks = CallGroup<NamedClickInput, Row>;

export function openNamedClicks(pool: Pool): NamedClicks {
  return groupCalls(pool, FIND);
}

/** The click with this id, in this project and not too old; undefined for any other text. */
export async function findNamedClick(
  {
    groups,
    plans,
  }: { readonly groups: { readonly namedClicks: NamedClicks }; readonly plans: Plans },
  project: Project,
  clickId: string,
  at: Date,
): Promise<NamedClick | undefined> {
  if (!UUID_PATTERN.test(clickId)) return undefined;
  // Retention deletes rows at night; clicks past it count as deleted even before that.
  const days = Math.min(NAMED_CLICK_DAYS, retentionDaysOf(plans, project) ?? Infinity);
  const oldest = lowestIdAt(at.getTime() - days * DAY_MS);
  const asked = { click_id: clickId, project_id: project.id, oldest };
  const row = await groups.namedClicks.ask(asked);
  if (row.click_id === null) return undefined;
  const os = osOf(row.os) ?? row.reported_os;
  return {
    clickId: row.click_id,
    linkKey: row.link_key,
    linkId: row.link_id,
    domainId: row.domain_id,
    slug: row.slug,
    clickedAt: row.clicked_at,
    os,
    model: readModel(os, row.model),
    forwarded: row.query,
    deleted: row.deleted,
    used: row.used,
  };
}

function osOf(term: string | null): PhoneOs | null {
  if (term === 'iOS') return 'ios';
  return term === 'Android' ? 'android' : null;
}
