import type { CohortAge, Cohorts } from '@fairlead/contract/eventNumbers';
import { LANGUAGE } from '@fairlead/contract/language';
import { Text } from '@mantine/core';
import type { CSSProperties } from 'react';
import { count, dayName } from '../../parts/format.ts';
import { cellOf, tintOf } from './cohortCells.ts';
import './events.css';
import type { Measure } from './eventsSearch.ts';
import { money } from './money.ts';

interface CohortTableProps {
  readonly data: Cohorts;
  readonly measure: Measure;
  readonly currency: string | undefined;
}

const HEADS: Readonly<Record<Cohorts['unit'], string>> = {
  day: 'Day',
  week: 'Week from',
  month: 'Month',
};

const month = new Intl.DateTimeFormat(LANGUAGE, {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Cohorts by row, their ages by column. */
export function CohortTable({ data, measure, currency }: CohortTableProps) {
  const rows = data.cohorts.filter(({ installs }) => installs > 0);
  const ages = data.total.filter(({ size }) => size > 0);
  const days = new Set(ages.map(({ day }) => day));
  const shown = (all: readonly CohortAge[]) => all.filter(({ day }) => days.has(day));
  const values = [...rows.map((row) => row.ages), data.total]
    .flatMap(shown)
    .map((age) => cellOf(age, measure, currency).value ?? 0);
  const cellsOf = (all: readonly CohortAge[]) =>
    shown(all).map((age) => (
      <Cell
        key={age.day}
        age={age}
        measure={measure}
        currency={currency}
        most={Math.max(...values)}
      />
    ));
  const byApps = measure === 'revenue' ? saidByAppsText(data, currency) : null;
  const isPartly = rows.some((row) => shown(row.ages).some(isIncomplete));
  return (
    <>
      <div className="scroll-x" role="region" aria-label="Cohorts by age" tabIndex={0}>
        <table className="cohorts number" aria-label="Cohorts">
          <thead>
            <tr>
              <th scope="col">{HEADS[data.unit]}</th>
              <th scope="col">People</th>
              {ages.map(({ day }) => (
                <th key={day} scope="col">
                  {`Day ${day}`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ start, installs, ages: own }) => (
              <tr key={start}>
                <th scope="row">{nameOf(start, data.unit)}</th>
                <td>{count(installs)}</td>
                {cellsOf(own)}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">All</th>
              <td>{count(rows.reduce((sum, { installs }) => sum + installs, 0))}</td>
              {cellsOf(data.total)}
            </tr>
          </tfoot>
        </table>
      </div>
      <Text size="sm" c="dimmed" mt="xs">
        A day is 24 hours, counted from each install; day 0 is the first, and everybody is active on
        it.
      </Text>
      {byApps !== null && (
        <Text size="sm" c="dimmed">
          {byApps}
        </Text>
      )}
      {isPartly && (
        <Text size="sm" c="dimmed">
          * Not everyone is that old yet: the figure is of those who are.
        </Text>
      )}
    </>
  );
}

/** What of the revenue strangers may have said, who have the key of the app; null: nothing. */
function saidByAppsText(
  { total, revenueFrom }: Pick<Cohorts, 'total' | 'revenueFrom'>,
  currency: string | undefined,
): string | null {
  const sums = total.flatMap(({ revenue }) => revenue.filter((sum) => sum.currency === currency));
  // Each age has what came until then, of those who are old enough.
  const most = sums.toSorted((a, b) => Math.abs(b.saidByApps) - Math.abs(a.saidByApps))[0];
  if (most === undefined || most.saidByApps === 0) return null;
  const amount = money({ currency: most.currency, amount: most.saidByApps });
  return revenueFrom === 'any'
    ? `Only apps have said ${amount} of the revenue.`
    : `Apps have said ${amount} more, which is not added.`;
}

const isIncomplete = ({ complete, size }: CohortAge) => !complete && size > 0;

const nameOf = (start: string, unit: Cohorts['unit']): string =>
  unit === 'month' ? month.format(new Date(start)) : dayName(start);

interface CellProps extends Pick<CohortTableProps, 'measure' | 'currency'> {
  readonly age: CohortAge;
  /** The largest value of all cells. */
  readonly most: number;
}

function Cell({ age, measure, currency, most }: CellProps) {
  const { text, value } = cellOf(age, measure, currency);
  const partly = isIncomplete(age);
  return (
    <td
      style={{ '--tint': `${Math.round(tintOf(value, most) * 100)}%` } as CSSProperties}
      title={titleOf(age)}
    >
      {text}
      {partly && <span aria-hidden>*</span>}
      {partly && <span className="hidden">, not everyone is that old yet</span>}
    </td>
  );
}

function titleOf(age: CohortAge): string {
  if (age.size === 0) return 'Nobody is that old yet';
  const people = `Of ${count(age.size)} people`;
  return isIncomplete(age) ? `${people}; the others are not that old yet` : people;
}
