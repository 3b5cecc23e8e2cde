import type { Db } from '#platform/db/Db.ts';
import { findTimeZone } from '../findTimeZone.ts';

/** A project's time zone as the database knows it. One that nobody knows any more is UTC, as in its rules (`localTime.ts`). */
export async function clockOf(db: Db, timeZone: string): Promise<string> {
  return (await findTimeZone(db, timeZone)) ?? 'UTC';
}
