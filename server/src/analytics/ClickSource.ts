import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Link } from '../links/Link.ts';
import type { Project } from '../projects/Project.ts';
import { lowestIdAt } from '../lib/uuid.ts';
import type { AnalyticsWindow } from './chooseWindow.ts';
import { readState } from './inMerge.ts';

const HOUR_MS = 3600 * 1000;

/** Where the numbers of a window come from: roll-ups of whole hours of UTC, and rows for the rest. */
export interface ClickSource {
  /** A relation with the columns of `clicks`. */
  readonly clicks: RawBuilder<unknown>;
  /** A relation with `opened_at`. */
  readonly opens: RawBuilder<unknown>;
  /** A condition on `attribution_facts`. */
  readonly credits: RawBuilder<unknown>;
  readonly rolled:
    | { readonly projectId: string; readonly from: Date; readonly to: Date }
    | undefined;
}

type Bounds = Pick<AnalyticsWindow, 'from' | 'to'>;

/** A link is counted from its rows, which its index finds. */
export function sourceOfLink(link: Link, { from, to }: Bounds): ClickSource {
  const within = (column: string) =>
    sql`link_key = ${link.key} and ${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to}`;
  return {
    clicks: sql`(select * from clicks where ${within('clicked_at')})`,
    opens: sql`(select opened_at from opens where ${within('opened_at')})`,
    credits: within('at'),
    rolled: undefined,
  };
}

/**
 * Of a project: whole hours from the roll-ups, with the rows that are not merged yet; what the window
 * cuts off at its ends, less than an hour each, from the rows alone. `trx` must be repeatable read.
 */
export async function sourceOfProject(
  trx: Transaction<Database>,
  project: Project,
  { from, to }: Bounds,
): Promise<ClickSource> {
  const { merged } = await readState(trx);
  const first = new Date(Math.ceil(from.getTime() / HOUR_MS) * HOUR_MS);
  const last = new Date(Math.floor(to.getTime() / HOUR_MS) * HOUR_MS);
  const whole = first < last ? { from: first, to: last } : { from, to: from };
  const ends = [
    { from, to: whole.from },
    { from: whole.to, to },
  ].filter((end) => end.from < end.to);
  const ofProject = sql`join links on links.key = link_key and links.project_id = ${project.id}`;
  const clicks = [
    ...ends.map(
      (end) => sql`select clicks.* from clicks ${ofProject}
      where ${idsIn('clicks.id', end)} and ${timeIn('clicked_at', end)}`,
    ),
    sql`select clicks.* from clicks ${ofProject}
      where clicks.id >= ${merged}::uuid and ${idsIn('clicks.id', whole)} and ${timeIn('clicked_at', whole)}`,
    sql`select late.* from late_clicks as late ${ofProject}
      where late.id < ${merged}::uuid and ${timeIn('clicked_at', whole)}`,
  ];
  const opens = [
    ...ends.map(
      (end) => sql`select opened_at from opens ${ofProject} where ${timeIn('opened_at', end)}`,
    ),
    sql`select opened_at from opens ${ofProject}
      where click_id >= ${merged}::uuid and ${timeIn('opened_at', whole)}`,
    sql`select opened_at from late_opens ${ofProject}
      where click_id < ${merged}::uuid and ${timeIn('opened_at', whole)}`,
  ];
  return {
    clicks: sql`(${sql.join(clicks, sql` union all `)})`,
    opens: sql`(${sql.join(opens, sql` union all `)})`,
    credits: sql`project_id = ${project.id} and ${timeIn('at', { from, to })}`,
    rolled: { projectId: project.id, ...whole },
  };
}

/** An id holds its time, so a range of ids leaves other months untouched. */
function idsIn(column: string, { from, to }: Bounds): RawBuilder<unknown> {
  return sql`${sql.ref(column)} >= ${lowestIdAt(from.getTime())}::uuid
    and ${sql.ref(column)} < ${lowestIdAt(to.getTime() + 1)}::uuid`;
}

function timeIn(column: string, { from, to }: Bounds): RawBuilder<unknown> {
  return sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to}`;
}
