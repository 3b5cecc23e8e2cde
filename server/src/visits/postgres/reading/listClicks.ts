import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { timeOfId } from '#platform/lib/uuid.ts';
import type { Link } from '#links/link/Link.ts';
import { CLICK_KIND, CLICK_SOURCE, TERMS } from '../../clicks/facts/Click.ts';
import { snakeCase, textOfCode } from '../../clicks/facts/factColumns.ts';
import { nameOfCode } from '../../clicks/facts/fieldTypes.ts';
import type { ListedClick } from '../../numbers/ClickStore.ts';

type Row = Omit<ListedClick, 'kind' | 'source'> & {
  readonly kind: number;
  readonly source: number;
};

/** SQL: the texts that the codes of a click stand for, by the names of their fields. */
const TEXTS = sql.raw(
  TERMS.map((name) => `${textOfCode(name, `recent.${snakeCase(name)}`)} as "${name}"`).join(', '),
);

/** Visits of a link, newest first, at most `limit`; those whose id is not above `after` are left out. */
export async function listClicks(
  db: Db,
  link: Pick<Link, 'key'>,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<ListedClick[]> {
  const since =
    after === undefined
      ? sql``
      : sql`and id > ${after} and clicked_at >= ${new Date(timeOfId(after))}`;
  const { rows } = await sql<Row>`
    with recent as materialized (
      select * from clicks where link_key = ${link.key} ${since}
      order by clicked_at desc, id desc limit ${limit}
    )
    select recent.id, clicked_at as at, kind, source, opens.click_id is not null as opened,
           ${TEXTS}
    from recent
    left join opens on opens.click_id = recent.id
    order by recent.clicked_at desc, recent.id desc`.execute(db);
  return rows.map((row) => ({
    ...row,
    kind: nameOfCode(CLICK_KIND, row.kind),
    source: nameOfCode(CLICK_SOURCE, row.source),
  }));
}
