import type { Pool } from 'pg';
import { type CallGroup, groupCalls, type GroupStatement } from '#platform/db/groupCalls.ts';
import type { Settled } from '#visits/numbers/openNumbers.ts';
import { timeOfId, UUID_PATTERN } from '#platform/lib/uuid.ts';
import type { Plans } from '#teams/plans/readPlans.ts';
import { retentionDaysOf } from '#teams/plans/retention.ts';
import type { Project } from '#teams/projects/Project.ts';
import { type PhoneOs, readModel } from './PhoneSignals.ts';
import { DAY_MS } from '#platform/lib/time.ts';

/** How long a store remembers the click of an install; we keep it just as long. */
export const NAMED_CLICK_DAYS = 90;

/** What the database has about clicks besides the click store. */
const FIND: GroupStatement = {
  name: 'find-named-clicks',
  text: `
select given.n, found.*
from json_to_recordset($1) as given (n int, click_id uuid, link_key bigint, project_id uuid)
left join lateral (
  select links.id as link_id, links.domain_id, links.slug, case when links.allow_query_passthrough then queries.query end as query,
         links.deleted_at is not null and not exists (select from long_links where link_id = links.id) as deleted,
         case when signals.os is null and report.touches then 'ios' else signals.os end as reported_os,
         case when signals.os is null and report.touches then 'iPad' else signals.model end as model,
         exists (select from opens where click_id = given.click_id)
           or exists (select from delivered_clicks where click_id = given.click_id)
           or exists (select from attribution_facts where click_id = given.click_id and kind = 'click') as used
  from links
  left join click_queries as queries on queries.click_id = given.click_id
  left join click_signals as signals on signals.click_id = given.click_id
  left join click_reports as report on report.click_id = given.click_id
  where links.key = given.link_key and links.project_id = given.project_id
) as found on true`,
};

/** A click that a first open may be matched to. */
export interface MatchedClick {
  readonly clickId: string;
  readonly linkKey: number;
  readonly linkId: string;
  readonly domainId: string;
  readonly slug: string;
  readonly clickedAt: Date;
  readonly forwarded: string | null;
}

/** A person's click that an app names. */
export interface NamedClick extends MatchedClick {
  /** Null for a click from neither iOS nor Android, such as a desktop's. */
  readonly os: PhoneOs | null;
  /** As returned by `readModel`; known while the click has its signals. */
  readonly model: string | null;
  readonly deleted: boolean;
  /** It opened the app, or a first open received its link. */
  readonly used: boolean;
}

interface FoundRow {
  readonly n: number;
  readonly link_id: string;
  readonly domain_id: string;
  readonly slug: string;
  readonly reported_os: PhoneOs | null;
  readonly model: string | null;
  readonly query: string | null;
  readonly deleted: boolean;
  readonly used: boolean;
}

/** Null: the link is none of the project's. */
type Row = FoundRow | { readonly n: number; readonly link_id: null };

interface NamedClickInput {
  readonly click_id: string;
  readonly link_key: number;
  readonly project_id: string;
}

export type NamedClicks = CallGroup<NamedClickInput, Row>;

export function openNamedClicks(pool: Pool): NamedClicks {
  return groupCalls(pool, FIND);
}

interface Stores {
  readonly clicks: Pick<Settled, 'findClick'>;
  readonly groups: { readonly namedClicks: NamedClicks };
  readonly plans: Plans;
}

/** The click with this id, in this project and not too old; undefined for any other text. */
export async function findNamedClick(
  { clicks, groups, plans }: Stores,
  project: Project,
  clickId: string,
  at: Date,
): Promise<NamedClick | undefined> {
  if (!UUID_PATTERN.test(clickId)) return undefined;
  const click = await clicks.findClick(clickId);
  // Retention deletes rows at night; clicks past it count as deleted even before that.
  const days = Math.min(NAMED_CLICK_DAYS, retentionDaysOf(plans, project) ?? Infinity);
  const oldest = at.getTime() - days * DAY_MS;
  if (click?.kind !== 'click' || timeOfId(click.id) < oldest) return undefined;
  const row = await groups.namedClicks.ask({
    click_id: click.id,
    link_key: click.linkKey,
    project_id: project.id,
  });
  if (row.link_id === null) return undefined;
  const os = osOf(click.os) ?? row.reported_os;
  return {
    clickId: click.id,
    linkKey: click.linkKey,
    linkId: row.link_id,
    domainId: row.domain_id,
    slug: row.slug,
    clickedAt: click.at,
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
