import type { Visitor } from '../visitors/Visitor.ts';
import type { Route } from './rules/chooseRoute.ts';
import type { VisitFlags } from '#links/link/visitFlags.ts';

/** What the decision needs to know about a link; null for what the link does not have. */
export interface VisitedLink {
  readonly type: 'unified' | 'dynamic';
  readonly slug: string;
  readonly fallbackUrl: string | null;
  readonly iosUrl: string | null;
  readonly androidUrl: string | null;
  readonly iosFallbackUrl: string | null;
  readonly androidFallbackUrl: string | null;
  readonly allowQueryPassthrough: boolean;
  /** Null: on when the project's iOS app is configured (Rule: resources 6). */
  readonly iosSocialBreakout: boolean | null;
  readonly iosBrowserAutoOpen: boolean;
  /** Where visitors go once it has expired. */
  readonly expiredUrl: string | null;
}

export interface VisitedProject {
  readonly defaultUrl: string | null;
  readonly ios: {
    readonly teamId: string | null;
    readonly bundleId: string | null;
    readonly scheme: string | null;
    readonly storeId: string | null;
  };
  readonly android: { readonly packageName: string | null; readonly scheme: string | null };
}

/** One request for a live link. */
export interface Visit {
  /** With the destinations of the rule or variant that leads the visit. */
  readonly link: VisitedLink;
  /** That rule or variant. */
  readonly route?: Pick<Route, 'kind' | 'name'> | null;
  readonly project: VisitedProject;
  readonly visitor: Visitor;
  readonly flags: VisitFlags;
  /** Raw query string without its `?`. */
  readonly query: string;
  /** The link's own URL, without a query. */
  readonly shortUrl: string;
  /** Whether a launch domain is configured; it differs from every link's domain. */
  readonly hasLaunchHost: boolean;
  /** What names this visit's click in `_lc` and in the Play referrer; null when there is no click to name. */
  readonly clickReference: string | null;
  /** Signs the reference for `_lc` if it is a person's click; called only if a page opens the app. */
  readonly proveClick?: () => string;
  /** The visit has the verified `_lc` of a click on this link: it is already counted. */
  readonly countedBefore?: boolean;
  /** The link has expired. */
  readonly expired?: boolean;
}

/** How a page opens the app. */
export interface AppOpening {
  readonly kind: 'universalLink' | 'scheme' | 'intent';
  readonly url: string;
  /** The page must go to the fallback with its own timer: nothing else will. */
  readonly ownTimer: boolean;
}

interface Common {
  readonly count: 'click' | 'preview' | 'bot' | 'none';
  readonly source: 'link' | 'qr';
  /** The rule or variant that led the visit; null: the link itself. */
  readonly route: Pick<Route, 'kind' | 'name'> | null;
  /** Why, worded for the flow page. */
  readonly reason: string;
  /** Where a visitor without the app ends up, ready for a `Location` header; null: nowhere. */
  readonly fallback: string | null;
  /** What got in the way: refused destinations, an app that is not configured. */
  readonly notes: readonly string[];
}

/** The answer to one visit. A `launch` goes to the launch domain, whose URL is signed when answering. */
export type Decision =
  | (Common & { readonly page: 'redirect'; readonly status: 302; readonly to: string })
  | (Common & {
      readonly page: 'launch';
      readonly status: 302;
      readonly open: AppOpening;
      readonly storeUrl: string | null;
    })
  | (Common & {
      readonly page: 'autoOpen' | 'androidOpen';
      readonly status: 200;
      readonly open: AppOpening;
      readonly storeUrl: string | null;
    })
  | (Common & { readonly page: 'preview' | 'desktop' | 'flow'; readonly status: 200 })
  | (Common & { readonly page: 'nothing'; readonly status: 404 });
