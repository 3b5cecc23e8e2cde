import { ASSUMPTIONS, type ClickCapacity, estimateClicks } from './capacity.ts';
import { MEASURED_COSTS } from './costs.ts';

const RATES = [1_000, 10_000, 100_000, 1_000_000];
const LINKS = [1e7, 1e8, 1e9, 1e10];
const BEGIN = '<!-- written by npm run capacity -->';
const END = '<!-- end -->';

const ROWS: readonly (readonly [string, (row: ClickCapacity) => string])[] = [
  ['clicks a day', (row) => short(row.clicksPerDay)],
  ['journal a day', (row) => bytes(row.journalBytesPerDay)],
  ['PostgreSQL a day', (row) => bytes(row.storedBytesPerDay)],
  [`rows kept for ${ASSUMPTIONS.keptDays} days`, (row) => short(row.keptRows)],
  ['bytes kept', (row) => bytes(row.keptBytes)],
  ['cores for redirects', (row) => cores(row.redirectCores)],
  ['cores for loading, PostgreSQL included', (row) => cores(row.loadingCores)],
  ['of these, PostgreSQL', (row) => cores(row.databaseCores)],
  ['network at peak, Gbit/s', (row) => (row.networkBitsPerSecond / 1e9).toFixed(2)],
  [`machines of ${ASSUMPTIONS.coresPerMachine} cores for links`, (row) => String(row.linkMachines)],
  ['dollars a month', (row) => short(row.dollarsPerMonth)],
];

/** The page with its tables written again. */
export function renderCapacity(page: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error('the page has no place for tables');
  return `${before}${BEGIN}\n\n${tables()}\n\n${END}${after}`;
}

function tables(): string {
  const columns = RATES.map((rate) => estimateClicks(rate, MEASURED_COSTS, ASSUMPTIONS));
  return [
    line(['clicks a second, mean', ...RATES.map((rate) => rate.toLocaleString('en'))]),
    `|---|${'---|'.repeat(RATES.length)}`,
    ...ROWS.map(([name, show]) => line([name, ...columns.map(show)])),
    '',
    line(['links', ...LINKS.map(short)]),
    `|---|${'---|'.repeat(LINKS.length)}`,
    line(['bytes', ...LINKS.map((links) => bytes(links * ASSUMPTIONS.linkBytes))]),
  ].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function cores(count: number): string {
  return count < 10 ? count.toFixed(1) : Math.round(count).toLocaleString('en');
}

function bytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'];
  const unit = Math.min(units.length - 1, Math.floor(Math.log10(count) / 3));
  return `${Number((count / 1000 ** unit).toPrecision(3))} ${units[unit]}`;
}

function short(count: number): string {
  return new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 }).format(
    count,
  );
}
