import type { ColumnType } from 'kysely';

/** How a column accepts values: see `schema`. */
export type Rule = 'required' | 'nullable' | 'defaulted' | 'generated';

/** A column: its PostgreSQL type, with what is read and written as type parameters. */
export type Column<R extends Rule = Rule, Read = unknown, Write = unknown> = {
  readonly type: string;
  readonly rule: R;
  /** Never set: only carries the types. */
  readonly values?: { read: Read; write: Write };
};

/** The Kysely row of a table's columns. */
export type RowType<Columns> = { [Name in keyof Columns]: KyselyColumn<Columns[Name]> };

type KyselyColumn<C> =
  C extends Column<infer R, infer Read, infer Write>
    ? {
        required: ColumnType<Read, Write, Write>;
        nullable: ColumnType<Read | null, Write | null | undefined, Write | null>;
        defaulted: ColumnType<Read, Write | undefined, Write>;
        generated: ColumnType<Read, never, never>;
      }[R]
    : never;

export const uuid = column<string>('uuid');
export const boolean = column<boolean>('boolean');
export const smallint = column<number>('smallint');
export const integer = column<number>('integer');
/** A transaction id with its epoch, as text. */
export const transactionId = column<string>('xid8');
export const bytes = column<Buffer>('bytea');
export const timestamp = column<Date, Date | string>('timestamp with time zone');
export const double = column<number>('double precision');
/** `YYYY-MM-DD`: a day has no time zone. */
export const day = column<string>('date');
export const textArray = column<string[]>('text[]');
/** JSON objects. */
export const json = column<Record<string, unknown>>('jsonb');
/** A list is written as JSON text; only within a JSON row as it is. */
export const jsonList = column<readonly unknown[], readonly unknown[] | string>('jsonb');
export const text = {
  ...column<string>('text'),
  /** Text that a check constraint restricts to these values. */
  oneOf: <Words extends string>() => column<Words>('text'),
};
export const bigint = {
  /** Counts, which stay below 2^53. */
  ...column<number>('bigint'),
  /** All 64 bits are used, as in a hash: read as a number only if that is exact. */
  wide: () => column<number | bigint, number | bigint>('bigint'),
};

function column<Read, Write = Read>(type: string) {
  return {
    required: rule<'required', Read, Write>(type, 'required'),
    nullable: rule<'nullable', Read, Write>(type, 'nullable'),
    defaulted: rule<'defaulted', Read, Write>(type, 'defaulted'),
    generated: rule<'generated', Read, Write>(type, 'generated'),
  };
}

function rule<R extends Rule, Read, Write>(type: string, name: R): Column<R, Read, Write> {
  return { type, rule: name };
}
