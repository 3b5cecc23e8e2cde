import type { LinkType } from '@fairlead/contract/resources';
import type { CodedPlacement } from '@fairlead/contract/placements';
import type { NamedRule, Variant } from '@fairlead/contract/rules';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/db/schema.ts';

type FreeForm = Readonly<Record<string, unknown>>;

/** A link as the service knows it; `key` is the compact number that the click ledger stores. */
export interface Link {
  readonly id: string;
  readonly key: number;
  readonly projectId: string;
  readonly domainId: string;
  readonly type: LinkType;
  readonly slug: string;
  readonly name: string | null;
  readonly externalId: string | null;
  readonly fallbackUrl: string | null;
  readonly iosUrl: string | null;
  readonly androidUrl: string | null;
  readonly iosFallbackUrl: string | null;
  readonly androidFallbackUrl: string | null;
  readonly parameters: FreeForm | null;
  readonly metadata: FreeForm | null;
  readonly allowQueryPassthrough: boolean;
  /** Null: the project's iOS configuration decides (Rule: resources 6). */
  readonly iosSocialBreakout: boolean | null;
  readonly iosBrowserAutoOpen: boolean;
  readonly tags: readonly string[];
  readonly folderId: string | null;
  /** From then on, visitors and apps get the same answers as for a link that does not exist (Rule: visitors 13). */
  readonly expiresAt: Date | null;
  /** Where visitors go from then on; null: to the page for links that do not exist. */
  readonly expiredUrl: string | null;
  /** Clicks by people after which it expires; null: none. */
  readonly expiresAfterClicks: number | null;
  /** It has had as many. */
  readonly usedUp: boolean;
  /** In order: the first that fits decides. Null: none. */
  readonly rules: readonly NamedRule[] | null;
  /** An experiment with the visitors whom no rule fits. */
  readonly variants: readonly Variant[] | null;
  /** Where its QR codes are printed. */
  readonly placements: readonly CodedPlacement[] | null;
  /** Lists can leave it out; the link works as before. */
  readonly archived: boolean;
  /** Its code is on paper: where it leads changes by an approved proposal alone. */
  readonly printed: boolean;
  /** Counted by another service; not part of any of our numbers. */
  readonly importedClicks: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What people know a link by. */
export function displayNameOf({ name, slug }: Pick<Link, 'name' | 'slug'>): string {
  return name ?? slug;
}

/** Whether the link has expired. */
export function isExpired(
  { expiresAt, usedUp }: Pick<Link, 'expiresAt' | 'usedUp'>,
  at: number,
): boolean {
  return usedUp || (expiresAt !== null && expiresAt.getTime() <= at);
}

/** Whether anything but the link itself can lead a visit. */
export function isRuled({ rules, variants }: Pick<Link, 'rules' | 'variants'>): boolean {
  return rules !== null || variants !== null;
}

/** A link's columns, except those that only the database reads. */
export const LINK_COLUMNS = [
  'id',
  'key',
  'project_id',
  'domain_id',
  'type',
  'slug',
  'name',
  'external_id',
  'fallback_url',
  'ios_url',
  'android_url',
  'ios_fallback_url',
  'android_fallback_url',
  'parameters',
  'metadata',
  'allow_query_passthrough',
  'ios_social_breakout',
  'ios_browser_auto_open',
  'tags',
  'folder_id',
  'expires_at',
  'archived',
  'imported_clicks',
  'expired_url',
  'expires_after_clicks',
  'used_up',
  'rules',
  'variants',
  'placements',
  'printed',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof Database['links'])[];

export type LinkRow = Pick<Selectable<Database['links']>, (typeof LINK_COLUMNS)[number]>;

export function readLink(row: LinkRow): Link {
  return {
    id: row.id,
    key: row.key,
    projectId: row.project_id,
    domainId: row.domain_id,
    type: row.type,
    slug: row.slug,
    name: row.name,
    externalId: row.external_id,
    fallbackUrl: row.fallback_url,
    iosUrl: row.ios_url,
    androidUrl: row.android_url,
    iosFallbackUrl: row.ios_fallback_url,
    androidFallbackUrl: row.android_fallback_url,
    parameters: row.parameters,
    metadata: row.metadata,
    allowQueryPassthrough: row.allow_query_passthrough,
    iosSocialBreakout: row.ios_social_breakout,
    iosBrowserAutoOpen: row.ios_browser_auto_open,
    tags: row.tags,
    folderId: row.folder_id,
    expiresAt: row.expires_at,
    archived: row.archived,
    importedClicks: row.imported_clicks,
    expiredUrl: row.expired_url,
    expiresAfterClicks: row.expires_after_clicks,
    usedUp: row.used_up,
    // jsonb keeps no order of keys.
    rules:
      (row.rules as NamedRule[] | null)?.map(({ name, when, to }) => ({ name, when, to })) ?? null,
    variants:
      (row.variants as Variant[] | null)?.map(({ name, share, to }) => ({ name, share, to })) ??
      null,
    placements:
      (row.placements as CodedPlacement[] | null)?.map(({ name, code }) => ({ name, code })) ??
      null,
    printed: row.printed,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
