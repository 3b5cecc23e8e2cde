import type { AppPlatform } from '@fairlead/contract/operations/builds';
import { leadsToStore } from '#links/creating/appLinks.ts';
import type { Link } from '#links/link/Link.ts';

/** What decides where a link leads in the app. */
export type LinkTarget = Pick<Link, 'fallbackUrl' | 'iosUrl' | 'androidUrl' | 'parameters'>;

/** Parameters by which apps find their screen: that of our guides and, of links that moved in, Branch's. */
const PARAMETERS = {
  ios: ['$ios_deeplink_path', '$deeplink_path', 'path', 'screen'],
  android: ['$android_deeplink_path', '$deeplink_path', 'path', 'screen'],
} as const;

/**
 * The path that a link asks the app for (Rule: builds 2), out of what a resolve answers: a parameter that names one, else
 * the platform's own URL, else the destination. Null if it names none: the app opens at its start, as every build does.
 */
export function appPathOf(link: LinkTarget, platform: AppPlatform): string | null {
  for (const name of PARAMETERS[platform]) {
    const value = link.parameters?.[name];
    if (typeof value === 'string' && value.trim() !== '') return pathOf(value.trim());
  }
  const own = platform === 'ios' ? link.iosUrl : link.androidUrl;
  const url = [own, link.fallbackUrl].find((each) => each && !leadsToStore(each));
  return url ? pathOf(url) : null;
}

const WEB = /^https?:\/\/[^/]*/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** An intent whose data is a web address. */
const WEB_INTENT = /#Intent;(?:.*;)?scheme=https?;/i;

/** Without scheme, query and fragment. What follows an app's own scheme is all path: `shop://product/42` is `/product/42`. */
function pathOf(url: string): string | null {
  const address = WEB_INTENT.test(url) ? url.replace(/^intent:/i, 'https:') : url;
  const [named = ''] = address.split(/[?#]/);
  const path = WEB.test(named) ? named.replace(WEB, '') : named.replace(SCHEME, '');
  const segments = path.split('/').filter(Boolean);
  return segments.length === 0 ? null : `/${segments.join('/')}`;
}
