import type { EventNumbers, EventSums } from '@fairlead/contract/eventNumbers';
import { LIMITS } from '@fairlead/contract/limits';
import type { SharedEvents } from '@fairlead/contract/operations/dashboard/shares';

type Cells = SharedEvents['total'];

/** Of how many people a cell of some sums is; null: there is nothing in it. */
type PeopleOf = (sums: EventSums) => number | null;
/** The value of the cell, or null if it is not told. */
type Tell = (value: number) => number | null;

/** Without the cells of so few people that somebody could be made out by them, or by the total and all others. Rule: events 14. */
export function hideFewPeople({
  from,
  to,
  timeZone,
  exactUntil,
  total,
  groups,
}: EventNumbers): SharedEvents {
  const currencies = total.revenue.map(({ currency }) => currency);
  const columns = [
    ({ events, people }) => (events === 0 ? null : people),
    ({ installs }) => installs || null,
    ({ converted }) => converted || null,
    ...currencies.map(
      (code): PeopleOf =>
        (sums) =>
          revenueIn(sums, code)?.people ?? null,
    ),
  ] satisfies PeopleOf[];
  // By column; the total itself has no others to be worked out from.
  const ofTotal = columns.map((peopleOf) => tellOf(isFew(peopleOf(total))));
  const ofGroups = columns.map((peopleOf) => hideAmong(groups.map(peopleOf)).map(tellOf));
  const told = groups.map(({ value, title, ...sums }, index) => ({
    value,
    title,
    ...cellsOf(
      sums,
      currencies,
      ofGroups.map((column) => column[index]!),
    ),
  }));
  return {
    from,
    to,
    timeZone,
    exactUntil,
    total: cellsOf(total, currencies, ofTotal),
    groups: told.filter(tellsAnything),
  };
}

const isFew = (people: number | null) => people !== null && people < LIMITS.fewestShared;
const tellOf =
  (isHidden: boolean): Tell =>
  (value) =>
    isHidden ? null : value;
const revenueIn = ({ revenue }: EventSums, code: string) =>
  revenue.find(({ currency }) => currency === code);

/** Which cells of a column are hidden: those of few, and the smallest other one, so that the hidden ones together are not of few. */
function hideAmong(column: readonly (number | null)[]): boolean[] {
  const few = column.map(isFew);
  // What was cut off is hidden too.
  if (!few.includes(true) && column.length < LIMITS.eventGroups) return few;
  const others = column.filter((people) => people !== null && !isFew(people));
  const smallest = column.indexOf(Math.min(...(others as number[])));
  return few.map((isHidden, index) => isHidden || index === smallest);
}

function cellsOf(
  sums: EventSums,
  currencies: readonly string[],
  [ofPeople, ofInstalls, ofConverted, ...ofRevenue]: readonly Tell[],
): Cells {
  return {
    events: ofPeople!(sums.events),
    people: ofPeople!(sums.people),
    installs: ofInstalls!(sums.installs),
    converted: ofConverted!(sums.converted),
    revenue: currencies.flatMap((currency, index) => {
      const sum = revenueIn(sums, currency);
      return sum === undefined ? [] : [{ currency, amount: ofRevenue[index]!(sum.amount) }];
    }),
  };
}

/** Installs alone are told of what has no events, for by name each has all of them. */
const tellsAnything = ({ events, installs, converted, revenue }: Cells) =>
  (events !== null && events + (installs ?? 0) > 0) ||
  (converted ?? 0) > 0 ||
  revenue.some(({ amount }) => amount !== null);
