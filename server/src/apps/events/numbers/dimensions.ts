import type { EventDimension } from '@fairlead/contract/eventNumbers';
import { sql, type RawBuilder } from 'kysely';
import type { Term } from '#visits/clicks/facts/Click.ts';

interface Dimension {
  /** SQL: the text by which a row (`row`, with `name`, `said_by` and `at`) is grouped, its link being `links` and its click `click`. */
  readonly value: (timeZone: string) => RawBuilder<string | null>;
  /** The column of events that it is: installs have none of their own, and belong to all values. */
  readonly ofEvents?: 'name' | 'said_by';
  /** The fact of the click that it needs. */
  readonly fact?: Term;
  /** SQL: the same of a row of `costs`, its link being `links`; absent: costs are not known by it. */
  readonly ofCost?: RawBuilder<string | null>;
  /** SQL: `id, title` of what the values are the ids of. */
  readonly titles?: RawBuilder<unknown>;
}

/** What follows the kind in the text of a route (`textOfRoute`). */
const route = (kind: 'rule' | 'variant'): Dimension => ({
  value: () =>
    sql`case when starts_with(click.route, ${`${kind} `}) then substr(click.route, ${kind.length + 2}) end`,
  fact: 'route',
});

const LINK_ID = sql<string | null>`links.id::text`;
const FOLDER_ID = sql<string | null>`links.folder_id::text`;

export const DIMENSIONS: Readonly<Record<EventDimension, Dimension>> = {
  name: { value: () => sql`row.name`, ofEvents: 'name' },
  saidBy: { value: () => sql`row.said_by`, ofEvents: 'said_by' },
  day: {
    value: (timeZone) => sql`to_char(row.at at time zone ${timeZone}, 'YYYY-MM-DD')`,
    ofCost: sql`costs.day::text`,
  },
  link: {
    value: () => LINK_ID,
    ofCost: LINK_ID,
    titles: sql`select id, coalesce(name, slug) as title from links`,
  },
  folder: {
    value: () => FOLDER_ID,
    ofCost: FOLDER_ID,
    titles: sql`select id, name as title from folders`,
  },
  campaign: {
    value: () => sql`click."utmCampaign"`,
    ofCost: sql`costs.campaign`,
    fact: 'utmCampaign',
  },
  country: { value: () => sql`click.country`, fact: 'country' },
  rule: route('rule'),
  variant: route('variant'),
};
