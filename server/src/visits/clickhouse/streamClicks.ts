import type { ClicksQuestion, StreamedClick } from '../numbers/ClickStore.ts';
import { clicksWith } from './clicksWith.ts';
import type { ClickHouse } from './connection/ClickHouse.ts';
import { ofScope, within } from './connection/sqlText.ts';
import { type FoundRow, STORED_VALUES, valuesOfRow } from './rowsOfClicks.ts';

/** From which on what is to be sorted waits on disk. */
const SORTED_BYTES = 256 * 1024 * 1024;

/** Clicks as they arrive; ids of type UUID sort by their second half, so they are compared as text. */
export async function* streamClicks(
  ch: ClickHouse,
  { scope, facts, range }: ClicksQuestion,
): AsyncGenerator<StreamedClick[]> {
  const pages = ch.stream<FoundRow>(`
    SELECT ${STORED_VALUES} FROM clicks
    WHERE ${ofScope(scope)} AND ${within('clicks.at', range)} AND ${facts ? clicksWith(facts) : 'true'}
    ORDER BY clicks.at, toString(clicks.id)
    SETTINGS max_bytes_before_external_sort = ${SORTED_BYTES}`);
  for await (const rows of pages) {
    yield rows.map((row) => {
      const { visitor: _visitor, at, ...click } = valuesOfRow(row);
      return { ...click, at: new Date(at) };
    });
  }
}
