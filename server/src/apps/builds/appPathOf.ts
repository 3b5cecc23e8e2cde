import type { AppPlatform } from '@fairlead/contract/operations/builds';
import { leadsToStore } from '#links/creating/appLinks.ts';
import type { Link } from '#links/link/Link.ts';
import type { Slices } from '#platform/lib/createSlices.ts';

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

const STEPS_OF_A_LINK = 25;
/** Of a path. */
const LENGTH_OF_A_STEP = 16;

/** The paths of links that name one. */
export async function pathsOf<Target extends LinkTarget>(
  slices: Slices,
  links: readonly Target[],
  platform: AppPlatform,
): Promise<ReadonlyMap<Target, string>> {
  const paths = new Map<Target, string>();
  for (const link of links) {
    const path = appPathOf(link, platform);
    if (path !== null) paths.set(link, path);
    const steps = STEPS_OF_A_LINK + (path?.length ?? 0) / LENGTH_OF_A_STEP;
    if (slices.spend(steps)) await slices.turn();
  }
  return paths;
}

const WEB = /^https?:\/\/[^/]*/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const INTENT = /#Intent;/i;
const WEB_INTENT = /;scheme=https?;/i;

/** Without scheme, query and fragment. What follows an app's own scheme is all path: `shop://product/42` is `/product/42`. */
function pathOf(url: string): string | null {
  const address = isWebIntent(url) ? url.replace(/^intent:/i, 'https:') : url;
  const [named = ''] = address.split(/[?#]/);
  const path = WEB.test(named) ? named.replace(WEB, '') : named.replace(SCHEME, '');
  const segments = path.split('/').filter(Boolean);
  return segments.length === 0 ? null : `/${segments.join('/')}`;
}

/** An intent whose data is a web address. */
function isWebIntent(url: string): boolean {
  const intent = url.search(INTENT);
  return intent >= 0 && WEB_INTENT.test(url.slice(intent));
}
