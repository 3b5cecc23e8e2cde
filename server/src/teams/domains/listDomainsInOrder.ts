import type { Db } from '#platform/db/Db.ts';
import { type Domain, DOMAIN_COLUMNS, readDomain } from './Domain.ts';

/** A page of all verified domains, by host, after the one where the page before ended: for copying them. */
export async function listDomainsInOrder(
  db: Db,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<Domain[]> {
  const rows = await db
    .selectFrom('domains')
    .select(DOMAIN_COLUMNS)
    .where('verified_at', 'is not', null)
    .where('host', '>', after)
    .orderBy('host')
    .limit(limit)
    .execute();
  return rows.map(readDomain);
}
