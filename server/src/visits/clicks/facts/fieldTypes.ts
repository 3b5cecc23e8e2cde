import {
  bigints,
  booleans,
  integers,
  safeIntegers,
  smallints,
  texts,
  timestamps,
  uuids,
} from '#platform/db/binaryArrays.ts';
import type { ColumnType } from '#platform/db/rowParameters.ts';

/**
 * What a field of a fact can hold: how it stands in a record of the journal, in an array parameter of PostgreSQL and in a column
 * of ClickHouse.
 */
export interface FieldType<Value> {
  /** The value in JSON. */
  encode(value: Value): unknown;
  /** Throws a RangeError for what is no such value; undefined is that of a record written before there was the field. */
  decode(json: unknown): Value;
  readonly postgres: ColumnType<unknown>;
  /** Absent where ClickHouse has no such column. */
  readonly clickhouse?: string;
  /** It is a column of the fact's own table, under its name in snake case. */
  readonly stored?: boolean;
  /** The dictionary whose code PostgreSQL stores in place of the text. */
  readonly dictionary?: 'terms' | 'referrers' | 'routes';
  /** It may be null: not known. */
  readonly nullable?: true;
  /** Numbers of the names that the value can have: they are stored in its place. */
  readonly codes?: Readonly<Record<string, number>>;
}

type Fields = Readonly<Record<string, FieldType<unknown>>>;

/** The values of a fact with these fields. */
export type ValuesOf<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends FieldType<infer Value> ? Value : never;
};

/** Writes facts of one type as lists and reads them: the type's name, then the values in the order of the fields. */
export function recordOf<F extends Fields>(type: string, fields: F) {
  const list = Object.entries(fields);
  return {
    encode(values: ValuesOf<F>): string {
      const record: unknown[] = [type];
      for (const [name, field] of list) record.push(field.encode(values[name]));
      return JSON.stringify(record);
    },
    /** Throws a RangeError where a value is missing or of another type. */
    decode(record: readonly unknown[]): ValuesOf<F> {
      const values: Record<string, unknown> = {};
      for (const [index, [name, field]] of list.entries()) {
        values[name] = field.decode(record[index + 1]);
      }
      return values as ValuesOf<F>;
    },
  };
}

const same = <Value>(value: Value): Value => value;
const textOrNull = (json: unknown) => (typeof json === 'string' ? json : null);

export const id: FieldType<string> = {
  encode: same,
  decode: readText,
  postgres: { name: 'uuid', array: uuids },
  clickhouse: 'UUID',
};

/** A whole number below 2^53. */
export const key: FieldType<number> = {
  encode: same,
  decode: readNumber,
  postgres: { name: 'bigint', array: safeIntegers },
  clickhouse: 'UInt64',
};

/** Milliseconds since the epoch. */
export const moment: FieldType<number> = {
  encode: same,
  decode: readNumber,
  postgres: { name: 'timestamptz', array: timestamps },
  clickhouse: `DateTime64(3, 'UTC')`,
};

export const smallNumber: FieldType<number | null> = {
  nullable: true,
  encode: same,
  decode: (json) => (typeof json === 'number' ? json : null),
  postgres: { name: 'smallint', array: smallints },
};

export const flag: FieldType<boolean> = {
  encode: (value) => (value ? 1 : 0),
  decode: (json) => json === 1,
  postgres: { name: 'boolean', array: booleans },
  clickhouse: 'Bool',
};

/** A signed 64-bit number as a decimal. */
export const hash: FieldType<string | null> = {
  nullable: true,
  encode: same,
  decode: textOrNull,
  postgres: { name: 'bigint', array: bigints },
  clickhouse: 'Nullable(Int64)',
};

export const text: FieldType<string | null> = {
  nullable: true,
  encode: same,
  decode: textOrNull,
  postgres: { name: 'text', array: texts },
  clickhouse: 'Nullable(String)',
};

/** Text that every fact of its type has. */
export const requiredText: FieldType<string> = {
  encode: same,
  decode: readText,
  postgres: text.postgres,
  clickhouse: 'String',
};

export const optionalId: FieldType<string | null> = {
  ...text,
  postgres: id.postgres,
  clickhouse: 'Nullable(UUID)',
};

export const optionalMoment: FieldType<number | null> = {
  ...smallNumber,
  postgres: moment.postgres,
  clickhouse: `Nullable(${moment.clickhouse})`,
};

/** A whole number of at most 2^53 either way, or absent. */
export const wholeNumber: FieldType<number | null> = {
  ...smallNumber,
  postgres: key.postgres,
  clickhouse: 'Nullable(Int64)',
};

/** Any JSON, or absent. */
export const json: FieldType<unknown> = {
  nullable: true,
  encode: (value) => value ?? null,
  decode: (value) => value ?? null,
  postgres: {
    name: 'jsonb',
    array: (rows, read) =>
      texts(rows, (row) => {
        const value = read(row);
        return value === null ? null : JSON.stringify(value);
      }),
  },
  clickhouse: 'Nullable(String)',
};

/** Text that is one of these, or absent; stored as it is. */
export function words<Word extends string>(...known: readonly Word[]): FieldType<Word | null> {
  return { ...text, decode: (json) => known.find((word) => word === json) ?? null };
}

type Dictionary = NonNullable<FieldType<unknown>['dictionary']>;

/** Text from a closed list: visitors must not be able to enlarge the dictionary. */
export const term: FieldType<string | null> & { readonly dictionary: Dictionary } = {
  ...text,
  postgres: { name: 'smallint', array: smallints },
  clickhouse: 'LowCardinality(String)',
  dictionary: 'terms',
};

/** A host or another word that visitors bring, of which a project gets so many new ones a day (`clickTerms`). */
export const host: typeof term = {
  ...term,
  postgres: { name: 'integer', array: integers },
  dictionary: 'referrers',
};

/** A word of a campaign: links have them, and visitors can bring others. */
export const word: typeof term = { ...host };

/** A name that people of the project gave. */
export const named: typeof term = { ...host, dictionary: 'routes' };

/** A field that is a column of its fact's table. */
export function stored<Type extends FieldType<unknown>>(
  type: Type,
): Type & { readonly stored: true } {
  return { ...type, stored: true };
}

/** One of a few names, stored as its number. */
export function oneOf<Name extends string>(
  codes: Readonly<Record<Name, number>>,
): FieldType<Name> & { readonly codes: Readonly<Record<Name, number>> } {
  return {
    encode: (name) => codes[name],
    decode: (json) => nameOfCode(codes, readNumber(json)),
    postgres: { name: 'smallint', array: smallints },
    clickhouse: 'UInt8',
    codes,
  };
}

/** Fields of their own, all of them absent together. */
export function group<F extends Fields>(fields: F): FieldType<ValuesOf<F> | null> {
  const list = Object.entries(fields);
  return {
    nullable: true,
    encode: (values) => values && list.map(([name, field]) => field.encode(values[name])),
    decode(json) {
      if (!Array.isArray(json)) return null;
      const values = list.map(([name, field], index) => [name, field.decode(json[index])]);
      return Object.fromEntries(values) as ValuesOf<F>;
    },
    postgres: text.postgres,
  };
}

/** Several facts with the same fields, in one record. */
export function listOf<F extends Fields>(fields: F): FieldType<readonly ValuesOf<F>[]> {
  const each = group(fields);
  return {
    encode: (list) => list.map((values) => each.encode(values)),
    decode(json) {
      if (!Array.isArray(json)) throw new RangeError('A record without a list that it must have');
      return json.map((values) => {
        const decoded = each.decode(values);
        if (decoded === null) throw new RangeError('A record with a list of something else');
        return decoded;
      });
    },
    postgres: text.postgres,
  };
}

/** The name of a code; throws a RangeError for a code that has none. */
export function nameOfCode<Name extends string>(
  codes: Readonly<Record<Name, number>>,
  code: number,
): Name {
  const name = (Object.keys(codes) as Name[]).find((each) => codes[each] === code);
  if (name === undefined) throw new RangeError(`A record with the unknown code ${code}`);
  return name;
}

function readText(json: unknown): string {
  if (typeof json !== 'string') throw new RangeError('A record without a text that it must have');
  return json;
}

function readNumber(json: unknown): number {
  if (typeof json !== 'number') throw new RangeError('A record without a number that it must have');
  return json;
}
