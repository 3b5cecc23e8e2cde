import { checkDestination } from '#platform/lib/web/destination.ts';
import {
  type LongLink,
  type LongLinkKey,
  parametersOf,
  previewOf,
} from '#links/longLinks/longLink.ts';
import type { Link } from '#links/link/Link.ts';
import type { VisitedLink, VisitedProject } from './Visit.ts';

/** Whether a long link may lead to a host, given in lower case. */
export type HostRule = (host: string) => boolean;

/** A long link in the form in which `decideVisit` takes stored ones. */
export interface LongLinkTargets {
  readonly link: Omit<VisitedLink, 'slug' | 'expiredUrl'> & {
    readonly parameters: NonNullable<Link['parameters']>;
    readonly metadata: Link['metadata'];
  };
  /** The apps that the link names, if they are the project's. */
  readonly apps: Pick<VisitedProject, 'ios' | 'android'>;
  /** Of `link`, in lower case. */
  readonly host: string;
}

const NO_IOS_APP = { teamId: null, bundleId: null, scheme: null, storeId: null } as const;
const NO_ANDROID_APP = { packageName: null, scheme: null } as const;

/**
 * Where a long link leads, by the precedence of Firebase Dynamic Links: on Android `afl`, else the Play page of `apn`,
 * else `link`; on iOS `ipfl` (iPads only), `ifl`, the App Store page of `isi`, `link`; elsewhere `ofl`, else `link`.
 * Without the project's own `apn` or `ibi`, that operating system is sent to `link`. Null unless `link` leads to an
 * allowed host; other destinations that do not are skipped. Pure; store pages are those of the project's own apps, so
 * no one else chooses where visitors go.
 */
export function targetsOfLongLink(
  long: LongLink,
  project: VisitedProject,
  allows: HostRule,
  isTablet = false,
): LongLinkTargets | null {
  const url = (key: LongLinkKey) => allowedUrl(long.get(key), allows);
  const link = url('link');
  if (link === null) return null;
  const { packageName, ...android } = project.android;
  const hasAndroid = packageName !== null && long.get('apn') === packageName;
  const hasIos = project.ios.bundleId !== null && long.get('ibi') === project.ios.bundleId;
  const onAndroid = hasAndroid ? (url('afl') ?? playPage(packageName, long)) : link.href;
  const onIos = hasIos ? (iosTarget(long, project, url, isTablet) ?? link) : link;
  return {
    host: link.hostname,
    link: {
      type: 'dynamic',
      fallbackUrl: (url('ofl') ?? link).href,
      iosUrl: null,
      androidUrl: null,
      iosFallbackUrl: String(onIos),
      androidFallbackUrl: String(onAndroid),
      allowQueryPassthrough: false,
      // efr=1 asks for no page in between.
      iosSocialBreakout: long.get('efr') === '1' ? false : null,
      iosBrowserAutoOpen: false,
      parameters: parametersOf(long),
      metadata: previewOf(long),
    },
    apps: {
      // With a scheme, an app would not learn which link it was: the link itself opens it.
      ios: hasIos ? { ...project.ios, scheme: null } : NO_IOS_APP,
      android: hasAndroid ? { ...android, packageName, scheme: null } : NO_ANDROID_APP,
    },
  };
}

function iosTarget(
  long: LongLink,
  project: VisitedProject,
  url: (key: LongLinkKey) => URL | null,
  isTablet: boolean,
): URL | string | null {
  return (isTablet ? url('ipfl') : null) ?? url('ifl') ?? appStorePage(project, long);
}

/** A web URL on an allowed host, as browsers will read it; null for any other text. */
function allowedUrl(text: string | undefined, allows: HostRule): URL | null {
  if (text === undefined || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const isPlain = url.username === '' && url.password === '' && url.port === '';
  if (!isPlain || !allows(url.hostname.replace(/\.$/, ''))) return null;
  return checkDestination(url.href) === null ? url : null;
}

function playPage(packageName: string, long: LongLink): string {
  const referrer = new URLSearchParams();
  for (const key of ['source', 'medium', 'campaign', 'term', 'content'] as const) {
    const value = long.get(`utm_${key}`);
    if (value !== undefined) referrer.set(`utm_${key}`, value);
  }
  const page = `https://play.google.com/store/apps/details?id=${encodeURIComponent(packageName)}`;
  return referrer.size === 0 ? page : `${page}&referrer=${encodeURIComponent(String(referrer))}`;
}

/** Only that of the project's own app. */
function appStorePage({ ios }: VisitedProject, long: LongLink): string | null {
  const storeId = ios.storeId?.replace(/^id/, '');
  if (storeId === undefined || long.get('isi') !== storeId) return null;
  const campaign = new URLSearchParams();
  for (const key of ['at', 'ct', 'mt', 'pt'] as const) {
    const value = long.get(key);
    if (value !== undefined) campaign.set(key, value);
  }
  const query = campaign.size === 0 ? '' : `?${campaign.toString()}`;
  return `https://apps.apple.com/app/id${storeId}${query}`;
}
