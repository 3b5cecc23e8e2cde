import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from './Project.ts';

interface OwnedScheme {
  /** In lower case. */
  readonly scheme: string;
  readonly owners: readonly Pick<Project, 'id'>[];
}

/** A page of the custom schemes of all apps, after the one where the page before ended: for copying them. */
export async function listSchemesInOrder(
  db: Db,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<OwnedScheme[]> {
  const { rows } = await sql<{ scheme: string; ids: string[] }>`
    select scheme, array_agg(distinct id) as ids
    from projects, lateral (values (lower(ios_scheme)), (lower(android_scheme))) as schemes (scheme)
    where scheme > ${after} group by scheme order by scheme limit ${limit}`.execute(db);
  return rows.map(({ scheme, ids }) => ({ scheme, owners: ids.map((id) => ({ id })) }));
}
