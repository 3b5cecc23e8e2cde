import { bigints, integers, smallints, timestamps, uuids } from '../db/binaryArrays.ts';
import type { Click } from './Click.ts';

/**
 * Steps of the statement that writes a batch: what attribution needs of a phone's click goes along in
 * its transaction. Only batches in which a click leaves such a trace pay for them.
 */
export const writeTraces = (onRepetition: '' | 'on conflict do nothing') => `signalled as (
  insert into click_signals (click_id, clicked_at, link_key, project_id, address_hash, os, os_major,
                             model, language)
  select click_id, clicked_at, link_key, project_id, address_hash, os, os_major, model,
         language
  from unnest(
    $14::uuid[], $15::timestamptz[], $16::int[], $17::uuid[], $18::bigint[], $19::text[],
    $20::smallint[], $21::text[], $22::text[]
  ) as trace (click_id, clicked_at, link_key, project_id, address_hash, os, os_major, model, language)
  ${onRepetition}
), forwarded as (
  insert into click_queries (click_id, query)
  select * from unnest($23::uuid[], $24::text[])
  ${onRepetition}
), `;

export function leavesTrace(click: Click): boolean {
  return click.signals !== null || click.forwarded !== null;
}

/** The parameters of `writeTraces`, in order. */
export function traceColumnsOf(clicks: readonly Click[]): (Buffer | string)[] {
  const signalled = clicks.flatMap((click) =>
    click.signals === null ? [] : [{ click, signals: click.signals }],
  );
  const forwarding = clicks.filter((click) => click.forwarded !== null);
  return [
    uuids(signalled, (row) => row.click.id),
    timestamps(signalled, (row) => row.click.at),
    integers(signalled, (row) => row.click.linkKey),
    uuids(signalled, (row) => row.signals.projectId),
    bigints(signalled, (row) => row.signals.addressHash),
    texts(signalled, (row) => row.signals.os),
    smallints(signalled, (row) => row.signals.osMajor),
    texts(signalled, (row) => quoted(row.signals.model)),
    texts(signalled, (row) => row.signals.language),
    uuids(forwarding, (click) => click.id),
    texts(forwarding, (click) => quoted(click.forwarded)),
  ];
}

function texts<Row>(rows: readonly Row[], value: (row: Row) => string | null): string {
  return `{${rows.map((row) => value(row) ?? 'null').join(',')}}`;
}

/** Free text within an array literal; what else stands in one is made of letters, digits and dashes. */
function quoted(text: string | null): string | null {
  if (text === null) return null;
  return `"${text.replaceAll('\u0000', '').replaceAll(/[\\"]/g, '\\$&')}"`;
}
