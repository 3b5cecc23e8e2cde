import { checkDestination } from '../links/destination.ts';
import { type LongLink, type LongLinkKey, parametersOf, previewOf } from '../links/longLink.ts';
import type { FreeForm } from '../links/Link.ts';
import type { VisitedLink, VisitedProject } from './Visit.ts';

/** Whether a long link may lead to a host, which comes in lower case. */
export type HostRule = (host: string) => boolean;

/** A long link as `decideVisit` takes a stored one. */
export interface LongLinkTargets {
  readonly link: Omit<VisitedLink, 'slug'> & {
    readonly parameters: FreeForm;
    readonly metadata: FreeForm | null;
  };
  /** The apps that the link names; without those that it does not, or that are not the project's. */
  readonly apps: Pick<VisitedProject, 'ios' | 'android'>;
  /** Of `link`, in lower case. */
  readonly host: string;
}

const NO_IOS_APP = { teamId: null, bundleId: null, scheme: null, storeId: null } as const;
const NO_ANDROID_APP = { packageName: null, scheme: null } as const;

/**
 * Where a long link leads, by the precedence of Firebase Dynamic Links: on Android `afl`, else the Play page of `apn`, else
 * `link`; on iOS `ipfl` (iPads alone), `ifl`, the App Store page of `isi`, `link`; elsewhere `ofl`, else `link`. Without the
 * project's own `apn` or `ibi` a system is sent to `link`. Null unless `link` leads to an allowed host; other destinations
 * that do not are passed over. Pure; store pages are those of the project's own apps, so nobody else chooses where visitors go.
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
  const onIos = hasIos
    ? ((isTablet ? url('ipfl') : null) ?? url('ifl') ?? appStorePage(project, long) ?? link)
    : link;
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
      // By scheme an app would not learn which link it was: the link itself opens it.
      ios: hasIos ? { ...project.ios, scheme: null } : NO_IOS_APP,
      android: hasAndroid ? { ...android, packageName, scheme: null } : NO_ANDROID_APP,
    },
  };
}

/** A web address on an allowed host, as browsers will read it; null for every other text. */
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
