// Made from the contract by `npm run sdk:contract`: not to be edited by hand.

/** How an operation is called; its types say what goes in and what comes out. */
export interface Operation<Input, Output> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Only in types. */
  readonly types?: { readonly input: Input; readonly output: Output };
}

/** Rows of one call of `createLinks`. */
export const MAX_BULK_ROWS = 10000;

export type AppBuild = {
  readonly platform: 'ios' | 'android';
  /** As the app reports it: Android's versionCode, iOS's CFBundleVersion. */
  readonly build: string;
  /** Patterns of the paths that the build can open. `:name` is one segment, `*` any characters within a segment, `**` any number of segments; a query is ignored. */
  readonly routes: string[];
  readonly publishedAt: string;
};

export type BootstrapRequest = {
  /** Stable identifier supplied by the app; matched exactly. */
  readonly installationId: string;
  /** Identifier of the device. */
  readonly deviceId?: string | undefined;
  /** For example Pixel 9. */
  readonly deviceModel?: string | undefined;
  /** For example Google. */
  readonly deviceManufacturer?: string | undefined;
  /** For example Android. */
  readonly osName?: string | undefined;
  /** For example 15. */
  readonly osVersion?: string | undefined;
  /** For example 2.4.0. */
  readonly appVersion?: string | undefined;
  /** For example 240. */
  readonly appBuild?: string | undefined;
  /** BCP 47 tag, such as de-AT. */
  readonly language?: string | undefined;
  /** IANA name, such as Europe/Vienna. */
  readonly timezone?: string | undefined;
  /** For example wifi or cellular. */
  readonly networkType?: string | undefined;
  /** For example portrait. */
  readonly deviceOrientation?: string | undefined;
  /** From 0 to 1 (full). */
  readonly batteryLevel?: number | undefined;
  readonly isCharging?: boolean | undefined;
  /** Free-form. At most 32 KB as JSON, 10 levels deep. */
  readonly metadata?: Record<string, unknown> | undefined;
  /** Device identifier that survives reinstallation; used to detect reinstalls. */
  readonly persistentDeviceId?: string | undefined;
  /** The whole Play install referrer with its times in seconds; a string is taken as `referrer`. Its `click_id` counts like `clickId`. Kept as long as the receipt. */
  readonly installReferrer?:
    | {
        /** As the store returns it: `utm_source=…&gclid=…&click_id=…`. */
        readonly referrer: string;
        /** When the click was made, by the phone's clock; 0: unknown. */
        readonly clickTimestampSeconds?: number | undefined;
        /** When the installation began, by the phone's clock; 0: unknown. */
        readonly installBeginTimestampSeconds?: number | undefined;
        /** The click, by the store's clock; 0: unknown. */
        readonly clickTimestampServerSeconds?: number | undefined;
        /** The start of the installation, by the store's clock; 0: unknown. */
        readonly installBeginTimestampServerSeconds?: number | undefined;
        /** The version first installed. */
        readonly installVersion?: string | undefined;
        /** Accepted and not used: instant apps ended in 2025. */
        readonly googlePlayInstant?: boolean | undefined;
      }
    | string
    | undefined;
  readonly metaInstallReferrer?:
    | {
        /** As the store returns it: `utm_source=…&gclid=…&click_id=…`. */
        readonly referrer: string;
        /** When the ad was tapped or seen; 0: unknown. */
        readonly actualTimestampSeconds?: number | undefined;
        /** False: the ad was seen and not tapped. */
        readonly isClickThrough?: boolean | undefined;
      }
    | undefined;
};

export type BootstrapResponse = {
  readonly success: true;
  /** The service's record identifier. */
  readonly installationId: string;
  readonly isNew: boolean;
  /** Signed JWT that identifies the installation for 90 to 180 days. */
  readonly installationToken: string;
  readonly sessionId: string;
  /** True only in the response that first records a known device under a new installation. */
  readonly isReinstall: boolean;
  /** The app's own identifier for the older installation; in later responses too, for an app that did not receive the first, until the older one is erased. */
  readonly previousInstallationId?: string | undefined;
  /** Sent with `previousInstallationId`. */
  readonly reinstallDetectedAt?: string | undefined;
};

export type BulkLinkRequest = {
  /** A unified link sends each platform to its own URL; a dynamic link opens the app and falls back. */
  readonly type: 'unified' | 'dynamic';
  /** The path of the short URL: letters, digits and . _ ~ -, in segments separated by single slashes; generated if omitted. */
  readonly slug?: string | undefined;
  /** Preview title, used if `metadata` has none. */
  readonly name?: string | undefined;
  /** Your own identifier for the link, unique within the project; makes creation idempotent. */
  readonly externalId?: string | undefined;
  /** Host name of a verified domain of the project. */
  readonly domain?: string | undefined;
  /** Where visitors go if nothing more specific applies. */
  readonly fallbackUrl?: string | undefined;
  /** Destination on iOS of a unified link. */
  readonly iosUrl?: string | undefined;
  /** Destination on Android of a unified link. */
  readonly androidUrl?: string | undefined;
  /** Destination on iOS when the app does not open. */
  readonly iosFallbackUrl?: string | undefined;
  /** Destination on Android when the app does not open. */
  readonly androidFallbackUrl?: string | undefined;
  /** Delivered to the app. At most 32 KB as JSON, 10 levels deep. */
  readonly parameters?: Record<string, unknown> | undefined;
  /** ogTitle, ogDescription and ogImage define the social preview. At most 32 KB as JSON, 10 levels deep. */
  readonly metadata?: Record<string, unknown> | undefined;
  /** Defaults to false. */
  readonly allowQueryPassthrough?: boolean | undefined;
  readonly iosSocialBreakout?: boolean | null | undefined;
  /** No effect on unified links. */
  readonly iosBrowserAutoOpen?: boolean | undefined;
  /** Labels for organizing links. Of tags that differ only in case, the first is kept. */
  readonly tags?: string[] | undefined;
  /** From this time on, the link behaves as if it did not exist; its statistics are kept. */
  readonly expiresAt?: string | undefined;
  /** Marks the link, so that lists can leave it out. The link itself keeps working. */
  readonly archived?: boolean | undefined;
  /** For imports: when the link was created elsewhere. Must be between 1970 and now. */
  readonly createdAt?: string | undefined;
  /** Clicks counted by another service: shown separately, never added to other statistics. */
  readonly importedClicks?: number | undefined;
};

export type BulkResult = {
  /** Zero-based position of the row in the request. */
  readonly index: number;
  /** 201: created; 200: a link with this externalId already existed; 400, 403 or 404: as for createLink. */
  readonly status: number;
  readonly id?: string | undefined;
  readonly slug?: string | undefined;
  readonly shortUrl?: string | undefined;
  readonly externalId?: string | undefined;
  /** Set for a created link; pass it to `undoLinks`. */
  readonly updatedAt?: string | undefined;
  /** Stable error code of a rejected row, as in an error response. */
  readonly code?: string | undefined;
  /** Why the row was rejected. */
  readonly message?: string | undefined;
  /** Every invalid field of a rejected row; pointers are relative to the row. */
  readonly errors?: FieldError[] | undefined;
};

export type CreateLinkRequest = {
  /** A unified link sends each platform to its own URL; a dynamic link opens the app and falls back. */
  readonly type: 'unified' | 'dynamic';
  /** The path of the short URL: letters, digits and . _ ~ -, in segments separated by single slashes; generated if omitted. */
  readonly slug?: string | undefined;
  /** Preview title, used if `metadata` has none. */
  readonly name?: string | undefined;
  /** Your own identifier for the link, unique within the project; makes creation idempotent. */
  readonly externalId?: string | undefined;
  /** Host name of a verified domain of the project. */
  readonly domain?: string | undefined;
  /** Where visitors go if nothing more specific applies. */
  readonly fallbackUrl?: string | undefined;
  /** Destination on iOS of a unified link. */
  readonly iosUrl?: string | undefined;
  /** Destination on Android of a unified link. */
  readonly androidUrl?: string | undefined;
  /** Destination on iOS when the app does not open. */
  readonly iosFallbackUrl?: string | undefined;
  /** Destination on Android when the app does not open. */
  readonly androidFallbackUrl?: string | undefined;
  /** Delivered to the app. At most 32 KB as JSON, 10 levels deep. */
  readonly parameters?: Record<string, unknown> | undefined;
  /** ogTitle, ogDescription and ogImage define the social preview. At most 32 KB as JSON, 10 levels deep. */
  readonly metadata?: Record<string, unknown> | undefined;
  /** Defaults to false. */
  readonly allowQueryPassthrough?: boolean | undefined;
  /** Accepted and ignored. */
  readonly iosSocialBreakout?: unknown;
  /** Accepted and ignored. */
  readonly iosBrowserAutoOpen?: unknown;
};

export type DroppedLink = {
  readonly id: string;
  readonly shortUrl: string;
  readonly path: string;
};

export type DroppedLinks = {
  /** Links that the build before could open and this one cannot. */
  readonly count: number;
  /** The patterns of the build before by which it opened them. */
  readonly routes: DroppedRoute[];
  /** The first 20 of them. */
  readonly links: DroppedLink[];
};

export type DroppedRoute = {
  readonly route: string;
  /** Links that need it. */
  readonly links: number;
};

export type ExportJob = {
  readonly jobId: string;
  readonly status: 'pending' | 'processing' | 'completed' | 'failed';
  /** Number of exported links; present once completed. */
  readonly rowCount?: number | undefined;
  /** The reason, if the export failed. */
  readonly error: string | null;
  /** Signed URL, valid for 7 days and new on each read; present once completed. The export is available for 7 days after it finishes. */
  readonly downloadUrl?: string | undefined;
};

export type ExportRequest = {
  /** Searches name, slug, externalId and destinations; case-insensitive. */
  readonly search?: string | undefined;
  /** Only links with this tag; case-insensitive. */
  readonly tag?: string | undefined;
  /** true: only archived links; false: only links that are not archived. Both if omitted. */
  readonly archived?: boolean | undefined;
  /** true: only expired links; false: only links that have not expired. Both if omitted. */
  readonly expired?: boolean | undefined;
  /** Inclusive lower bound, UTC date. */
  readonly createdAfter?: string | undefined;
  /** Exclusive upper bound, UTC date. Reversed bounds are swapped. */
  readonly createdBefore?: string | undefined;
  /** Inclusive start of the activity window, which limits what is counted. */
  readonly activeAfter?: string | undefined;
  /** Exclusive end of the activity window. */
  readonly activeBefore?: string | undefined;
  readonly sortBy?: 'createdAt' | 'clickCount' | 'name' | 'lastClickedAt' | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
};

export type FieldError = {
  /** Field or parameter name, with dots for nested fields; empty for the body as a whole. */
  readonly field: string;
  /** What is wrong. Codes are stable; more may be added: required, type, format, not_allowed, too_short, too_long, too_small, too_large, too_few, too_many, too_deep, unknown_property, unknown_parameter, forbidden_scheme, forbidden_character, forbidden_key, unsafe_number, reserved, taken, unknown, immutable, mismatch. */
  readonly code: string;
  /** A sentence that names the field and how to fix it. */
  readonly message: string;
  /** JSON pointer (RFC 6901) into the body; absent for parameters. */
  readonly pointer?: string | undefined;
};

export type HealthResponse = {
  readonly status: 'ok';
  readonly timestamp: string;
  /** Name of the deployment environment. */
  readonly environment: string;
};

export type IdentifyRequest = {
  /** The app's own identifier, or the service's record identifier; if omitted, the installation of the token. */
  readonly installationId?: string | undefined;
  readonly customerId: string | null;
};

export type Link = {
  readonly id: string;
  /** Unique within the project. */
  readonly slug: string;
  /** A unified link sends each platform to its own URL; a dynamic link opens the app and falls back. */
  readonly type: 'unified' | 'dynamic';
  readonly fallbackUrl?: string | null | undefined;
  readonly iosUrl?: string | null | undefined;
  readonly androidUrl?: string | null | undefined;
  readonly iosFallbackUrl?: string | null | undefined;
  readonly androidFallbackUrl?: string | null | undefined;
  readonly parameters?: Record<string, unknown> | null | undefined;
  readonly metadata?: Record<string, unknown> | null | undefined;
  readonly allowQueryPassthrough?: boolean | undefined;
  readonly shortUrl: string;
  readonly externalId?: string | null | undefined;
  readonly createdAt?: string | undefined;
  readonly updatedAt?: string | undefined;
};

export type LinkPage = {
  readonly links: ManagedLink[];
  readonly nextCursor?: string | undefined;
};

export type LinkStats = {
  /** Visits by people, and resolves without an earlier visit. */
  readonly clicks: number;
  /** Fetches by social crawlers. */
  readonly previews: number;
  /** Other bots, prefetches and HEAD requests. */
  readonly bots: number;
  /** Clicks that opened the app. */
  readonly opens: number;
  /** First installs credited to the link. */
  readonly installs: number;
  /** Opens by installations known before the click. */
  readonly returningUsers: number;
  /** Clicks matched to an install or an open. */
  readonly attributedClicks: number;
  readonly lastClickedAt?: string | undefined;
};

export type ManagedLink = {
  readonly id: string;
  /** Unique within the project. */
  readonly slug: string;
  /** A unified link sends each platform to its own URL; a dynamic link opens the app and falls back. */
  readonly type: 'unified' | 'dynamic';
  /** Where visitors go if nothing more specific applies. */
  readonly fallbackUrl?: string | undefined;
  /** Destination on iOS of a unified link. */
  readonly iosUrl?: string | undefined;
  /** Destination on Android of a unified link. */
  readonly androidUrl?: string | undefined;
  /** Destination on iOS when the app does not open. */
  readonly iosFallbackUrl?: string | undefined;
  /** Destination on Android when the app does not open. */
  readonly androidFallbackUrl?: string | undefined;
  /** Delivered to the app. At most 32 KB as JSON, 10 levels deep. */
  readonly parameters?: Record<string, unknown> | undefined;
  /** ogTitle, ogDescription and ogImage define the social preview. At most 32 KB as JSON, 10 levels deep. */
  readonly metadata?: Record<string, unknown> | undefined;
  readonly allowQueryPassthrough: boolean;
  readonly shortUrl: string;
  /** Your own identifier for the link, unique within the project; makes creation idempotent. */
  readonly externalId?: string | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Preview title, used if `metadata` has none. */
  readonly name?: string | undefined;
  /** If absent, determined by the project’s iOS configuration. */
  readonly iosSocialBreakout?: boolean | undefined;
  /** No effect on unified links. */
  readonly iosBrowserAutoOpen: boolean;
  /** Labels for organizing links. */
  readonly tags: string[];
  /** From this time on, the link behaves as if it did not exist; its statistics are kept. */
  readonly expiresAt?: string | undefined;
  /** Marks the link, so that lists can leave it out. The link itself keeps working. */
  readonly archived: boolean;
  /** Clicks counted by another service: shown separately, never added to other statistics. */
  readonly importedClicks?: number | undefined;
};

export type MatchRequest = {
  /** Signals reported by the phone. IP address and user agent are taken from the request. */
  readonly fingerprint: {
    readonly os?: string | null | undefined;
    readonly model?: string | null | undefined;
    readonly screenResolution?: string | null | undefined;
    readonly timezone?: string | null | undefined;
    readonly language?: string | null | undefined;
    readonly systemName?: string | null | undefined;
    readonly systemVersion?: string | null | undefined;
    readonly osVersion?: string | null | undefined;
  };
  readonly clickId?: string | null | undefined;
  /** The whole Play install referrer with its times in seconds; a string is taken as `referrer`. Its `click_id` counts like `clickId`. Kept as long as the receipt. */
  readonly installReferrer?:
    | {
        /** As the store returns it: `utm_source=…&gclid=…&click_id=…`. */
        readonly referrer: string;
        /** When the click was made, by the phone's clock; 0: unknown. */
        readonly clickTimestampSeconds?: number | undefined;
        /** When the installation began, by the phone's clock; 0: unknown. */
        readonly installBeginTimestampSeconds?: number | undefined;
        /** The click, by the store's clock; 0: unknown. */
        readonly clickTimestampServerSeconds?: number | undefined;
        /** The start of the installation, by the store's clock; 0: unknown. */
        readonly installBeginTimestampServerSeconds?: number | undefined;
        /** The version first installed. */
        readonly installVersion?: string | undefined;
        /** Accepted and not used: instant apps ended in 2025. */
        readonly googlePlayInstant?: boolean | undefined;
      }
    | string
    | undefined;
  readonly metaInstallReferrer?:
    | {
        /** As the store returns it: `utm_source=…&gclid=…&click_id=…`. */
        readonly referrer: string;
        /** When the ad was tapped or seen; 0: unknown. */
        readonly actualTimestampSeconds?: number | undefined;
        /** False: the ad was seen and not tapped. */
        readonly isClickThrough?: boolean | undefined;
      }
    | undefined;
  readonly installationId?: string | null | undefined;
  readonly clipboard?: string | null | undefined;
  readonly testCode?: string | null | undefined;
  /** Set by debug builds: the response includes a receipt. With a publishable key, the receipt omits clicks. */
  readonly debug?: boolean | undefined;
};

export type MatchResponse = {
  readonly success: true;
  readonly matchType: 'deterministic' | 'fingerprint' | null;
  readonly data: {
    readonly deepLink: string;
  } | null;
  /** The link is that of `testCode`, and nothing is counted. */
  readonly test?: true | undefined;
  readonly receipt?: Receipt | undefined;
};

export type Plan = {
  readonly name: string;
  readonly priceId: string;
  readonly paymentPriceId?: string | null | undefined;
  /** Currency-formatted amount for the requested period. */
  readonly price: string;
  /** Period suffix text. */
  readonly period: string;
  readonly billingPeriod: 'monthly' | 'yearly';
  readonly yearlyDiscount?: string | null | undefined;
  readonly features: string[];
  /** Plan limits by name; null means unlimited. */
  readonly limits: Record<string, unknown>;
  readonly hasOverage: boolean;
  readonly overageRatePer1k?: number | null | undefined;
};

export type PlansResponse = {
  readonly plans: Plan[];
};

export type PublishedBuild = {
  readonly build: AppBuild;
  readonly before: string | null;
  readonly dropped: DroppedLinks;
};

export type Receipt = {
  readonly id: string;
  readonly installationId?: string | undefined;
  readonly createdAt: string;
  readonly matchType: 'deterministic' | 'fingerprint' | null;
  /** Stable code for the outcome; see docs/attribution.md. */
  readonly reason: string;
  /** The outcome in one sentence, for people: yes or no, and why. */
  readonly summary: string;
  /** From the tap to the outcome; what is unknown is left out. Steps keep their order where clocks differ. Empty for publishable keys. */
  readonly timeline: {
    readonly step: 'tapped' | 'store' | 'installed' | 'firstOpened' | 'decided';
    readonly at: string;
    /** The step in words, for people. */
    readonly text: string;
  }[];
  /** The receipt as readable text, beginning with `summary`. */
  readonly explanation: string[];
  readonly delivered: {
    readonly clickId: string;
    readonly linkId: string | null;
    readonly slug: string | null;
  } | null;
  readonly credited: {
    readonly clickId: string;
    readonly linkId: string | null;
    readonly slug: string | null;
    readonly as: 'install' | 'returning';
  } | null;
  readonly test: {
    readonly linkId: string | null;
    readonly slug: string | null;
  } | null;
  readonly methods: {
    readonly method: 'clickId' | 'clipboard' | 'deepLink' | 'signals' | 'testCode';
    readonly outcome: 'matched' | 'noMatch' | 'notTried';
    readonly reason: string;
  }[];
  readonly referrers: {
    readonly play: {
      /** As the store returns it: `utm_source=…&gclid=…&click_id=…`. */
      readonly referrer: string;
      /** When the click was made, by the phone's clock; 0: unknown. */
      readonly clickTimestampSeconds?: number | undefined;
      /** When the installation began, by the phone's clock; 0: unknown. */
      readonly installBeginTimestampSeconds?: number | undefined;
      /** The click, by the store's clock; 0: unknown. */
      readonly clickTimestampServerSeconds?: number | undefined;
      /** The start of the installation, by the store's clock; 0: unknown. */
      readonly installBeginTimestampServerSeconds?: number | undefined;
      /** The version first installed. */
      readonly installVersion?: string | undefined;
      /** Accepted and not used: instant apps ended in 2025. */
      readonly googlePlayInstant?: boolean | undefined;
    } | null;
    readonly injection: {
      readonly reason: 'click_after_install_began' | 'click_just_before_first_open';
      /** From the start of the installation to the click, or from the click to the first open. */
      readonly seconds: number;
      readonly clock: 'store' | 'phone';
    } | null;
    readonly meta: {
      readonly outcome: 'decrypted' | 'no_key' | 'not_decrypted';
      readonly source: 'play' | 'metaApp';
      readonly clickThrough: boolean | null;
      readonly campaign: {
        readonly id: string | null;
        readonly name: string | null;
      } | null;
      readonly adSet: {
        readonly id: string | null;
        readonly name: string | null;
      } | null;
      readonly ad: {
        readonly id: string | null;
        readonly name: string | null;
      } | null;
      readonly accountId: string | null;
      readonly objective: string | null;
    } | null;
  } | null;
  /** Maximum age of a click for matching by signals. */
  readonly windowMinutes: number;
  readonly confidence: number | null;
  readonly requiredConfidence: number;
  readonly otherPhones: number | null;
  readonly clicksSeen: number | null;
  /** The ten best candidates, best first. */
  readonly candidates: {
    readonly clickId: string;
    readonly linkId: string | null;
    readonly slug: string | null;
    readonly clickedAt: string;
    readonly bits: number;
    readonly chosen: boolean;
    readonly signals: {
      readonly signal: 'osMajor' | 'model' | 'screen' | 'timeZone' | 'language';
      readonly verdict: 'agrees' | 'differs' | 'unknown';
      /** Evidence that both are the same phone; negative values are evidence against it. */
      readonly bits: number;
      /** Present for the chosen click only. */
      readonly click?: string | undefined;
      /** The value reported at first open. */
      readonly open?: string | undefined;
    }[];
  }[];
  readonly runnerUp: string | null;
};

export type ResolvedLink = {
  readonly id: string;
  /** Unique within the project. */
  readonly slug: string;
  /** A unified link sends each platform to its own URL; a dynamic link opens the app and falls back. */
  readonly type: 'unified' | 'dynamic';
  readonly fallbackUrl?: string | null | undefined;
  readonly iosUrl?: string | null | undefined;
  readonly androidUrl?: string | null | undefined;
  readonly iosFallbackUrl?: string | null | undefined;
  readonly androidFallbackUrl?: string | null | undefined;
  readonly parameters?: Record<string, unknown> | null | undefined;
  readonly metadata?: Record<string, unknown> | null | undefined;
  readonly allowQueryPassthrough?: boolean | undefined;
};

export type StartSessionRequest = {
  /** The app's own identifier, or the service's record identifier; if omitted, the installation of the token. */
  readonly installationId?: string | undefined;
  /** For example wifi or cellular. */
  readonly networkType?: string | undefined;
  /** For example portrait. */
  readonly deviceOrientation?: string | undefined;
  /** From 0 to 1 (full). */
  readonly batteryLevel?: number | undefined;
  readonly isCharging?: boolean | undefined;
  /** Free-form. At most 32 KB as JSON, 10 levels deep. */
  readonly metadata?: Record<string, unknown> | undefined;
};

export type StartSessionResponse = {
  readonly success: true;
  readonly sessionId: string;
};

export type SuccessResponse = {
  readonly success: boolean;
};

export type TrackInstallationRequest = {
  /** Stable identifier supplied by the app; matched exactly. */
  readonly installationId: string;
  /** Identifier of the device. */
  readonly deviceId?: string | undefined;
  /** For example Pixel 9. */
  readonly deviceModel?: string | undefined;
  /** For example Google. */
  readonly deviceManufacturer?: string | undefined;
  /** For example Android. */
  readonly osName?: string | undefined;
  /** For example 15. */
  readonly osVersion?: string | undefined;
  /** For example 2.4.0. */
  readonly appVersion?: string | undefined;
  /** For example 240. */
  readonly appBuild?: string | undefined;
  /** BCP 47 tag, such as de-AT. */
  readonly language?: string | undefined;
  /** IANA name, such as Europe/Vienna. */
  readonly timezone?: string | undefined;
  /** For example wifi or cellular. */
  readonly networkType?: string | undefined;
  /** For example portrait. */
  readonly deviceOrientation?: string | undefined;
  /** From 0 to 1 (full). */
  readonly batteryLevel?: number | undefined;
  readonly isCharging?: boolean | undefined;
  /** Free-form. At most 32 KB as JSON, 10 levels deep. */
  readonly metadata?: Record<string, unknown> | undefined;
};

export type TrackInstallationResponse = {
  readonly success: true;
  /** The service's record identifier. */
  readonly installationId: string;
  readonly isNew: boolean;
  /** Signed JWT that identifies the installation for 90 to 180 days. */
  readonly installationToken?: string | undefined;
};

export type UpdateLinkRequest = {
  readonly name?: string | null | undefined;
  readonly fallbackUrl?: string | null | undefined;
  readonly iosUrl?: string | null | undefined;
  readonly androidUrl?: string | null | undefined;
  readonly iosFallbackUrl?: string | null | undefined;
  readonly androidFallbackUrl?: string | null | undefined;
  readonly parameters?: Record<string, unknown> | null | undefined;
  readonly metadata?: Record<string, unknown> | null | undefined;
  readonly allowQueryPassthrough?: boolean | undefined;
  readonly iosSocialBreakout?: boolean | null | undefined;
  /** No effect on unified links. */
  readonly iosBrowserAutoOpen?: boolean | undefined;
  readonly tags?: string[] | null | undefined;
  readonly expiresAt?: string | null | undefined;
  /** Marks the link, so that lists can leave it out. The link itself keeps working. */
  readonly archived?: boolean | undefined;
  readonly importedClicks?: number | null | undefined;
};

/** Health. */
export const getHealth: Operation<Record<never, never>, HealthResponse> = {
  method: 'GET',
  path: '/health',
};

/** List plans with their limits and prices. */
export const listPlans: Operation<
  {
    readonly query?: {
      /** Billing period of the prices in the response. */
      readonly billingPeriod?: 'monthly' | 'yearly' | undefined;
    };
  },
  PlansResponse
> = { method: 'GET', path: '/subscriptions/plans' };

/** Resolve a link URL and record a click. */
export const resolveLink: Operation<
  {
    readonly query: {
      /** Full HTTPS link URL or custom-scheme URL. */
      readonly url: string;
    };
  },
  ResolvedLink
> = { method: 'GET', path: '/sdk/resolve' };

/** Create a link. */
export const createLink: Operation<{ readonly body: CreateLinkRequest }, Link> = {
  method: 'POST',
  path: '/sdk/links',
};

/** Get a link by its slug. */
export const getLink: Operation<
  {
    readonly params: {
      /** The path of the short URL: letters, digits and . _ ~ -, in segments separated by single slashes; generated if omitted. */
      readonly slug: string;
    };
  },
  ResolvedLink
> = { method: 'GET', path: '/sdk/links/{slug}' };

/** Get statistics for a link, exact immediately. */
export const getLinkStats: Operation<
  {
    readonly params: {
      readonly id: string;
    };
    readonly query?: {
      readonly from?: string | undefined;
      readonly to?: string | undefined;
    };
  },
  LinkStats
> = { method: 'GET', path: '/links/{id}/stats' };

/** Create or refresh an installation. */
export const trackInstallation: Operation<
  { readonly body: TrackInstallationRequest },
  TrackInstallationResponse
> = { method: 'POST', path: '/sdk/installations/track' };

/** Track an installation and start its session in one call. */
export const bootstrap: Operation<{ readonly body: BootstrapRequest }, BootstrapResponse> = {
  method: 'POST',
  path: '/sdk/bootstrap',
};

/** Start a session. */
export const startSession: Operation<
  { readonly body?: StartSessionRequest },
  StartSessionResponse
> = { method: 'POST', path: '/sdk/sessions/start' };

/** End a session. */
export const endSession: Operation<
  {
    readonly params: {
      /** As returned when the session started. */
      readonly sessionId: string;
    };
  },
  SuccessResponse
> = { method: 'POST', path: '/sdk/sessions/{sessionId}/end' };

/** Say whose installation it is. */
export const identify: Operation<{ readonly body: IdentifyRequest }, SuccessResponse> = {
  method: 'POST',
  path: '/identify',
};

/** Find the click that led to a first open. */
export const matchDeferred: Operation<{ readonly body: MatchRequest }, MatchResponse> = {
  method: 'POST',
  path: '/sdk/deferred/match',
};

/** List the links of a project. */
export const listLinks: Operation<
  {
    readonly query?: {
      readonly projectId?: string | undefined;
      /** Searches name, slug, externalId and destinations; case-insensitive. */
      readonly search?: string | undefined;
      /** Only links with this tag; case-insensitive. */
      readonly tag?: string | undefined;
      /** true: only archived links; false: only links that are not archived. Both if omitted. */
      readonly archived?: boolean | undefined;
      /** true: only expired links; false: only links that have not expired. Both if omitted. */
      readonly expired?: boolean | undefined;
      /** Inclusive lower bound, UTC date. */
      readonly createdAfter?: string | undefined;
      /** Exclusive upper bound, UTC date. Reversed bounds are swapped. */
      readonly createdBefore?: string | undefined;
      /** A unified link sends each platform to its own URL; a dynamic link opens the app and falls back. */
      readonly type?: 'unified' | 'dynamic' | undefined;
      /** The path of the short URL: letters, digits and . _ ~ -, in segments separated by single slashes; generated if omitted. */
      readonly slug?: string | undefined;
      /** Your own identifier for the link, unique within the project; makes creation idempotent. */
      readonly externalId?: string | undefined;
      /** Host name. */
      readonly domain?: string | undefined;
      /** Sort order by creation time. */
      readonly sortOrder?: 'asc' | 'desc' | undefined;
      readonly limit?: number | undefined;
      /** `nextCursor` of the previous page. */
      readonly cursor?: string | undefined;
    };
  },
  LinkPage
> = { method: 'GET', path: '/links' };

/** Create a link, with all fields available. */
export const createManagedLink: Operation<
  {
    readonly query?: {
      readonly projectId?: string | undefined;
    };
    readonly body: BulkLinkRequest;
  },
  ManagedLink
> = { method: 'POST', path: '/links' };

/** Get a link by its id. */
export const getLinkById: Operation<
  {
    readonly params: {
      readonly id: string;
    };
  },
  ManagedLink
> = { method: 'GET', path: '/links/{id}' };

/** Update a link. */
export const updateLink: Operation<
  {
    readonly params: {
      readonly id: string;
    };
    readonly body: UpdateLinkRequest;
  },
  ManagedLink
> = { method: 'PUT', path: '/links/{id}' };

/** Delete a link. */
export const deleteLink: Operation<
  {
    readonly params: {
      readonly id: string;
    };
  },
  {
    readonly success: true;
  }
> = { method: 'DELETE', path: '/links/{id}' };

/** Create up to 10,000 links in one call. */
export const createLinks: Operation<
  {
    readonly query?: {
      /** Validates only: nothing is stored, and the response is the same except for ids. */
      readonly dryRun?: boolean | undefined;
      /** Dry run only: number of links that earlier calls would have created. */
      readonly planned?: number | undefined;
    };
    readonly body: BulkLinkRequest[];
  },
  BulkResult[]
> = { method: 'POST', path: '/links/bulk' };

/** Publish what a build of the app can open. */
export const publishBuild: Operation<
  {
    readonly params: {
      readonly platform: 'ios' | 'android';
      /** As the app reports it: Android's versionCode, iOS's CFBundleVersion. */
      readonly build: string;
    };
    readonly query?: {
      readonly projectId?: string | undefined;
    };
    readonly body: {
      /** Patterns of the paths that the build can open. `:name` is one segment, `*` any characters within a segment, `**` any number of segments; a query is ignored. */
      readonly routes: string[];
      /** Only compares; keeps nothing. */
      readonly check?: boolean | undefined;
    };
  },
  PublishedBuild
> = { method: 'PUT', path: '/builds/{platform}/{build}' };

/** Export the links of the project as CSV, in the background. */
export const startExport: Operation<
  {
    readonly params: {
      /** Id of the project. */
      readonly projectId: string;
    };
    readonly body?: ExportRequest;
  },
  {
    readonly success: true;
    readonly data: {
      readonly jobId: string;
      readonly status: 'pending';
    };
  }
> = { method: 'POST', path: '/projects/{projectId}/links/export' };

/** Get the status of an export. */
export const getExport: Operation<
  {
    readonly params: {
      /** Id of the project. */
      readonly projectId: string;
      readonly jobId: string;
    };
  },
  {
    readonly success: true;
    readonly data: ExportJob;
  }
> = { method: 'GET', path: '/projects/{projectId}/links/export/{jobId}' };
