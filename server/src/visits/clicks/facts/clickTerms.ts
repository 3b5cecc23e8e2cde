import { LRUCache } from 'lru-cache';
import type { ClientBase, Pool } from 'pg';
import { DAY_MS } from '#platform/lib/time.ts';
import { CLICK_FIELDS, type Term } from './Click.ts';

/** The text of a field of a click in this project; null if the click has none. */
export interface ClickTerm {
  readonly projectId: string;
  readonly field: Term;
  readonly text: string | null;
}

/** Dimension values shared by clicks are stored once; clicks carry their codes. */
export interface ClickTerms {
  /**
   * The codes of these values, in the same order: null for an absent value, or when the dictionary is full.
   * New values are added. A batch whose values are cached needs no statement, any other a few, no matter how
   * many values are new.
   *
   * `db` may be a pool or a connection. In a transaction, call it once, shortly before the commit: another
   * writer of the same new value waits for that commit.
   */
  resolve(db: Queryable, terms: readonly ClickTerm[]): Promise<(number | null)[]>;
  /** The same as text: shortened, and `(other)` for a referrer beyond the limit. */
  resolveTexts(db: Queryable, terms: readonly ClickTerm[]): Promise<(string | null)[]>;
}

/** New referrer hosts and words of campaigns per project and UTC day; further ones count as `(other)`. */
export const MAX_NEW_REFERRERS = 1_000;
/** Shared row, inserted by the migration that introduced the limit. */
export const OTHER_REFERRERS = '(other)';

/** Codes are integers, which end at 2^31. */
const MAX_REFERRER_CODE = 2_000_000_000;
/** Codes in closed lists are smallints. */
const MAX_TERMS = 30_000;
const MAX_TERM_LENGTH = 100;
const MAX_REFERRER_LENGTH = 253;
/** Names of rules, variants and placements of a project; visits of further ones are counted without. */
const MAX_ROUTES = 20_000;

const CACHED_TERMS = 5_000;
const CACHED_REFERRERS = 20_000;
/** Far less than the time after which unused referrers expire: a cached code always exists. */
const CACHED_MS = DAY_MS;
/** How long to wait before trying again for a project that has used up its new referrers. */
const FULL_MS = 60_000;

const TODAY = `(now() at time zone 'UTC')::date`;

type Queryable = Pool | ClientBase;

/** A dictionary in the database: for closed lists, what visitors bring, or what people of the project named. */
interface Dictionary {
  readonly maxLength: number;
  /** Rows of `place` (from 1), `code` and `stale`, for scopes $1 and words $2. */
  readonly find: string;
  readonly add: string;
  /** Notes that codes $1 are in use. */
  readonly touch?: string;
}

const TERMS: Dictionary = {
  maxLength: MAX_TERM_LENGTH,
  find: `select place::integer, code, false as stale
    from unnest($1::text[], $2::text[]) with ordinality as wanted (dimension, term, place)
      join click_terms using (dimension, term)`,
  add: `insert into click_terms (dimension, term)
    select dimension, term from unnest($1::text[], $2::text[]) as wanted (dimension, term)
    where (select count(*) from click_terms) < ${MAX_TERMS}
    order by dimension, term
    on conflict do nothing`,
};

const REFERRERS: Dictionary = {
  maxLength: MAX_REFERRER_LENGTH,
  // A shared host is preferred to the project's own, so that each project has one code for it.
  find: `select distinct on (place) place::integer, code, seen_on < ${TODAY} - 7 as stale
    from unnest($1::uuid[], $2::text[]) with ordinality as wanted (project_id, host, place)
      join referrers using (host)
    where referrers.project_id is null or referrers.project_id = wanted.project_id
    order by place, referrers.project_id nulls first`,
  add: `with wanted as (
      select project_id, host, row_number() over (partition by project_id order by host) as place
      from unnest($1::uuid[], $2::text[]) as wanted (project_id, host)
    ), room as (
      select project_id, ${MAX_NEW_REFERRERS} - (
        select count(*) from referrers
        where referrers.project_id = projects.project_id and added_on = ${TODAY}
      ) as places
      from (select distinct project_id from wanted) as projects
    )
    insert into referrers (project_id, host)
    select project_id, host from wanted join room using (project_id)
    where place <= places and (select coalesce(max(code), 0) from referrers) < ${MAX_REFERRER_CODE}
    order by host, project_id
    on conflict do nothing`,
  // A row locked by another writer is skipped: that writer updates it, and no one waits.
  touch: `update referrers set seen_on = ${TODAY} where code in (
      select code from referrers where code = any($1::integer[]) for no key update skip locked
    )`,
};

const ROUTES: Dictionary = {
  maxLength: MAX_TERM_LENGTH,
  find: `select place::integer, code, false as stale
    from unnest($1::uuid[], $2::text[]) with ordinality as wanted (project_id, route, place)
      join routes using (project_id, route)`,
  add: `with wanted as (
      select * from unnest($1::uuid[], $2::text[]) as wanted (project_id, route)
    ), room as (
      select project_id, ${MAX_ROUTES} - (
        select count(*) from routes where routes.project_id = projects.project_id
      ) as places
      from (select distinct project_id from wanted) as projects
    )
    insert into routes (project_id, route)
    select project_id, route from wanted join room using (project_id)
    where places > 0
    order by project_id, route
    on conflict do nothing`,
};

const DICTIONARIES = { terms: TERMS, referrers: REFERRERS, routes: ROUTES } as const;

interface Word {
  /** Dictionary, scope and text. */
  readonly key: string;
  /** The dimension; the project of a referrer or route. */
  readonly scope: string;
  readonly text: string;
  readonly dictionary: Dictionary;
}

/** By the values' keys. */
type Codes = Map<string, number>;

// oxlint-disable-next-line max-lines-per-function -- a closure: its inner functions share one state and are short
export function createClickTerms(): ClickTerms {
  const cachedTerms = new LRUCache<string, number>({ max: CACHED_TERMS });
  const cachedReferrers = new LRUCache<string, number>({ max: CACHED_REFERRERS, ttl: CACHED_MS });
  const cacheOf = (dictionary: Dictionary) =>
    dictionary === REFERRERS ? cachedReferrers : cachedTerms;
  const fullProjects = new LRUCache<string, true>({ max: 10_000, ttl: FULL_MS });

  async function load(
    db: Queryable,
    dictionary: Dictionary,
    words: readonly Word[],
  ): Promise<Codes> {
    const codes = await findCodes(db, dictionary, words);
    for (const [key, code] of codes) cacheOf(dictionary).set(key, code);
    const isFull = (scope: string) => dictionary === REFERRERS && fullProjects.has(scope);
    const added = words.filter(({ key, scope }) => !codes.has(key) && !isFull(scope));
    if (added.length > 0) {
      await db.query(dictionary.add, columnsOf(added));
      // Cached only once a later batch finds them: the transaction may still be rolled back.
      for (const [key, code] of await findCodes(db, dictionary, added)) codes.set(key, code);
    }
    if (dictionary === REFERRERS) await countAsOther(db, words, codes);
    return codes;
  }

  /** Referrers that were not given a row. */
  async function countAsOther(db: Queryable, words: readonly Word[], codes: Codes): Promise<void> {
    const refused = words.filter(({ key }) => !codes.has(key));
    if (refused.length === 0) return;
    const other = cachedReferrers.get(OTHER_REFERRERS) ?? (await findOther(db));
    if (other !== undefined) cachedReferrers.set(OTHER_REFERRERS, other);
    for (const { key, scope } of refused) {
      fullProjects.set(scope, true);
      if (other !== undefined) codes.set(key, other);
    }
  }

  async function resolveCodes(db: Queryable, words: readonly (Word | null)[]) {
    const codes: Codes = new Map();
    const unknown = new Map<string, Word>();
    for (const word of words) {
      if (word === null || codes.has(word.key)) continue;
      const code = cacheOf(word.dictionary).get(word.key);
      if (code === undefined) unknown.set(word.key, word);
      else codes.set(word.key, code);
    }
    for (const dictionary of Object.values(DICTIONARIES)) {
      const missing = [...unknown.values()].filter((word) => word.dictionary === dictionary);
      if (missing.length === 0) continue;
      for (const [key, code] of await load(db, dictionary, missing)) codes.set(key, code);
    }
    return codes;
  }

  return {
    async resolve(db, terms) {
      const words = terms.map(wordOf);
      const codes = await resolveCodes(db, words);
      return words.map((word) => (word && codes.get(word.key)) ?? null);
    },
    async resolveTexts(db, terms) {
      const words = terms.map(wordOf);
      const codes = await resolveCodes(db, words);
      const other = cachedReferrers.get(OTHER_REFERRERS);
      return words.map((word) => {
        const code = word && codes.get(word.key);
        if (code === null || code === undefined) return null;
        return code === other && word?.dictionary === REFERRERS
          ? OTHER_REFERRERS
          : (word?.text ?? null);
      });
    },
  };
}

function wordOf({ projectId, field, text }: ClickTerm): Word | null {
  if (text === null) return null;
  const { dictionary: name } = CLICK_FIELDS[field];
  const dictionary = DICTIONARIES[name];
  // Truncated within a surrogate pair, it would not match what is stored.
  const word = text.replaceAll('\u0000', '').slice(0, dictionary.maxLength).toWellFormed();
  if (word === '') return null;
  const scope = dictionary === TERMS ? field : projectId;
  return { key: `${name} ${scope} ${word}`, scope, text: word, dictionary };
}

async function findCodes(
  db: Queryable,
  { find, touch }: Dictionary,
  words: readonly Word[],
): Promise<Codes> {
  const { rows } = await db.query<{ place: number; code: number; stale: boolean }>(
    find,
    columnsOf(words),
  );
  const stale = rows.flatMap((row) => (row.stale ? [row.code] : []));
  if (touch !== undefined && stale.length > 0) await db.query(touch, [stale]);
  return new Map(rows.map(({ place, code }) => [words[place - 1]!.key, code]));
}

function columnsOf(words: readonly Word[]): string[][] {
  return [words.map((word) => word.scope), words.map((word) => word.text)];
}

async function findOther(db: Queryable): Promise<number | undefined> {
  const { rows } = await db.query<{ code: number }>(
    'select code from referrers where host = $1 and project_id is null',
    [OTHER_REFERRERS],
  );
  return rows[0]?.code;
}
