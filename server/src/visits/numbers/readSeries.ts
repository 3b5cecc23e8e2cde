import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { ClickStore, KindCounts, WindowQuestion } from './ClickStore.ts';
import { inRange } from '#platform/db/inRange.ts';
import type { Database } from '#platform/db/schema.ts';

interface CreditCounts {
  readonly installs: number;
  readonly returningUsers: number;
  readonly attributedClicks: number;
}
type Facts = KindCounts & CreditCounts;
export type SeriesPoint = Facts & { readonly at: Date };

const NO_CREDITS: CreditCounts = { installs: 0, returningUsers: 0, attributedClicks: 0 };

/** A point for each of `starts`, those without anything included: what the click store counted, and the credits. */
export async function readSeries(
  store: Pick<ClickStore, 'ofClicksWith'>,
  trx: Transaction<Database>,
  question: WindowQuestion,
  times: readonly KindCounts[],
): Promise<SeriesPoint[]> {
  const { starts } = question;
  const credits = await countCredits(store, trx, question);
  // Named one by one: an answer has the same bytes whatever the store.
  return starts.map((at, index) => {
    const { clicks, previews, bots, opens } = times[index] ?? noCounts(at);
    const { installs, returningUsers, attributedClicks } = credits.get(index + 1) ?? NO_CREDITS;
    return { at, clicks, previews, bots, opens, installs, returningUsers, attributedClicks };
  });
}

function noCounts(at: Date): never {
  throw new Error(`The click store has not counted ${at.toISOString()}`);
}

export function addUp(series: readonly SeriesPoint[]): Facts {
  const sum = (fact: keyof Facts) => series.reduce((all, point) => all + point[fact], 0);
  return {
    clicks: sum('clicks'),
    previews: sum('previews'),
    bots: sum('bots'),
    opens: sum('opens'),
    installs: sum('installs'),
    returningUsers: sum('returningUsers'),
    attributedClicks: sum('attributedClicks'),
  };
}

/** By place, counting from 1: the last of `starts` that is not after the credit. */
async function countCredits(
  store: Pick<ClickStore, 'ofClicksWith'>,
  trx: Transaction<Database>,
  { scope: { project, link }, facts, window, starts }: WindowQuestion,
): Promise<ReadonlyMap<number, CreditCounts>> {
  const ofScope = link ? sql`link_key = ${link.key}` : sql`project_id = ${project.id}`;
  const within = sql`${ofScope} and ${inRange('at', window)}`;
  const credited = sql`select click_id from attribution_facts where ${within}`;
  const ofClicks = facts ? await store.ofClicksWith(trx, project, facts, credited) : sql`true`;
  const { rows } = await sql<CreditCounts & { readonly place: number }>`
    select width_bucket(at, ${starts}::timestamptz[]) as place,
           count(*) filter (where kind = 'install') as installs,
           count(*) filter (where kind = 'returning') as "returningUsers",
           count(*) filter (where kind = 'click') as "attributedClicks"
    from attribution_facts where ${within} and ${ofClicks}
    group by 1`.execute(trx);
  return new Map(rows.map(({ place, ...counts }) => [place, counts]));
}
