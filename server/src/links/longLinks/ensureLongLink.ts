import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { inTransaction } from '#platform/db/inTransaction.ts';
import type { Domain } from '#teams/domains/Domain.ts';
import { isSqlstate } from '#platform/db/sqlstates.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { type Link, readLink } from '../link/Link.ts';
import { rowOf, writeLinks } from '../creating/writeLinks.ts';

/** The name by which long links are counted. */
export interface LongLinkName {
  readonly host: string;
  /** `utm_campaign`; empty if there is none. */
  readonly campaign: string;
}

/** Anyone can make up campaigns: beyond this many per domain, the others are counted together. */
const MAX_OF_DOMAIN = 1000;
const OTHERS: LongLinkName = { host: '(other)', campaign: '' };
const MAX_CAMPAIGN = 100;

/** The name as stored: without invisible characters, which no one can tell apart. */
export function tidyCampaign(campaign: string): string {
  return campaign
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, MAX_CAMPAIGN)
    .toWellFormed();
}

/**
 * The hidden link by which long links of one name are counted, created at the first visit. It is a deleted link, so it
 * is not part of any list, export or limit, while everything that counts and credits visits treats it as a link.
 */
export async function ensureLongLink(
  db: Db,
  domain: Pick<Domain, 'id' | 'projectId'>,
  name: LongLinkName,
): Promise<Link> {
  const known = await findLongLink(db, domain, name);
  if (known) return known;
  return createLongLink(db, domain, name).catch(async (error: unknown) => {
    // The role of a link node may not create links: theirs are counted together, until a node that may has met the name.
    if (!isSqlstate(error, 'insufficientPrivilege')) throw error;
    const others = await findLongLink(db, domain, OTHERS);
    if (others) return others;
    throw new Problem('UNAVAILABLE', 'No node that may create links has met this long link yet');
  });
}

function createLongLink(
  db: Db,
  domain: Pick<Domain, 'id' | 'projectId'>,
  name: LongLinkName,
): Promise<Link> {
  return inTransaction(db, async (tx) => {
    await sql`select from domains where id = ${domain.id} for no key update`.execute(tx);
    const madeMeanwhile = await findLongLink(tx, domain, name);
    if (madeMeanwhile) return madeMeanwhile;
    const { count } = await tx
      .selectFrom('long_links')
      .select((any) => any.fn.countAll<number>().as('count'))
      .where('domain_id', '=', domain.id)
      .executeTakeFirstOrThrow();
    if (count < MAX_OF_DOMAIN) return insert(tx, domain, name);
    return (await findLongLink(tx, domain, OTHERS)) ?? insert(tx, domain, OTHERS);
  });
}

async function findLongLink(
  db: Db,
  domain: Pick<Domain, 'id'>,
  { host, campaign }: LongLinkName,
): Promise<Link | undefined> {
  const row = await db
    .selectFrom('long_links')
    .innerJoin('links', 'links.id', 'long_links.link_id')
    .selectAll('links')
    .where('long_links.domain_id', '=', domain.id)
    .where('long_links.host', '=', host)
    .where('long_links.campaign', '=', campaign)
    .executeTakeFirst();
  return row && readLink(row);
}

async function insert(
  tx: Db,
  domain: Pick<Domain, 'id' | 'projectId'>,
  { host, campaign }: LongLinkName,
): Promise<Link> {
  const row = rowOf(domain, {
    type: 'dynamic',
    slug: '',
    name: campaign === '' ? `Long links to ${host}` : `Long links to ${host}, ${campaign}`,
    // A visit's parameters are stored with its click, and delivered after an install.
    allowQueryPassthrough: true,
  });
  const [written] = await writeLinks(tx, [{ ...row, deleted_at: new Date() }]);
  if (written?.refusal !== null) {
    throw new Problem('UNAVAILABLE', 'The domain of this long link is being removed');
  }
  await tx
    .insertInto('long_links')
    .values({ domain_id: domain.id, host, campaign, link_id: written.id })
    .execute();
  return readLink(written);
}
