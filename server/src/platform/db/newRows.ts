import type { Column, Rule } from './columns.ts';
import { schema } from './schema.ts';

type Table = keyof typeof schema;
type Columns<T extends Table> = (typeof schema)[T];

/** The columns that an insert writes: all that the database does not generate. */
type Written<T extends Table> = {
  [Name in keyof Columns<T>]: Columns<T>[Name] extends Column<'generated'> ? never : Name;
}[keyof Columns<T>];

/**
 * A row to be inserted as JSON. It names every column: one that is added to the table is a compile error until each
 * writer says what it holds. Undefined is null or, for a time that the database sets by itself, now.
 */
export type NewRow<T extends Table> = {
  readonly [Name in Written<T>]: Value<Columns<T>[Name]>;
};

type Value<C> =
  C extends Column<'nullable', unknown, infer Write>
    ? Write | null | undefined
    : C extends Column<'defaulted', Date, infer Write>
      ? Write | undefined
      : C extends Column<Rule, unknown, infer Write>
        ? Write
        : never;

interface InsertColumns {
  /** `id, project_id, …` */
  readonly names: string;
  /** `id uuid, project_id uuid, …`: how `json_to_recordset` reads rows. */
  readonly types: string;
  /** What is selected for `names` from such rows, which has other expressions for some of them. */
  readonly values: (others?: Readonly<Record<string, string>>) => string;
}

/** The columns of a `NewRow` as SQL, in the order of the schema. */
export function insertColumnsOf(table: Table): InsertColumns {
  const columns = Object.entries<Column>(schema[table]).filter(
    ([, { rule }]) => rule !== 'generated',
  );
  return {
    names: columns.map(([name]) => name).join(', '),
    types: columns.map(([name, { type }]) => `${name} ${type}`).join(', '),
    values: (others = {}) =>
      columns
        .map(([name, { rule, type }]) => {
          const isTimeByDefault = rule === 'defaulted' && type === schema.links.created_at.type;
          return others[name] ?? (isTimeByDefault ? `coalesce(${name}, now())` : name);
        })
        .join(', '),
  };
}
