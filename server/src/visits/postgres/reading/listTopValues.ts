import { sql } from 'kysely';
import type { LinkTopValues } from '@fairlead/contract/operations/analytics';
import { LINK_TOP_FIELDS } from '../../clicks/facts/Click.ts';
import type { Db } from '#platform/db/Db.ts';
import type { TimeRange } from '#platform/lib/timeRange.ts';
import type { Link } from '#links/link/Link.ts';
import { textOfCode } from '../../clicks/facts/factColumns.ts';
import { clickedWithin } from './clickedWithin.ts';
import { countLinks } from '../countFacts.ts';

const NONE = Object.fromEntries(LINK_TOP_FIELDS.map((name) => [name, null])) as LinkTopValues;

/** The words that the export would write for a page of links, in their order. */
export async function listTopValues(
  db: Db,
  links: readonly Pick<Link, 'key'>[],
  window: TimeRange,
): Promise<LinkTopValues[]> {
  const keys = links.map(({ key }) => key);
  const names = LINK_TOP_FIELDS.map((name) => `${textOfCode(name, `top."${name}"`)} as "${name}"`);
  const { rows } = await sql<LinkTopValues & { readonly link_key: number }>`
    with click as (
      select * from clicks where link_key = any(${keys}::bigint[]) and ${clickedWithin(window)}
    )
    select link_key, ${sql.raw(names.join(', '))} from (${sql.raw(countLinks('click'))}) as top`.execute(
    db,
  );
  const found = new Map(rows.map(({ link_key, ...values }) => [link_key, values]));
  return keys.map((key) => found.get(key) ?? NONE);
}
