import type { Visitor } from '#visits/visitors/Visitor.ts';
import type { Visit, VisitedLink, VisitedProject } from '#visits/decision/Visit.ts';
import { readVisitFlags } from '#links/link/visitFlags.ts';

/** A link whose every URL says which field it stands in. */
const FULL_LINK: VisitedLink = {
  type: 'dynamic',
  slug: 'summer',
  fallbackUrl: 'https://to.example/fallbackUrl',
  iosUrl: 'https://to.example/iosUrl',
  androidUrl: 'https://to.example/androidUrl',
  iosFallbackUrl: 'https://to.example/iosFallbackUrl',
  androidFallbackUrl: 'https://to.example/androidFallbackUrl',
  allowQueryPassthrough: false,
  iosSocialBreakout: null,
  iosBrowserAutoOpen: false,
  expiredUrl: null,
};

export const FULL_PROJECT: VisitedProject = {
  defaultUrl: 'https://to.example/defaultUrl',
  ios: { teamId: 'TEAM123456', bundleId: 'com.example.app', scheme: 'exapp', storeId: '123456789' },
  android: { packageName: 'com.example.app', scheme: 'exapp' },
};

const PERSON: Visitor = {
  platform: 'desktop',
  device: 'desktop',
  os: null,
  browser: null,
  model: null,
  webview: null,
  crawler: null,
  automation: null,
  maybeIpad: false,
};

export const VISITORS = {
  crawler: { ...PERSON, crawler: 'Twitterbot', automation: 'bot' },
  'crawler that says iPhone': {
    ...PERSON,
    platform: 'ios',
    crawler: 'Applebot',
    automation: 'bot',
  },
  desktop: PERSON,
  other: { ...PERSON, platform: 'other', device: 'tv' },
  'iOS browser': { ...PERSON, platform: 'ios', device: 'mobile', browser: 'Safari' },
  'iOS webview': { ...PERSON, platform: 'ios', device: 'mobile', webview: 'Instagram' },
  'Android browser': { ...PERSON, platform: 'android', device: 'mobile', browser: 'Chrome' },
  'Android Firefox': { ...PERSON, platform: 'android', device: 'mobile', browser: 'Firefox' },
  'Android webview': { ...PERSON, platform: 'android', device: 'mobile', webview: 'Facebook' },
} as const satisfies Record<string, Visitor>;

export type VisitorName = keyof typeof VISITORS;

export function aVisit(
  changes: {
    readonly link?: Partial<VisitedLink>;
    readonly project?: Partial<VisitedProject>;
    readonly visitor?: Visitor;
    readonly query?: string;
  } & Partial<Pick<Visit, 'hasLaunchHost' | 'clickReference' | 'countedBefore'>> = {},
): Visit {
  const { link, project, visitor, query = '', ...rest } = changes;
  return {
    link: { ...FULL_LINK, ...link },
    project: { ...FULL_PROJECT, ...project },
    visitor: visitor ?? VISITORS.desktop,
    flags: readVisitFlags(query),
    query,
    shortUrl: 'https://go.example.com/summer',
    hasLaunchHost: true,
    clickReference: 'CLICK',
    ...rest,
  };
}
