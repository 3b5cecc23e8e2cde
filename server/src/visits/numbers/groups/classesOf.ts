import { createSlices } from '#platform/lib/createSlices.ts';
import { MINUTE_MS } from '#platform/lib/time.ts';
import type { BoundedRange } from '#platform/lib/timeRange.ts';

/** What clicks can be told apart by in time. */
export const QUARTER_MS = 15 * MINUTE_MS;

/** Items of the same text together, the most first. */
export async function classesOf<Item>(
  items: Iterable<Item>,
  textOf: (item: Item) => string,
  stepsOfText = 1,
): Promise<(readonly [Item, ...Item[]])[]> {
  const slices = createSlices();
  const classes = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    if (slices.spend(stepsOfText)) await slices.turn();
    const text = textOf(item);
    const found = classes.get(text);
    if (found === undefined) classes.set(text, [item]);
    else found.push(item);
  }
  return [...classes.values()].toSorted((one, other) => other.length - one.length);
}

/** The number of the class of each quarter of an hour that a range touches, from the one of number `first` since the epoch. */
export async function classesOfTimes(
  { from, to }: BoundedRange,
  textOf: (quarter: number) => string,
  stepsOfText = 1,
): Promise<{ readonly first: number; readonly classes: readonly number[] }> {
  const slices = createSlices();
  const first = Math.floor(from.getTime() / QUARTER_MS);
  const last = Math.max(first, Math.ceil(to.getTime() / QUARTER_MS));
  const numbers = new Map<string, number>();
  const classes: number[] = [];
  for (let quarter = first; quarter <= last; quarter += 1) {
    if (slices.spend(stepsOfText)) await slices.turn();
    const text = textOf(quarter * QUARTER_MS);
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    classes.push(known);
  }
  return { first, classes };
}
