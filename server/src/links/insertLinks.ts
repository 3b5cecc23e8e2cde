import type { BulkLinkRequest } from '@fairlead/contract/operations/linkManagement';
import { sql } from 'kysely';
import type { Db } from '../db/Db.ts';
import type { Project } from '../projects/Project.ts';
import { tidyTags } from './tags.ts';

/** A link ready to be written: checked, with its id, domain and slug chosen. */
export interface PreparedLink {
  readonly id: string;
  readonly domainId: string;
  readonly slug: string;
  readonly input: BulkLinkRequest;
  /** By an app, whose key is public. */
  readonly byApp?: boolean;
}

/**
 * Writes many links in one statement and returns the ids of those written, each with its `updatedAt`. A link whose slug or
 * externalId is taken is skipped. All calls write rows in the same order, so that overlapping calls wait
 * for each other without deadlock; if two rows of one list want the same name, either may win.
 */
export async function insertLinks(
  db: Db,
  project: Pick<Project, 'id'>,
  links: readonly PreparedLink[],
): Promise<ReadonlyMap<string, Date>> {
  const column = <V>(read: (link: PreparedLink) => V) => links.map(read);
  const text = (read: (input: BulkLinkRequest) => string | undefined) =>
    column(({ input }) => read(input) ?? null);
  const json = (read: (input: BulkLinkRequest) => unknown) =>
    column(({ input }) => {
      const value = read(input);
      return value === undefined ? null : JSON.stringify(value);
    });
  const { rows } = await sql<{ id: string; updated_at: Date }>`
    insert into links (id, project_id, domain_id, type, slug, name, external_id, fallback_url, ios_url,
      android_url, ios_fallback_url, android_fallback_url, parameters, metadata, allow_query_passthrough,
      ios_social_breakout, ios_browser_auto_open, tags, expires_at, archived, imported_clicks, created_at, made_by_app)
    select id, ${project.id}::uuid, domain_id, type, slug, name, external_id, fallback_url, ios_url,
      android_url, ios_fallback_url, android_fallback_url, parameters::jsonb, metadata::jsonb, passthrough,
      social_breakout, auto_open, string_to_array(tags, ','), expires_at, archived, imported_clicks,
      coalesce(created_at, now()), by_app
    from unnest(
      ${column((link) => link.id)}::uuid[],
      ${column((link) => link.domainId)}::uuid[],
      ${column((link) => link.input.type)}::text[],
      ${column((link) => link.slug)}::text[],
      ${text((input) => input.name)}::text[],
      ${text((input) => input.externalId)}::text[],
      ${text((input) => input.fallbackUrl)}::text[],
      ${text((input) => input.iosUrl)}::text[],
      ${text((input) => input.androidUrl)}::text[],
      ${text((input) => input.iosFallbackUrl)}::text[],
      ${text((input) => input.androidFallbackUrl)}::text[],
      ${json((input) => input.parameters)}::text[],
      ${json((input) => input.metadata)}::text[],
      ${column((link) => link.input.allowQueryPassthrough ?? false)}::boolean[],
      ${column((link) => link.input.iosSocialBreakout ?? null)}::boolean[],
      ${column((link) => link.input.iosBrowserAutoOpen ?? false)}::boolean[],
      ${column((link) => tidyTags(link.input.tags ?? []).join(','))}::text[],
      ${text((input) => input.expiresAt)}::timestamptz[],
      ${column((link) => link.input.archived ?? false)}::boolean[],
      ${column((link) => link.input.importedClicks ?? null)}::bigint[],
      ${text((input) => input.createdAt)}::timestamptz[],
      ${column((link) => link.byApp ?? false)}::boolean[]
    ) as given (id, domain_id, type, slug, name, external_id, fallback_url, ios_url,
      android_url, ios_fallback_url, android_fallback_url, parameters, metadata, passthrough,
      social_breakout, auto_open, tags, expires_at, archived, imported_clicks, created_at, by_app)
    order by external_id, slug
    on conflict do nothing
    returning id, updated_at`.execute(db);
  return new Map(rows.map((row) => [row.id, row.updated_at]));
}
