import type { DatabaseSync } from 'node:sqlite';
import { deserialize, serialize } from 'node:v8';

/** The names of an object's properties are stored once for all objects that have the same ones, which halves the file. */
export const PACKING_SCHEMA = `create table shapes (id integer primary key, names text not null unique);`;

export interface Packing {
  /** To be called in a transaction. */
  pack(value: object): Uint8Array;
  unpack(packed: Uint8Array): object;
}

export function createPacking(file: DatabaseSync): Packing {
  const known = new Map<number, readonly string[]>();
  const add = file.prepare('insert into shapes (names) values (?) on conflict do nothing');
  const find = file.prepare('select id from shapes where names = ?');
  const get = file.prepare('select names from shapes where id = ?');
  return {
    pack(value) {
      const names = Object.keys(value).join(' ');
      // Not remembered: the transaction that adds it may be rolled back.
      add.run(names);
      return serialize([find.get(names)!['id'], ...Object.values(value)]);
    },
    unpack(packed) {
      const [id, ...values] = deserialize(packed) as [number, ...unknown[]];
      const names = known.get(id) ?? String(get.get(id)!['names']).split(' ');
      known.set(id, names);
      return Object.fromEntries(names.map((name, index) => [name, values[index]]));
    },
  };
}
