import type { Pool } from 'pg';
import { CLICK_KIND } from '../../clicks/facts/Click.ts';
import { nameOfCode } from '../../clicks/facts/fieldTypes.ts';
import type { ClickStore } from '../../numbers/ClickStore.ts';
import { groupCalls, type GroupStatement } from '#platform/db/groupCalls.ts';

const FIND: GroupStatement = {
  name: 'find-clicks',
  text: `
select given.n, clicks.id, clicks.link_key, clicks.clicked_at, clicks.kind, terms.term as os,
  routes.route
from json_to_recordset($1) as given (n int, id uuid)
  left join clicks on clicks.id = given.id
  left join click_terms as terms on terms.code = clicks.os
  left join routes on routes.code = clicks.route`,
};

type Row =
  | { readonly n: number; readonly id: null }
  | {
      readonly n: number;
      readonly id: string;
      readonly link_key: number;
      readonly clicked_at: Date;
      readonly kind: number;
      readonly os: string | null;
      readonly route: string | null;
    };

/** Simultaneous calls share a statement. */
export function openClickSearches(pool: Pool): ClickStore['findClick'] {
  const searches = groupCalls<{ readonly id: string }, Row>(pool, FIND);
  return async (id) => {
    const row = await searches.ask({ id });
    if (row.id === null) return undefined;
    const { link_key: linkKey, clicked_at: at, os, route } = row;
    return { id: row.id, linkKey, at, kind: nameOfCode(CLICK_KIND, row.kind), os, route };
  };
}
