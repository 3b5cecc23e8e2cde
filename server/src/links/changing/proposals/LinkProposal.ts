import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { LEADING_FIELDS, isLeading } from '@fairlead/contract/leadingFields';
import type { ChangedField } from '@fairlead/contract/operations/dashboard/linkHistory';
import type { Db } from '#platform/db/Db.ts';
import type { Link } from '../../link/Link.ts';
import type { LinkChanges } from '../updateLink.ts';

/** A change of where a printed link leads, which waits for somebody's approval. */
export interface LinkProposal {
  readonly id: string;
  /** Null: the account has been deleted. */
  readonly proposer: { readonly userId: string; readonly name: string } | null;
  readonly createdAt: Date;
  /** Null: the link is to be deleted. */
  readonly changes: LinkChanges | null;
  /** Where the link led at that time. */
  readonly leadVersion: string;
}

export async function findLinkProposal(
  db: Db,
  link: Pick<Link, 'id'>,
): Promise<LinkProposal | undefined> {
  const row = await db
    .selectFrom('link_proposals')
    .leftJoin('users', 'users.id', 'proposer_id')
    .select([
      'link_proposals.id',
      'proposer_id',
      'users.name as proposer_name',
      'link_proposals.created_at',
      'changes',
      'lead_version',
    ])
    .where('link_id', '=', link.id)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      proposer:
        row.proposer_id === null
          ? null
          : { userId: row.proposer_id, name: row.proposer_name ?? '' },
      createdAt: row.created_at,
      changes: row.changes,
      leadVersion: row.lead_version,
    }
  );
}

/** Where a link leads, as the API has it. */
function leadsOf(link: Link): Readonly<Record<string, unknown>> {
  const leads = Object.fromEntries(LEADING_FIELDS.map((field) => [field, link[field]]));
  return JSON.parse(JSON.stringify(leads));
}

/** Another one after every change of where the link leads. */
export function leadVersionOf(link: Link): string {
  return createHash('sha256')
    .update(JSON.stringify(leadsOf(link)))
    .digest('base64url')
    .slice(0, 22);
}

export function isOutOfDate({ leadVersion }: LinkProposal, link: Link): boolean {
  return leadVersion !== leadVersionOf(link);
}

/** What a proposal would change, from the values of now. */
export function changedFields({ changes }: LinkProposal, link: Link): ChangedField[] {
  const now = leadsOf(link);
  return Object.entries(changes ?? {}).map(([field, after]) => ({
    field,
    before: now[field] ?? null,
    after: after ?? null,
  }));
}

/** The changes that need approval, without those that change nothing, and those that need none: for a target of printed links, to be printed itself. */
export function splitChanges(
  link: Link,
  changes: LinkChanges,
): { readonly leading: LinkChanges; readonly free: LinkChanges } {
  const now = leadsOf(link);
  const [leading, free] = [[], []] as [[string, unknown][], [string, unknown][]];
  for (const [field, value] of Object.entries(changes)) {
    if (!isLeading(field) || (field === 'printed' && !link.printed)) free.push([field, value]);
    else if (!isDeepStrictEqual(value, now[field])) leading.push([field, value]);
  }
  return { leading: Object.fromEntries(leading), free: Object.fromEntries(free) };
}
