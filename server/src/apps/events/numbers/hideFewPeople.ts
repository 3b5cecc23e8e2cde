import type { EventNumbers, EventSums } from '@fairlead/contract/eventNumbers';
import { LIMITS } from '@fairlead/contract/limits';
import type { SharedEvents } from '@fairlead/contract/operations/dashboard/shares';

type Cells = SharedEvents['total'];

/** Of how many people a cell of some sums is; null: there is nothing in it. */
type PeopleOf = (sums: EventSums) => number | null;

/** Without the cells of so few people that somebody could be made out by them, or by the total and all others. Rule: events 14. */
export function hideFewPeople({ total, groups, ...moment }: EventNumbers): SharedEvents {
  const currencies = total.revenue.map(({ currency }) => currency);
  const columns: readonly PeopleOf[] = [
    ({ events, people }) => (events === 0 ? null : people),
    ({ installs }) => installs || null,
    ({ converted }) => converted || null,
    ...currencies.map(
      (code): PeopleOf =>
        (sums) =>
          revenueIn(sums, code)?.people ?? null,
    ),
  ];
  const hidden = columns.map((peopleOf) => hiddenAmong(groups.map(peopleOf)));
  const told = groups.map(({ value, title, ...sums }, index) => ({
    value,
    title,
    ...cellsOf(
      sums,
      currencies,
      hidden.map((column) => column[index]!),
    ),
  }));
  return {
    ...moment,
    // It has no others that it could be worked out from.
    total: cellsOf(
      total,
      currencies,
      columns.map((peopleOf) => isFew(peopleOf(total))),
    ),
    groups: told.filter(tellsAnything),
  };
}

const isFew = (people: number | null) => people !== null && people < LIMITS.fewestShared;
const unless = (isHidden: boolean | undefined, value: number) => (isHidden ? null : value);
const revenueIn = ({ revenue }: EventSums, code: string) =>
  revenue.find(({ currency }) => currency === code);

/** Which cells of a column are hidden: those of few, and the smallest other one, so that the hidden ones together are not of few. */
function hiddenAmong(column: readonly (number | null)[]): boolean[] {
  const few = column.map(isFew);
  // What was cut off is hidden too.
  if (!few.includes(true) && column.length < LIMITS.eventGroups) return few;
  const others = column.flatMap((people) => (people === null || isFew(people) ? [] : [people]));
  const smallest = column.indexOf(Math.min(...others));
  return few.map((isHidden, index) => isHidden || index === smallest);
}

/** The last argument: whether each column is hidden, in their order above. */
function cellsOf(
  sums: EventSums,
  currencies: readonly string[],
  [people, installs, converted, ...amounts]: readonly boolean[],
): Cells {
  return {
    events: unless(people, sums.events),
    people: unless(people, sums.people),
    installs: unless(installs, sums.installs),
    converted: unless(converted, sums.converted),
    revenue: currencies.flatMap((currency, index) => {
      const sum = revenueIn(sums, currency);
      return sum === undefined ? [] : [{ currency, amount: unless(amounts[index], sum.amount) }];
    }),
  };
}

/** Installs alone are told of what has no events, for by name each has all of them. */
const tellsAnything = ({ events, installs, converted, revenue }: Cells) =>
  (events !== null && events + (installs ?? 0) > 0) ||
  (converted ?? 0) > 0 ||
  revenue.some(({ amount }) => amount !== null);
