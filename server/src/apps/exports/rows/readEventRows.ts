import { wholeUnits } from '@fairlead/contract/currencies';
import { sql, type Transaction } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import { readRange } from '#platform/lib/timeRange.ts';
import type { Reading } from '#visits/numbers/openNumbers.ts';
import { creditedEvents } from '../../events/creditedEvents.ts';
import type { ExportFilters } from '../Export.ts';
import { type Page, shortUrlOf } from './readRows.ts';
import { writeLines } from './writeLines.ts';

interface Stores {
  readonly trx: Transaction<Database>;
  readonly reading: Pick<Reading, 'events' | 'linksOfClicks'>;
}

interface Row {
  readonly at: Date;
  readonly name: string;
  readonly event_id: string;
  readonly said_by: string;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly quantity: number | null;
  readonly rule: string | null;
  readonly links: readonly (string | null)[];
}

/** Rows of one fetch: about a megabyte. */
const PAGE = 2_000;

/** The rows of the file, the oldest event first, with what each is credited to in either series; test events are left out. */
export async function* readEventRows(
  { trx, reading }: Stores,
  projectId: string,
  { activeAfter, activeBefore, linkId, saidBy }: ExportFilters,
  linkUrlTemplate: string,
): AsyncGenerator<Page> {
  const credited = await creditedEvents(trx, reading, {
    project: { id: projectId },
    range: readRange(activeAfter, activeBefore),
    saidBy,
  });
  const ofLink = linkId ? sql`${linkId}::uuid in (by_install.id, reopened.id)` : sql`true`;
  const linkCells = (series: 'by_install' | 'reopened') =>
    sql`${sql.ref(`${series}.id`)}::text, ${sql.ref(`${series}.slug`)}, ${sql.ref(`${series}.url`)}`;
  const links = sql`(
    select links.id, links.key, links.slug, ${shortUrlOf(linkUrlTemplate)} as url
    from links join domains on domains.id = links.domain_id where links.project_id = ${projectId})`;
  await sql`
    declare event_rows no scroll cursor for
    select at, name, event_id, said_by, coalesce(amount, app_amount) as amount, currency, quantity, rule,
      array[${linkCells('by_install')}, ${linkCells('reopened')}] as links
    from ${credited} as event
      left join ${links} as by_install on by_install.key = event.link_key
      left join ${links} as reopened on reopened.key = event.reopened_link_key
    where ${ofLink} order by at, event_id`.execute(trx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(PAGE)} from event_rows`.execute(trx);
    if (rows.length === 0) return;
    yield { text: await writeLines(trx, rows.map(lineOf)), rows: rows.length };
  }
}

function lineOf({ at, name, event_id: id, said_by: saidBy, currency, quantity, ...row }: Row) {
  const { rule, links, amount } = row;
  const units = amount === null || currency === null ? null : Number(wholeUnits(amount, currency));
  return [at.toISOString(), name, id, saidBy, units, currency, quantity ?? 1, rule, ...links];
}
