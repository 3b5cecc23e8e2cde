import type { Db } from '../db/Db.ts';
import { fillLinkTemplate } from '../lib/fillLinkTemplate.ts';

/** The short URL of a link by the host of its domain. */
export async function shortUrlOf(
  db: Db,
  template: string,
  link: { readonly domainId: string; readonly slug: string },
): Promise<string> {
  const { host } = await db
    .selectFrom('domains')
    .select('host')
    .where('id', '=', link.domainId)
    .executeTakeFirstOrThrow();
  return fillLinkTemplate(template, host, link.slug);
}
