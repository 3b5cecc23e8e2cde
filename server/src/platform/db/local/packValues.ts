import { deserialize, serialize } from 'node:v8';
import type { Statements } from '../Statements.ts';

/** The names of an object's properties are stored once for all objects that have the same ones, which halves the file. */
export const PACKING_SCHEMA = `create table shapes (id integer primary key, names text not null unique);`;

export interface Packing {
  /** To be called in a transaction. */
  readonly pack: (value: object) => Uint8Array;
  readonly unpack: (packed: Uint8Array) => object;
}

export function createPacking({ get, run }: Statements): Packing {
  const known = new Map<number, readonly string[]>();
  return {
    pack(value) {
      const names = Object.keys(value).join(' ');
      // Not remembered: the transaction that adds it may be rolled back.
      run('insert into shapes (names) values (?) on conflict do nothing', names);
      const { id } = get('select id from shapes where names = ?', names)!;
      return serialize([id, ...Object.values(value)]);
    },
    unpack(packed) {
      const [id, ...values] = deserialize(packed) as [number, ...unknown[]];
      const names =
        known.get(id) ??
        String(get('select names from shapes where id = ?', id)!['names']).split(' ');
      known.set(id, names);
      return Object.fromEntries(names.map((name, index) => [name, values[index]]));
    },
  };
}
