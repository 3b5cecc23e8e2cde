import { parameterFinding } from '@fairlead/contract/finding';
import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { isSqlstate } from '#platform/db/sqlstates.ts';

/**
 * The name under which the database knows an IANA time zone; VALIDATION_ERROR where there is none. Offsets
 * are no names: `+01:00` means the opposite to PostgreSQL.
 */
export async function findTimeZone(db: Db, asked: string): Promise<string> {
  const formal = /^[A-Za-z]/.test(asked) ? formalName(asked) : undefined;
  // To PostgreSQL a short name such as CET is an abbreviation, which has no summer time.
  const names = asked.includes('/') ? [asked, formal] : [formal];
  for (const name of new Set(names)) {
    if (formal !== undefined && name !== undefined && (await isKnown(db, name))) return name;
  }
  const message = 'timeZone must be an IANA name such as Europe/Berlin';
  throw new Problem('VALIDATION_ERROR', parameterFinding('timeZone', 'unknown', message));
}

function formalName(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Not each database has what each runtime has: Debian keeps the old names in a package of its own. */
async function isKnown(db: Db, name: string): Promise<boolean> {
  try {
    await sql`select now() at time zone ${name}`.execute(db);
    return true;
  } catch (error) {
    if (isSqlstate(error, 'invalidParameterValue')) return false;
    throw error;
  }
}
