import type { UtmValues } from '@fairlead/contract/utm';
import type {
  AppLinks,
  Identify,
  Matching,
} from '@fairlead/contract/operations/dashboard/projects';
import type { RevenueFrom } from '@fairlead/contract/eventResources';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/db/schema.ts';
import type { Brand } from './brand/Brand.ts';

/**
 * A tenant. Authentication yields it and every verb takes it, so that no query can be written
 * without saying whose rows it is about.
 */
export interface Project {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly defaultUrl: string | null;
  readonly requireInstallation: boolean;
  /** Signals are collected and compared only where it is `true`. */
  readonly probabilisticMatching: Matching;
  readonly matchingWindowMinutes: number;
  /** How long a link that has opened a known installation is credited with its events; 0: not at all. */
  readonly reengagementDays: number;
  /** Whether apps need a proof to say whose an installation is (Rule: sessions 6). */
  readonly identify: Identify;
  /** Whose revenue is added up (Rule: events 16). */
  readonly revenueFrom: RevenueFrom;
  /** Events that apps may send on a day in UTC; null: any number. */
  readonly dailyAppEvents: number | null;
  /** IANA name: weekdays and hours of rules are read in it. */
  readonly timeZone: string;
  /** Pages offer to copy the link for after installing. */
  readonly copyButton: boolean;
  /** Shorter than the plan's retention; null: as long as the plan keeps clicks. */
  readonly clickRetentionDays: number | null;
  /** Origins whose pages may call with a key; none: pages of any origin may. */
  readonly allowedOrigins: readonly string[];
  /** Where links made with a publishable key may lead (Rule: credentials 13). */
  readonly appLinks: AppLinks;
  /** Hosts that they may lead to besides; `*.example.com` stands for every subdomain. */
  readonly appLinkHosts: readonly string[];
  /** Values that campaign parameters may have where people set them (Rule: bodies 18). */
  readonly utmValues: UtmValues;
  /** Null: pages look as they do for everyone. */
  readonly brand: Brand | null;
  readonly ios: {
    readonly teamId: string | null;
    readonly bundleId: string | null;
    readonly scheme: string | null;
    readonly storeId: string | null;
  };
  readonly createdAt: Date;
  readonly android: {
    readonly packageName: string | null;
    readonly sha256Fingerprints: readonly string[];
    readonly scheme: string | null;
  };
}

export function readProject(row: Selectable<Database['projects']>): Project {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    defaultUrl: row.default_url,
    requireInstallation: row.require_installation,
    probabilisticMatching:
      row.probabilistic_matching || (row.matching_by_consent ? 'consent' : false),
    matchingWindowMinutes: row.matching_window_minutes,
    reengagementDays: row.reengagement_days,
    identify: row.identify,
    revenueFrom: row.revenue_from,
    dailyAppEvents: row.daily_app_events,
    timeZone: row.time_zone,
    copyButton: row.copy_button,
    clickRetentionDays: row.click_retention_days,
    allowedOrigins: row.allowed_origins,
    appLinks: row.app_links as AppLinks,
    appLinkHosts: row.app_link_hosts,
    utmValues: row.utm_values,
    // Only `setBrand` writes it.
    brand: row.brand as Brand | null,
    createdAt: row.created_at,
    ios: {
      teamId: row.ios_team_id,
      bundleId: row.ios_bundle_id,
      scheme: row.ios_scheme,
      storeId: row.ios_store_id,
    },
    android: {
      packageName: row.android_package,
      sha256Fingerprints: row.android_sha256_fingerprints,
      scheme: row.android_scheme,
    },
  };
}
