import { createHash, randomInt } from 'node:crypto';
import type { DynamicLinkInfo } from '@fairlead/contract/operations/firebase';
import type { Project } from '#teams/projects/Project.ts';
import type { NewLink } from '../link/NewLink.ts';
import {
  DELIVERED,
  type LongLink,
  type LongLinkKey,
  parametersOf,
  previewOf,
  writeLongQuery,
} from './longLink.ts';
import { newSlug } from '../link/newSlug.ts';

/** Converts a link described in Firebase's format into the equivalent long link. */
export function longLinkOfInfo(info: DynamicLinkInfo): LongLink {
  const { androidInfo: android = {}, iosInfo: ios = {}, socialMetaTagInfo: social = {} } = info;
  const { googlePlayAnalytics: play = {}, itunesConnectAnalytics: store } =
    info.analyticsInfo ?? {};
  return withValues({
    link: info.link,
    apn: android.androidPackageName,
    afl: android.androidFallbackLink,
    amv: android.androidMinPackageVersionCode,
    ibi: ios.iosBundleId,
    ifl: ios.iosFallbackLink,
    ius: ios.iosCustomScheme,
    ipfl: ios.iosIpadFallbackLink,
    ipbi: ios.iosIpadBundleId,
    isi: ios.iosAppStoreId,
    imv: ios.iosMinimumVersion,
    efr: info.navigationInfo?.enableForcedRedirect === true ? '1' : undefined,
    ofl: info.desktopInfo?.desktopFallbackLink,
    st: social.socialTitle,
    sd: social.socialDescription,
    si: social.socialImageLink,
    utm_source: play.utmSource,
    utm_medium: play.utmMedium,
    utm_campaign: play.utmCampaign,
    utm_term: play.utmTerm,
    utm_content: play.utmContent,
    gclid: play.gclid,
    ...store,
  });
}

/** The parameters that have a value. */
function withValues(values: Partial<Record<LongLinkKey, string | undefined>>): LongLink {
  const pairs = Object.entries(values) as [LongLinkKey, string | undefined][];
  return new Map(pairs.filter((pair): pair is [LongLinkKey, string] => Boolean(pair[1])));
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** At least 96 bits. */
const UNGUESSABLE_LENGTH = 17;

interface Wanted {
  readonly host: string;
  /** Between host and suffix, without leading or trailing slashes; empty if there is none. */
  readonly prefix: string;
  readonly short: boolean;
}

/**
 * The link to create for a long link. Its `externalId` is a hash of the long link and the requested options, so that
 * the same long link always has the same short link.
 */
export function shortenLongLink(long: LongLink, { host, prefix, short }: Wanted): NewLink {
  const url = long.get('link') ?? '';
  const app = (key: LongLinkKey) => long.get(key);
  const isi = app('isi');
  const canonical = [host, prefix, short ? 'short' : 'unguessable', writeLongQuery(long)].join(
    '\n',
  );
  const apn = app('apn');
  const preview = previewOf(long);
  return {
    type: 'dynamic',
    domain: host,
    slug: [prefix, short ? newSlug() : newSuffix()].filter(Boolean).join('/'),
    externalId: `fdl:${createHash('sha256').update(canonical).digest('base64url')}`,
    fallbackUrl: app('ofl') ?? url,
    iosFallbackUrl: app('ifl') ?? (isi === undefined ? url : `https://apps.apple.com/app/id${isi}`),
    androidFallbackUrl:
      app('afl') ??
      (apn === undefined
        ? url
        : `https://play.google.com/store/apps/details?id=${encodeURIComponent(apn)}`),
    parameters: parametersOf(long),
    ...(preview !== null && { metadata: preview }),
  };
}

function newSuffix(): string {
  let suffix = '';
  while (suffix.length < UNGUESSABLE_LENGTH) suffix += BASE62[randomInt(BASE62.length)];
  return suffix;
}

export interface ShortLinkWarning {
  readonly warningCode: string;
  readonly warningMessage: string;
}

/** What in a long link does not fit the project's apps, as Firebase's warning codes. */
export function warnOfLongLink(
  long: LongLink,
  { ios, android }: Pick<Project, 'ios' | 'android'>,
): ShortLinkWarning[] {
  const found: ShortLinkWarning[] = [];
  const differs = (key: LongLinkKey, own: string | null) =>
    long.get(key) !== undefined && long.get(key) !== own;
  if (differs('apn', android.packageName)) {
    found.push({
      warningCode: 'NOT_IN_PROJECT_ANDROID_PACKAGE_NAME',
      warningMessage: `The Android app of the project is ${android.packageName ?? 'not configured'}, so the link does not open ${long.get('apn')}`,
    });
  }
  if (differs('ibi', ios.bundleId)) {
    found.push({
      warningCode: 'NOT_IN_PROJECT_IOS_BUNDLE_ID',
      warningMessage: `The iOS app of the project is ${ios.bundleId ?? 'not configured'}, so the link does not open ${long.get('ibi')}`,
    });
  }
  for (const key of ['ipfl', 'ipbi'] as const) {
    if (long.has(key)) {
      const warningMessage = `${key} is not kept: short links have no destination of their own for iPads`;
      found.push({ warningCode: 'DEPRECATED_PARAM', warningMessage });
    }
  }
  return found;
}

const STORE_PAGE =
  /^https:\/\/(?:play\.google\.com\/store\/apps\/details|apps\.apple\.com\/app\/id)/;

/** Converts a link into the equivalent long link. */
export function expandLink(
  link: Pick<
    NewLink,
    'fallbackUrl' | 'iosFallbackUrl' | 'androidFallbackUrl' | 'parameters' | 'metadata'
  > & { readonly type: string },
  { ios, android }: Pick<Project, 'ios' | 'android'>,
): LongLink {
  const { parameters = {}, metadata = {} } = link;
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  const url = text(parameters['link']) ?? link.fallbackUrl;
  const elsewhere = (other: string | undefined) =>
    other === undefined || other === url || STORE_PAGE.test(other) ? undefined : other;
  const opensApp = link.type === 'dynamic';
  const delivered = DELIVERED.map((key) => [key, text(parameters[key])] as const);
  return withValues({
    ...Object.fromEntries(delivered),
    link: url,
    apn: opensApp ? (android.packageName ?? undefined) : undefined,
    afl: elsewhere(link.androidFallbackUrl),
    ibi: opensApp ? (ios.bundleId ?? undefined) : undefined,
    ifl: elsewhere(link.iosFallbackUrl),
    isi: opensApp ? ios.storeId?.replace(/^id/, '') : undefined,
    ofl: elsewhere(link.fallbackUrl),
    st: text(metadata['ogTitle']),
    sd: text(metadata['ogDescription']),
    si: text(metadata['ogImage']),
  });
}
