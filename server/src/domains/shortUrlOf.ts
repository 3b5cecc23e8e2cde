import type { Db } from '../db/Db.ts';
import { fillLinkTemplate } from '../lib/fillLinkTemplate.ts';

/** The short URL of a link by the host of its domain. */
export async function shortUrlOf(
  db: Db,
  template: string,
  link: { readonly domainId: string; readonly slug: string },
): Promise<string> {
  return fillLinkTemplate(template, await hostOf(db, link), link.slug);
}

/** The host of a link's domain. */
export async function hostOf(db: Db, link: { readonly domainId: string }): Promise<string> {
  const { host } = await db
    .selectFrom('domains')
    .select('host')
    .where('id', '=', link.domainId)
    .executeTakeFirstOrThrow();
  return host;
}
