import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';

export type Dimension = 'device' | 'os' | 'browser' | 'country' | 'app' | 'referrer';

/** Words that clicks share, stored once; clicks carry their codes. */
export interface ClickTerms {
  /** The code of a term, at once where it is known. Null for none, and for terms beyond the bounds. */
  code(dimension: Dimension, term: string | null): number | null | Promise<number | null>;
}

/** Bounds against made-up terms: a smallint's worth of words, and referrers that stay small. */
const MOST_TERMS = 30_000;
const MOST_REFERRERS = 1_000_000;
const TERM_LENGTH = 100;
const REFERRER_LENGTH = 253;

const FIND_TERM = `select code from click_terms where dimension = $1 and term = $2`;
const ADD_TERM = `insert into click_terms (dimension, term)
  select $1, $2 where (select count(*) from click_terms) < ${MOST_TERMS}
  on conflict do nothing`;
const FIND_REFERRER = `select code from referrers where host = $1`;
const ADD_REFERRER = `insert into referrers (host)
  select $1 where (select coalesce(max(code), 0) from referrers) < ${MOST_REFERRERS}
  on conflict do nothing`;

/** Codes that stay in memory, by dimension. */
const KNOWN_TERMS = 10_000;

export function createClickTerms(pool: Pool): ClickTerms {
  const createKnown = () => new LRUCache<string, { code: number | null }>({ max: KNOWN_TERMS });
  const known: Readonly<Record<Dimension, ReturnType<typeof createKnown>>> = {
    device: createKnown(),
    os: createKnown(),
    browser: createKnown(),
    country: createKnown(),
    app: createKnown(),
    referrer: createKnown(),
  };
  const loads = new Map<string, Promise<number | null>>();

  function load(dimension: Dimension, term: string): Promise<number | null> {
    const key = `${dimension} ${term}`;
    const running = loads.get(key);
    if (running !== undefined) return running;
    const started = findOrAdd(dimension, term)
      .then((code) => {
        known[dimension].set(term, { code });
        return code;
      })
      .finally(() => loads.delete(key));
    loads.set(key, started);
    return started;
  }

  async function findOrAdd(dimension: Dimension, term: string): Promise<number | null> {
    const word = clean(term, dimension === 'referrer' ? REFERRER_LENGTH : TERM_LENGTH);
    const [find, add, values] =
      dimension === 'referrer'
        ? [FIND_REFERRER, ADD_REFERRER, [word]]
        : [FIND_TERM, ADD_TERM, [dimension, word]];
    let { rows } = await pool.query<{ code: number }>(find, values);
    if (rows.length === 0) {
      await pool.query(add, values);
      ({ rows } = await pool.query<{ code: number }>(find, values));
    }
    return rows[0]?.code ?? null;
  }

  return {
    code(dimension, term) {
      if (term === null || term === '') return null;
      const entry = known[dimension].get(term);
      return entry === undefined ? load(dimension, term) : entry.code;
    },
  };
}

function clean(term: string, length: number): string {
  return term.replaceAll('\u0000', '').slice(0, length);
}
