import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseHome } from '#platform/db/embedded/chooseHome.ts';
import { connectionStrings } from '#platform/db/embedded/ensureDatabase.ts';
import { makePlace, query } from '../embeddedDatabase.ts';
import { endings } from '../run/endings.ts';
import { silentLog } from '../silentLog.ts';

/** A PostgreSQL of a test's own, for what only a superuser may do: roles. */
export interface Cluster {
  /** Of the role that owns the database `fairlead`. */
  readonly connectionString: string;
  /** As the superuser, in the database `postgres`. */
  tell(text: string): Promise<Record<string, unknown>[]>;
  /** As the superuser, in the database `fairlead`: several statements at once. */
  tellOwnDatabase(text: string): Promise<unknown>;
  /** The database `fairlead` for another role. */
  urlOf(role: string, password: string): string;
}

export async function openCluster(): Promise<Cluster> {
  const place = await makePlace();
  endings.use(place);
  const { connectionString } = await place.start();
  const { home } = await chooseHome(place.dataDir, silentLog);
  const password = (await readFile(join(home, 'password'), 'utf8')).trim();
  const { port } = new URL(connectionString);
  const { admin } = connectionStrings(Number(port), password);
  return {
    connectionString,
    tell: (text) => query({ connectionString: admin }, text),
    tellOwnDatabase(text) {
      const url = new URL(admin);
      url.pathname = new URL(connectionString).pathname;
      return query({ connectionString: url.href }, text);
    },
    urlOf(role, secret) {
      const url = new URL(connectionString);
      [url.username, url.password] = [role, secret];
      return url.href;
    },
  };
}
