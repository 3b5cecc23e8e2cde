import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { HOUR_MS } from '#platform/lib/time.ts';
import { formalNamedTimeZone, formalTimeZone } from '#platform/lib/timeZones.ts';

/** What a database calls time zones. */
interface Zones {
  /** After a failover it may be another machine, with other names. */
  readonly readAt: number;
  /** By lower case: PostgreSQL takes either. */
  readonly names: ReadonlyMap<string, string>;
  /** By ICU's name; made when first needed, for that takes a tenth of a second. */
  byFormal?: ReadonlyMap<string, string>;
}

const known = new WeakMap<Db, Zones>();

/**
 * The name under which the database knows an IANA time zone: the given one, else another of the same zone, since browsers say
 * `Asia/Calcutta` and Debian keeps such names in a package of its own. Undefined for what is no zone.
 */
export async function findTimeZone(db: Db, asked: string): Promise<string | undefined> {
  const formal = formalNamedTimeZone(asked);
  if (formal === undefined) return undefined;
  let zones = known.get(db);
  if (!zones || performance.now() - zones.readAt > HOUR_MS) {
    zones = await readZones(db);
    known.set(db, zones);
  }
  const { names } = zones;
  // To PostgreSQL a short name such as CET is an abbreviation, which has no summer time.
  const given = asked.includes('/') ? names.get(asked.toLowerCase()) : undefined;
  return (
    given ?? names.get(formal.toLowerCase()) ?? (zones.byFormal ??= groupZones(names)).get(formal)
  );
}

async function readZones(db: Db): Promise<Zones> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_timezone_names order by name`.execute(db);
  const names = new Map(rows.map(({ name }) => [name.toLowerCase(), name]));
  return { readAt: performance.now(), names };
}

function groupZones(names: Zones['names']): ReadonlyMap<string, string> {
  const long = [...names.values()].filter((name) => name.includes('/'));
  // What only one side knows, such as `posix/Asia/Kolkata`, has no formal name.
  return new Map(long.map((name) => [formalTimeZone(name) ?? name, name]));
}
