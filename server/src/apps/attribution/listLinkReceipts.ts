import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Link } from '#links/link/Link.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { MatchType } from './matching/MatchReceipt.ts';
import type { CreditKind } from './OpeningInstallation.ts';
import { CONFIDENCE } from './storedDetails.ts';

export interface ListedReceipt {
  readonly id: string;
  readonly installationId: string | null;
  readonly at: Date;
  readonly matchType: MatchType;
  readonly as: CreditKind | null;
  readonly confidence: number | null;
}

/** Receipts of the first opens that were matched to the link, newest first. */
export async function listLinkReceipts(
  db: Db,
  project: Pick<Project, 'id'>,
  link: Pick<Link, 'key'>,
  page: {
    readonly limit: number;
    /** The id of the last one on the previous page. */
    readonly before?: string | undefined;
  },
): Promise<ListedReceipt[]> {
  const { before, limit } = page;
  return (
    db
      .selectFrom('attribution_receipts')
      .select([
        'id',
        'installation_id as installationId',
        'created_at as at',
        sql<MatchType>`match_type`.as('matchType'),
        sql<CreditKind | null>`details -> 'credited' ->> 'as'`.as('as'),
        sql<number | null>`${sql.raw(CONFIDENCE)}`.as('confidence'),
      ])
      .where('project_id', '=', project.id)
      .where('link_key', '=', link.key)
      .$if(before !== undefined, (query) =>
        query.where(
          // Two values instead of a row from a subquery: only these can bound the index scan.
          sql<boolean>`(created_at, id) < (
            (select created_at from attribution_receipts where id = ${before}), ${before}::uuid
          )`,
        ),
      )
      // In the order of the link's index.
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  );
}
