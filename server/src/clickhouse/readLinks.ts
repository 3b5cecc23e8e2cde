import { sql, type Transaction } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  ClickScope,
  LinkCounts,
  LinkNumbers,
  LinkTopValues,
  Throttle,
  WantedLinks,
} from '../clicks/ClickStore.ts';
import { safeIntegers, smallints } from '../db/binaryArrays.ts';
import type { Db } from '../db/Db.ts';
import { inRange } from '../db/inRange.ts';
import type { Database } from '../db/schema.ts';
import type { TimeRange } from '../lib/timeRange.ts';
import type { Link } from '../links/Link.ts';
import type { ClickHouse } from './ClickHouse.ts';
import { type CodedValues, codeValues } from './codeValues.ts';
import {
  type LinkCount,
  type LinkValues,
  streamLinkCounts,
  streamLinkValues,
} from './countLinks.ts';
import { readPending } from './pending.ts';

/** The clicks are counted elsewhere: nobody has to rest. */
const NO_THROTTLE: Throttle = { afterRows: () => 'true', rest: () => nextTurn() };

/** Numbers of links in a range, as arrays in the statement that joins them; a replica has no temporary tables. */
export async function countLinks(
  ch: ClickHouse,
  { project, link }: ClickScope,
  range: TimeRange,
): Promise<LinkCounts> {
  const keys = link ? { keys: [link.key] } : {};
  const groups = await Array.fromAsync(
    streamLinkCounts(ch, { projectId: project.id, range, ...keys }),
  );
  const relation = countsRelation(groups.flat());
  return {
    clicks: () => relation,
    opens: (wanted) => sql`(
      select link_key, count(*) as opens from opens
      where ${inRange('opened_at', range)} and link_key in (${wanted}) group by link_key
    )`,
  };
}

function countsRelation(counts: readonly LinkCount[]) {
  return sql`(
    select * from unnest(
      ${counts.map(({ key }) => key)}::bigint[], ${counts.map(({ clicks }) => clicks)}::bigint[],
      ${counts.map(({ previews }) => previews)}::bigint[], ${counts.map(({ bots }) => bots)}::bigint[],
      ${counts.map(({ lastClickedAt }) => timeOf(lastClickedAt))}::timestamptz[]
    ) as counted (link_key, clicks, previews, bots, last_clicked_at)
  )`;
}

export async function listTopValues(
  ch: ClickHouse,
  db: Db,
  links: readonly Pick<Link, 'key'>[],
  range: TimeRange,
): Promise<LinkTopValues[]> {
  if (links.length === 0) return [];
  const keys = links.map(({ key }) => key);
  const found = new Map<number, LinkValues>();
  for (const [projectId, ofProject] of await groupByProject(db, keys)) {
    const asked = { projectId, keys: ofProject, range, pending: await readPending(db, projectId) };
    for await (const group of streamLinkValues(ch, asked)) {
      for (const values of group) found.set(values.key, values);
    }
  }
  return keys.map((key) => {
    const values = found.get(key);
    return {
      device: values?.device || null,
      os: values?.os || null,
      browser: values?.browser || null,
      country: values?.country || null,
    };
  });
}

/** The projects of links; rows in ClickHouse are found by both. */
export async function groupByProject(
  db: Db,
  keys: readonly number[],
): Promise<Map<string, number[]>> {
  const rows = await db
    .selectFrom('links')
    .select(['key', 'project_id'])
    .where('key', 'in', keys)
    .execute();
  const grouped = new Map<string, number[]>();
  for (const row of rows) {
    grouped.set(row.project_id, [...(grouped.get(row.project_id) ?? []), row.key]);
  }
  return grouped;
}

/** The numbers of an export, as arrays in the caller's statement; a replica has no temporary tables. */
export async function readLinkNumbers(
  ch: ClickHouse,
  trx: Transaction<Database>,
  { project }: WantedLinks,
  range: TimeRange,
): Promise<LinkNumbers> {
  const asked = { projectId: project.id, range, pending: await readPending(trx, project.id) };
  const values = await codeValues(trx, streamLinkValues(ch, asked));
  const isLifetime = !range.from && !range.to;
  const counts = isLifetime
    ? sql.table('link_counters')
    : countsRelation((await Array.fromAsync(streamLinkCounts(ch, asked))).flat());
  const codes = (dimension: keyof CodedValues) => smallints(values, (each) => each[dimension]);
  return {
    relation: sql`(
      select link_key, clicks, last_clicked_at, device, os, browser, country
      from ${counts} as counted join wanted_links using (link_key) left join unnest(
        ${safeIntegers(values, ({ key }) => key)}::bigint[], ${codes('device')}::smallint[],
        ${codes('os')}::smallint[], ${codes('browser')}::smallint[], ${codes('country')}::smallint[]
      ) as coded (link_key, device, os, browser, country) using (link_key)
      where clicks > 0
    )`,
    throttle: NO_THROTTLE,
  };
}
function timeOf(ms: number): Date | null {
  return ms === 0 ? null : new Date(ms);
}
