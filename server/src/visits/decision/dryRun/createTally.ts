import type { DryRun } from '@fairlead/contract/operations/rules';
import type { Outcomes } from './explore.ts';
import { type Change, isChange } from './judgeVisit.ts';

type Condition = DryRun['reasons'][number]['condition'];

/** Visits by what a change does to them; fractions while some of them stand for more. */
export interface Tally {
  visits: number;
  unknown: number;
  readonly changed: Map<string, { readonly change: Change; visits: number }>;
  readonly routes: Map<string, number>;
  readonly reasons: Map<Condition, number>;
}

export function createTally(): Tally {
  return { visits: 0, unknown: 0, changed: new Map(), routes: new Map(), reasons: new Map() };
}

/** Counts visits of which the same can come out. */
export function count(
  tally: Tally,
  { possible, reasons, cut }: Outcomes<Change>,
  visits: number,
  withUrls: boolean,
): void {
  const changes = [...possible.values()];
  const [first] = changes;
  const isDecided = !cut && changes.length === 1;
  if (cut || (!isDecided && changes.some(isChange))) return countUnknown(tally, reasons, visits);
  tally.visits += visits;
  if (first !== undefined && isDecided) {
    add(tally.routes, first.to.route, visits);
    if (isChange(first)) addChange(tally, withUrls ? first : withoutUrls(first), visits);
  }
}

export function countUnknown(tally: Tally, reasons: Iterable<Condition>, visits: number): void {
  tally.visits += visits;
  tally.unknown += visits;
  for (const reason of reasons) add(tally.reasons, reason, visits);
}

/** Adds what stands for `factor` times as many. */
export function addScaled(tally: Tally, part: Tally, factor: number): void {
  tally.visits += part.visits * factor;
  tally.unknown += part.unknown * factor;
  for (const { change, visits } of part.changed.values()) addChange(tally, change, visits * factor);
  for (const [route, visits] of part.routes) add(tally.routes, route, visits * factor);
  for (const [reason, visits] of part.reasons) add(tally.reasons, reason, visits * factor);
}

/** The lists of the answer, most visits first. */
export function listsOf(tally: Tally): Pick<DryRun, 'changed' | 'routes' | 'unknown' | 'reasons'> {
  const changed = [...tally.changed.values()].map(({ change: { from, to }, visits }) => ({
    from: from.route,
    to: to.route,
    ...(from.url !== undefined && { fromUrl: from.url }),
    ...(to.url !== undefined && { toUrl: to.url }),
    visits: Math.round(visits),
  }));
  const routes = [...tally.routes].map(([to, visits]) => ({ to, visits: Math.round(visits) }));
  const reasons = [...tally.reasons].map(([condition, visits]) => ({
    condition,
    visits: Math.round(visits),
  }));
  return {
    changed: mostFirst(changed),
    routes: mostFirst(routes),
    unknown: Math.round(tally.unknown),
    reasons: mostFirst(reasons),
  };
}

function mostFirst<Row extends { readonly visits: number }>(rows: readonly Row[]): Row[] {
  const text = (row: Row) => JSON.stringify({ ...row, visits: undefined });
  return rows
    .filter(({ visits }) => visits > 0)
    .toSorted((one, other) => other.visits - one.visits || (text(one) < text(other) ? -1 : 1));
}

function withoutUrls({ from, to }: Change): Change {
  return { from: { route: from.route }, to: { route: to.route } };
}

function addChange(tally: Tally, change: Change, visits: number): void {
  const text = JSON.stringify(change);
  const row = tally.changed.get(text);
  if (row === undefined) tally.changed.set(text, { change, visits });
  else row.visits += visits;
}

function add<Key>(counts: Map<Key, number>, key: Key, visits: number): void {
  counts.set(key, (counts.get(key) ?? 0) + visits);
}
