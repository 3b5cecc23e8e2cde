import { readDestination } from '#platform/lib/web/destination.ts';
import { openByIosScheme, openByUniversalLink, openOnAndroid } from './appOpening.ts';
import { withPlayReferrer } from './playReferrer.ts';
import type { Decision, Visit, VisitedLink } from './Visit.ts';
import { isBreakoutOn, isIosAppComplete } from './iosBreakout.ts';
import { appStoreUrl, playStoreUrl } from './storePages.ts';

type UrlField = Extract<keyof VisitedLink, `${string}Url`>;
/** A decision without what all decisions for one visit have in common. */
type Choice = Decision extends infer D
  ? D extends Decision
    ? Omit<D, 'source' | 'route' | 'notes'>
    : never
  : never;

const NO_NOTES: readonly string[] = [];

/** Names of destinations for people who set up links, as the dashboard calls them. */
const URL_NAMES: Readonly<Record<UrlField, string>> = {
  fallbackUrl: 'The destination',
  iosUrl: 'The URL for iPhone and iPad',
  androidUrl: 'The URL for Android',
  iosFallbackUrl: 'The URL for iPhone and iPad without the app',
  androidFallbackUrl: 'The URL for Android without the app',
  expiredUrl: 'The URL for afterwards',
};

/**
 * What one visitor gets from one link, by the table of Rule: visitors. Pure: the live path, the flow page,
 * the simulator and the tests all call this function.
 */
export function decideVisit(visit: Visit): Decision {
  const notes: string[] = [];
  const choice = choose(visit, notes);
  const { route = null } = visit;
  return {
    ...choice,
    ...(route && { reason: `${ledBy(route)} ${choice.reason}` }),
    source: visit.flags.qr ? 'qr' : 'link',
    route,
    notes: notes.length === 0 ? NO_NOTES : notes,
  };
}

function ledBy({ kind, name }: NonNullable<Visit['route']>): string {
  return kind === 'rule' ? `Rule “${name}” fits.` : `Variant “${name}” of the experiment.`;
}

function choose(visit: Visit, notes: string[]): Choice {
  const { flags, visitor } = visit;
  if (visit.expired === true && !flags.debug) {
    return expired(visit, notes);
  }
  if (flags.ulhop) {
    const to = firstOf(visit, ['iosFallbackUrl', 'fallbackUrl'], notes);
    return goTo(
      to,
      'none',
      'Back from the launch page without the app (ulhop=1): goes to the URL for iPhones without the app.',
    );
  }
  if (flags.debug) {
    const { fallback } = chooseForPlatform(visit, notes);
    const reason = 'Asked for an explanation (debug=1): gets the page that explains the link.';
    return { page: 'flow', status: 200, count: 'none', reason, fallback };
  }
  if (visitor.crawler !== null) {
    const { fallback } = chooseForPlatform(visit, notes);
    const reason = `The crawler ${visitor.crawler} gets the social preview.`;
    return { page: 'preview', status: 200, count: 'preview', reason, fallback };
  }
  return chooseForPlatform(visit, notes);
}

function expired(visit: Visit, notes: string[]): Choice {
  const to = usableUrl(visit.link.expiredUrl, URL_NAMES.expiredUrl, notes);
  if (to === null) {
    const reason = 'The link has expired: gets a “not found” page, as if there were no link.';
    return { page: 'nothing', status: 404, count: 'none', reason, fallback: null };
  }
  const count = visit.visitor.crawler === null ? countOf(visit) : 'preview';
  return goTo(to, count, 'The link has expired: goes to the URL for afterwards.');
}

function chooseForPlatform(visit: Visit, notes: string[]): Choice {
  const { visitor, link } = visit;
  if (visitor.platform === 'ios') {
    return link.type === 'unified' ? unifiedIos(visit, notes) : dynamicIos(visit, notes);
  }
  if (visitor.platform === 'android') {
    return link.type === 'unified' ? unifiedAndroid(visit, notes) : dynamicAndroid(visit, notes);
  }
  return desktop(visit, notes);
}

function desktop(visit: Visit, notes: string[]): Choice {
  const to = firstOf(visit, ['fallbackUrl'], notes);
  if (to !== null) return goTo(to, countOf(visit), 'Not a phone: goes to the destination.');
  const reason = 'Not a phone, and the link has no destination: gets a page with a QR code.';
  return { page: 'desktop', status: 200, count: countOf(visit), reason, fallback: null };
}

function unifiedIos(visit: Visit, notes: string[]): Choice {
  const fields: UrlField[] = visit.flags.nodl
    ? ['iosFallbackUrl', 'fallbackUrl']
    : ['iosUrl', 'fallbackUrl', 'iosFallbackUrl'];
  return goTo(firstOf(visit, fields, notes), countOf(visit), unifiedReason(visit, 'iOS'));
}

function unifiedAndroid(visit: Visit, notes: string[]): Choice {
  const fields: UrlField[] = ['androidUrl', 'androidFallbackUrl', 'fallbackUrl'];
  const to = firstOf(visit, visit.flags.nodl ? fields.slice(1) : fields, notes);
  return goTo(withClick(to, visit), countOf(visit), unifiedReason(visit, 'Android'));
}

function unifiedReason(visit: Visit, system: string): string {
  return visit.flags.nodl
    ? `Asked not to open the app (_nodl=1): goes to the URL for ${system} without the app.`
    : `A unified link on ${system}: goes straight to its URL for ${system}.`;
}

function dynamicIos(visit: Visit, notes: string[]): Choice {
  const { link, project, visitor, flags } = visit;
  const fallback = firstOf(visit, ['iosFallbackUrl', 'fallbackUrl'], notes);
  const count = countOf(visit);
  if (flags.nodl)
    return goTo(
      fallback,
      count,
      'Asked not to open the app (_nodl=1): goes to the URL for iPhones without the app.',
    );
  const storeUrl = appStoreUrl(project.ios.storeId);
  if (link.iosBrowserAutoOpen && visitor.webview === null) {
    const open = openByIosScheme(visit);
    if (open !== null) {
      const reason =
        '“Open the app automatically in browsers” is on: gets a page that tries to open the app.';
      return { page: 'autoOpen', status: 200, count, reason, fallback, open, storeUrl };
    }
    notes.push(
      '“Open the app automatically in browsers” is on, but the iOS app has no custom scheme.',
    );
  }
  if (isBreakoutOn(visit.link, visit.project)) {
    if (!isIosAppComplete(visit.project)) {
      notes.push(
        'The page with an “Open app” button is on, but without team ID and bundle ID iOS cannot open the app.',
      );
    }
    if (visit.hasLaunchHost) {
      const reason = 'Gets a page with an “Open app” button, from which iOS opens the app.';
      const open = openByUniversalLink(visit);
      // The page always offers a download (Rule: visitors): if there is no store page, the fallback.
      const download = storeUrl ?? fallback;
      return { page: 'launch', status: 302, count, reason, fallback, open, storeUrl: download };
    }
    notes.push(
      'The page with an “Open app” button is on, but the server has no launch domain (LAUNCH_HOST).',
    );
  }
  return goTo(
    fallback,
    count,
    'Nothing opens the app here: goes to the URL for iPhones without the app.',
  );
}

function dynamicAndroid(visit: Visit, notes: string[]): Choice {
  const count = countOf(visit);
  const chosen = firstOf(visit, ['androidFallbackUrl', 'fallbackUrl'], notes);
  const fallback = withClick(chosen, visit);
  if (visit.flags.nodl) {
    return goTo(
      fallback,
      count,
      'Asked not to open the app (_nodl=1): goes to the URL for Android without the app.',
    );
  }
  const open = openOnAndroid(visit, fallback);
  if (open === null) {
    // Firefox opens an app by its scheme only.
    if (visit.project.android.packageName === null) {
      notes.push(
        'The Android app has neither a package name nor a custom scheme, so nothing can open it.',
      );
    }
    return goTo(
      fallback,
      count,
      'Nothing opens the app here: goes to the URL for Android without the app.',
    );
  }
  const storeUrl = withClick(playStoreUrl(visit.project.android.packageName), visit);
  const reason =
    'Gets a page that tries to open the app, and goes to the URL for Android without the app otherwise.';
  return { page: 'androidOpen', status: 200, count, reason, fallback, open, storeUrl };
}

function goTo(to: string | null, count: Decision['count'], reason: string): Choice {
  if (to !== null) return { page: 'redirect', status: 302, count, reason, fallback: to, to };
  const nowhere = `${reason} There is none, and no default URL: gets a “not found” page.`;
  return { page: 'nothing', status: 404, count, reason: nowhere, fallback: null };
}

/** The first usable destination of a chain that ends in the project's default URL. */
function firstOf(visit: Visit, fields: readonly UrlField[], notes: string[]): string | null {
  for (const field of fields) {
    const usable = usableUrl(visit.link[field], URL_NAMES[field], notes);
    if (usable !== null) return usable;
  }
  return usableUrl(visit.project.defaultUrl, 'The default URL of the project', notes);
}

function usableUrl(url: string | null, name: string, notes: string[]): string | null {
  if (url === null || url === '') return null;
  const { header, finding } = readDestination(url);
  if (finding !== null) notes.push(`${name} is not used: it ${finding}.`);
  return header;
}

function countOf(visit: Visit): Decision['count'] {
  if (visit.visitor.automation !== null) return 'bot';
  return visit.countedBefore === true ? 'none' : 'click';
}

function withClick(url: string | null, visit: Visit): string | null {
  const { clickReference } = visit;
  return url === null || clickReference === null ? url : withPlayReferrer(url, clickReference);
}
