import type { DatabaseSync } from 'node:sqlite';
import { deserialize, serialize } from 'node:v8';
import type { LocalFile } from './openLocalFile.ts';

/** The names of an object's properties are stored once for all objects that have the same ones. */
export const PACKING_SCHEMA = `create table shapes (id integer primary key, names text not null unique);`;

export interface Packing {
  /** To be called in a transaction. */
  pack(value: object): Uint8Array;
  unpack(packed: Uint8Array): object;
}

/** Stores objects in half the space that they take with the names of their properties. */
export function createPacking(file: LocalFile): Packing {
  const prepared = file.prepared(prepareStatements);
  return {
    pack(value) {
      const { add, find } = prepared();
      const names = Object.keys(value).join(' ');
      // Not remembered: the transaction that adds it may be rolled back.
      add.run(names);
      return serialize([find.get(names)!['id'], ...Object.values(value)]);
    },
    unpack(packed) {
      const [id, ...values] = deserialize(packed) as [number, ...unknown[]];
      const { names, get } = prepared();
      let found = names.get(id);
      if (found === undefined) {
        found = String(get.get(id)!['names']).split(' ');
        names.set(id, found);
      }
      return Object.fromEntries(found.map((name, index) => [name, values[index]]));
    },
  };
}

function prepareStatements(file: DatabaseSync) {
  return {
    /** The properties' names by shape. */
    names: new Map<number, readonly string[]>(),
    add: file.prepare('insert into shapes (names) values (?) on conflict do nothing'),
    find: file.prepare('select id from shapes where names = ?'),
    get: file.prepare('select names from shapes where id = ?'),
  };
}
