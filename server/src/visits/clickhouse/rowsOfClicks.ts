import { type Click, CLICK_FIELDS, STORED } from '../clicks/facts/Click.ts';
import { snakeCase } from '../clicks/facts/factColumns.ts';
import { nameOfCode } from '../clicks/facts/fieldTypes.ts';
import { timeOfId } from '#platform/lib/uuid.ts';
import type { ClickHouse } from './connection/ClickHouse.ts';

/** A click with its values as they are stored: texts as their dictionaries have them. */
export type StoredClick = Pick<Click, 'id' | 'projectId' | 'linkKey' | (typeof STORED)[number]>;

const COLUMNS = ['project_id', 'link_key', 'at', 'id', ...STORED.map(snakeCase), 'journal'];

/** Adds clicks under a token, which each of them keeps; a second time under the same one changes nothing. */
export async function insertClicks(
  ch: ClickHouse,
  clicks: readonly StoredClick[],
  token: string,
): Promise<void> {
  if (clicks.length === 0) return;
  const rows = clicks.map((click) => [
    click.projectId,
    click.linkKey,
    new Date(timeOfId(click.id)).toISOString(),
    click.id,
    ...STORED.map((name) => storedValue(click, name)),
    token,
  ]);
  await ch.insert({ table: 'clicks', columns: COLUMNS, rows, token });
}

function storedValue(click: StoredClick, name: (typeof STORED)[number]): unknown {
  const { codes, clickhouse } = CLICK_FIELDS[name];
  const value = click[name];
  if (codes !== undefined) return codes[String(value)];
  return value ?? (clickhouse?.startsWith('Nullable') ? null : '');
}

/** What `STORED_VALUES` select, beside the stored fields. */
export interface FoundRow {
  readonly id: string;
  readonly linkKey: number;
  readonly at: string;
}

/** SQL: a click, for `valuesOfRow`. */
export const STORED_VALUES = [
  'toString(id) AS id',
  'link_key AS linkKey',
  'at',
  ...STORED.map((name) => `${snakeCase(name)} AS ${name}`),
].join(', ');

/** A row with the names of its codes; what is empty is not known. */
export function valuesOfRow<Row extends object>(
  row: Row,
): Row & Pick<StoredClick, (typeof STORED)[number]> {
  const found = row as Readonly<Record<string, unknown>>;
  const values = STORED.map((name) => {
    const { codes } = CLICK_FIELDS[name];
    const value = found[name];
    if (codes !== undefined) return [name, nameOfCode(codes, Number(value))];
    return [name, value === '' ? null : value];
  });
  return { ...row, ...Object.fromEntries(values) } as Row & StoredClick;
}
