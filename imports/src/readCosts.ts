import { decimalsOf } from '@fairlead/contract/currencies';
import { LIMITS } from '@fairlead/contract/limits';
import type { Cost } from '@fairlead/contract/operations/costs';
import { readTable } from './readFile.ts';

/** Rows of a file of costs, in the words of the API; problems say what is wrong with others, and where. */
export interface ReadCosts {
  readonly costs: readonly Cost[];
  readonly problems: readonly string[];
}

/** How advertising networks and people call the columns, in lower case. */
const COLUMNS = {
  day: ['day', 'date', 'reporting starts'],
  campaign: ['campaign', 'utm_campaign', 'campaign name'],
  link: ['link', 'link id', 'link_id'],
  currency: ['currency', 'currency code', 'account currency'],
  amount: ['amount', 'cost', 'spend', 'amount spent'],
} as const;
type Column = keyof typeof COLUMNS;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Reads a CSV file with what campaigns or links (by id) have cost by day. Amounts are in whole units of the currency, with a point: 12.34 EUR; those of several
 * rows of one day, campaign or link and currency are added up, as networks have a row for each advertisement. Without a column for it, the currency is `currency`.
 */
export function readCosts(bytes: Uint8Array, currency?: string): ReadCosts {
  const file = readTable(bytes);
  if (typeof file === 'string') return { costs: [], problems: [file] };
  const places = new Map(
    (Object.keys(COLUMNS) as Column[]).map((column) => [
      column,
      file.headings.findIndex((heading) =>
        COLUMNS[column].some((name) => name === heading.toLowerCase()),
      ),
    ]),
  );
  const missing = missingColumns(places, currency);
  if (missing.length > 0) return { costs: [], problems: missing };
  const sums = new Map<string, Cost>();
  const problems: string[] = [];
  for (const { row, cells } of file.rows) {
    const cell = (column: Column) => cells[places.get(column) ?? -1]?.trim() ?? '';
    const read = readRow(cell, currency);
    if (typeof read === 'string') {
      problems.push(`Row ${row}: ${read}`);
      continue;
    }
    const { amount, ...of } = read;
    const key = JSON.stringify([of.day, of.campaign, of.linkId, of.currency]);
    sums.set(key, { ...of, amount: amount + (sums.get(key)?.amount ?? 0) });
  }
  return { costs: [...sums.values()], problems };
}

/** Costs as `importCosts` takes them, call by call. */
export function* callsOf(costs: readonly Cost[]): Generator<Cost[]> {
  for (let first = 0; first < costs.length; first += LIMITS.costsPerCall) {
    yield costs.slice(first, first + LIMITS.costsPerCall);
  }
}

function missingColumns(places: ReadonlyMap<Column, number>, currency?: string): string[] {
  const has = (column: Column) => places.get(column) !== -1;
  const name = (column: Column) => COLUMNS[column].join(', ');
  return [
    ...(has('day') ? [] : [`There is no column for the day: call it one of ${name('day')}.`]),
    ...(has('campaign') || has('link')
      ? []
      : [
          `There is no column for the campaign or link: call it one of ${name('campaign')}, ${name('link')}.`,
        ]),
    ...(has('amount')
      ? []
      : [`There is no column for the amount: call it one of ${name('amount')}.`]),
    ...(has('currency') || currency !== undefined
      ? []
      : [
          `There is no column for the currency: call it one of ${name('currency')}, or say which it is.`,
        ]),
  ];
}

function readRow(cell: (column: Column) => string, given?: string): Cost | string {
  const day = cell('day');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return `"${day}" is no day such as 2026-11-27.`;
  const [campaign, link] = [cell('campaign'), cell('link')];
  if ((campaign === '') === (link === '')) return 'It must have either a campaign or a link.';
  if (link !== '' && !UUID.test(link)) return `"${link}" is no id of a link.`;
  const currency = (cell('currency') || (given ?? '')).toUpperCase();
  const decimals = decimalsOf(currency);
  if (decimals === undefined) return `"${currency}" is no currency such as EUR.`;
  const amount = minorUnits(cell('amount'), decimals);
  if (amount === undefined) {
    return `"${cell('amount')}" is no amount in ${currency}: digits, and a point before at most ${decimals} decimals.`;
  }
  return {
    day,
    ...(campaign === '' ? { linkId: link.toLowerCase() } : { campaign }),
    currency,
    amount,
  };
}

/** Exact: 12.3 with two decimals is 1230. Separators of thousands are not guessed. */
function minorUnits(text: string, decimals: number): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,15})(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  if (whole === undefined || fraction.length > decimals) return undefined;
  const units = Number(whole + fraction.padEnd(decimals, '0'));
  return Number.isSafeInteger(units) ? units : undefined;
}
