import { sql } from 'kysely';
import type { Db } from '../db/Db.ts';
import type { LinkValues } from './countLinks.ts';

const DIMENSIONS = ['device', 'os', 'browser', 'country'] as const;

/** A link's values as codes of `click_terms`; null where none is known. */
export type CodedValues = { readonly key: number } & Readonly<
  Record<(typeof DIMENSIONS)[number], number | null>
>;

/** What PostgreSQL's statements join in place of the values. */
export async function codeValues(
  db: Db,
  groups: AsyncIterable<readonly LinkValues[]>,
): Promise<CodedValues[]> {
  const codes = new Map<string, number>();
  const coded: CodedValues[] = [];
  for await (const group of groups) {
    await learnCodes(db, codes, group);
    for (const values of group) {
      const codeOf = (dimension: (typeof DIMENSIONS)[number]) =>
        codes.get(`${dimension} ${values[dimension]}`) ?? null;
      coded.push({
        key: values.key,
        device: codeOf('device'),
        os: codeOf('os'),
        browser: codeOf('browser'),
        country: codeOf('country'),
      });
    }
  }
  return coded;
}

/** Adds the codes of values that are new; many links share a few values. */
async function learnCodes(
  db: Db,
  codes: Map<string, number>,
  group: readonly LinkValues[],
): Promise<void> {
  const unknown = new Map<string, readonly [dimension: string, term: string]>();
  for (const values of group) {
    for (const dimension of DIMENSIONS) {
      const name = `${dimension} ${values[dimension]}`;
      if (values[dimension] !== '' && !codes.has(name)) {
        unknown.set(name, [dimension, values[dimension]]);
      }
    }
  }
  if (unknown.size === 0) return;
  const asked = [...unknown.values()];
  const { rows } = await sql<{ dimension: string; term: string; code: number }>`
    select dimension, term, code from click_terms join unnest(
      ${asked.map(([dimension]) => dimension)}::text[], ${asked.map(([, term]) => term)}::text[]
    ) as asked (dimension, term) using (dimension, term)`.execute(db);
  for (const { dimension, term, code } of rows) codes.set(`${dimension} ${term}`, code);
}
