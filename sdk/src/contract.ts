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
  /** Patterns of the paths that the build can open. `:name` is one segment, `*` any characters within a segment, `**` any number of segments; a query is ignored. At most 16 segments, 2 of them `**`. */
  readonly routes: string[];
  readonly publishedAt: string;
};

export type AppEvent = {
  /** Your own id of the event, unique within the project: sent again, it counts once; what a server says takes the place of what an app said. It must not begin with the kind of an event source and a colon, such as `stripe:`. */
  readonly eventId: string;
  /** What happened, such as purchase. */
  readonly name: string;
  /** When it happened; if omitted, or in the future, the time at which the call arrives. */
  readonly at?: string | undefined;
  /** The app's own identifier of the installation, or the service's record identifier. */
  readonly installationId?: string | undefined;
  /** A click of a link of the project. */
  readonly clickId?: string | undefined;
  /** Your own id of the person, as `identify` was told. */
  readonly customerId?: string | undefined;
  readonly revenue?: Revenue | undefined;
  /** How many; 1 if omitted. */
  readonly quantity?: number | undefined;
  /** A refund has the one of its purchase. */
  readonly transactionId?: string | undefined;
  /** What was bought, say. Free-form objects. At most 32 KB as JSON, 10 levels deep. */
  readonly items?: Record<string, unknown>[] | undefined;
  /** Free-form. At most 10 KB as JSON, 10 levels deep. */
  readonly properties?: Record<string, unknown> | undefined;
  /** Stored, and left out of every number. False if omitted. */
  readonly test?: boolean | undefined;
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
  /** Where visitors go once the link has expired; without it, they get a 404 page. */
  readonly expiredUrl?: string | undefined;
  /** The link expires once it has this many clicks by people: exactly, with one server; with several, each lets in at most as many, and all know within seconds. */
  readonly expiresAfterClicks?: number | undefined;
  /** In order: the first one that fits decides. */
  readonly rules?: Rule[] | undefined;
  /** An experiment with the visitors whom no rule fits; the shares add up to 100. A visitor keeps the variant until midnight UTC, on one network and in one browser. Without an own destination (`to` is empty), a variant leads where the link does. */
  readonly variants?: Variant[] | undefined;
  /** Where QR codes of the link are printed: scans of each are counted by themselves. */
  readonly placements?: Placement[] | undefined;
  readonly folder?: string | null | undefined;
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

export type DryRun = {
  readonly from: string;
  readonly to: string;
  /** Links that match the filter; projects only. */
  readonly links?: number | undefined;
  /** Visits by people in this time. */
  readonly visits: number;
  /** Visits that would be led otherwise, most first. */
  readonly changed: {
    /** `rule` or `variant` and its name, or `the link itself`. */
    readonly from: string;
    /** The same with the change. */
    readonly to: string;
    readonly fromUrl?: string | null | undefined;
    readonly toUrl?: string | null | undefined;
    /** Visits by people. */
    readonly visits: number;
  }[];
  /** What would lead the visits, changed or not, most first; without the unknown ones. */
  readonly routes: {
    /** As in `changed`. */
    readonly to: string;
    /** Visits by people. */
    readonly visits: number;
  }[];
  /** Visits of which it cannot be known, because it depends on what is not stored with clicks. They are in no other list. */
  readonly unknown: number;
  /** The conditions that make visits unknown, most visits first. */
  readonly reasons: {
    readonly condition:
      | 'country'
      | 'language'
      | 'platform'
      | 'osVersion'
      | 'device'
      | 'app'
      | 'referrer'
      | 'query'
      | 'from'
      | 'to'
      | 'weekdays'
      | 'hours'
      | 'appBuild'
      | 'share';
    /** Unknown visits for which it is decisive; several may be for one. */
    readonly visits: number;
  }[];
  readonly sampled: number | null;
  /** What was assumed, in sentences. */
  readonly told: string[];
};

export type DryRunRequest = {
  readonly rules?: Rule[] | null | undefined;
  readonly variants?: Variant[] | null | undefined;
  readonly fallbackUrl?: string | null | undefined;
  readonly iosUrl?: string | null | undefined;
  readonly androidUrl?: string | null | undefined;
  readonly iosFallbackUrl?: string | null | undefined;
  readonly androidFallbackUrl?: string | null | undefined;
  readonly expiredUrl?: string | null | undefined;
  /** The visits of so many days. */
  readonly days?: number | undefined;
  /** Visits before this time, such as that of a change; now if omitted. */
  readonly before?: string | undefined;
  /** The time for which `from` and `to` of rules are judged; now if omitted. */
  readonly at?: string | undefined;
};

export type EventNumbers = {
  readonly name: string;
  /** Events, refunds included. */
  readonly count: number;
  /** Their quantities together; an event without one counts 1. */
  readonly quantity: number;
  /** Sums by currency, less refunds. */
  readonly revenue: EventRevenueSum[];
};

export type EventRevenueSum = {
  readonly currency: string;
  /** Whole minor units: 1234 is 12.34 EUR, 1234 JPY or 1.234 KWD. Exact; a sum that no client could read exactly, beyond 2^53 - 1, is that number. */
  readonly amount: number;
  /** What apps alone have said, less refunds: a part of `amount`, or beside it where `revenueFrom` of the project is `servers`. */
  readonly saidByApps: number;
};

export type EventsRequest = {
  readonly events: AppEvent[];
  /** The time of the call by the clock of the device: as far as it is wrong, every `at` is corrected. */
  readonly sentAt?: string | undefined;
};

export type Experiment = {
  readonly sampleRatio: {
    /** How likely it ever comes this low if people are assigned by the shares. */
    readonly p: number;
    readonly state: 'ok' | 'failing' | 'tooFew';
  };
  readonly state: 'withheld' | 'tooFew' | 'noDifference' | 'difference';
  readonly arms: {
    /** Name of the variant. */
    readonly name: string;
    /** In per cent. */
    readonly share: number;
    /** As in `routes`. */
    readonly people: number;
    /** People among them who opened or installed, by `by`. */
    readonly conversions: number;
    readonly rate: number | null;
    readonly lift: number | null;
    readonly interval: number[] | null;
    readonly p: number | null;
  }[];
  readonly winner: string | null;
};

export type ExplainedVisit = {
  readonly as: string;
  /** Display name of the visitor. */
  readonly title: string;
  /** How the service classifies this visitor. */
  readonly visitor: {
    readonly platform: string;
    readonly device: string;
    readonly browser: string | null;
    readonly webview: string | null;
    readonly crawler: string | null;
  };
  /** Name of the rule of the link that fit. */
  readonly rule?: string | undefined;
  /** Name of the variant of the experiment. */
  readonly variant?: string | undefined;
  /** redirect, launch, autoOpen, androidOpen, preview, desktop or nothing. */
  readonly page: string;
  readonly status: number;
  /** click, preview, bot or none. */
  readonly countedAs: string;
  /** The reason. */
  readonly reason: string;
  readonly opens: string | null;
  readonly fallback: string | null;
  readonly storeUrl: string | null;
  /** Why it failed. */
  readonly notes: string[];
};

export type ExportJob = {
  readonly jobId: string;
  readonly status: 'pending' | 'processing' | 'completed' | 'failed';
  /** Number of exported rows; present once completed. */
  readonly rowCount?: number | undefined;
  /** The reason, if the export failed. */
  readonly error: string | null;
  /** Signed URL, valid for 7 days and new on each read; present once completed. The export is available for 7 days after it finishes. */
  readonly downloadUrl?: string | undefined;
};

export type ExportRequest = {
  /** links: a row for each link, the default. routes: a row for each rule and variant of each link that has or had some, and for the link itself; links newest first. clicks: a row for each click whose row is still kept, the oldest first, without IP address and visitor; of all links or of `linkId`, and with the facts that are given. events: a row for each event, the oldest first, with what it is credited to; without the person. */
  readonly kind?: 'links' | 'routes' | 'clicks' | 'events' | undefined;
  /** Searches name, slug, externalId and destinations; case-insensitive. */
  readonly search?: string | undefined;
  /** Only links with this tag, or with all of several separated by commas; case-insensitive. */
  readonly tag?: string | undefined;
  /** Only links in the folder with this id; `none`: only links in no folder. */
  readonly folder?: string | undefined;
  /** true: only archived links; false: only links that are not archived. Both if omitted. */
  readonly archived?: boolean | undefined;
  /** true: only expired links; false: only links that have not expired. Both if omitted. */
  readonly expired?: boolean | undefined;
  /** true: only printed links of which a proposed change waits for approval; false: only others. Both if omitted. */
  readonly proposed?: boolean | undefined;
  /** Inclusive lower bound, UTC date. */
  readonly createdAfter?: string | undefined;
  /** Exclusive upper bound, UTC date. Reversed bounds are swapped. */
  readonly createdBefore?: string | undefined;
  /** Inclusive start of the activity window, which limits what is counted, or which clicks there are. */
  readonly activeAfter?: string | undefined;
  /** Exclusive end of the activity window. */
  readonly activeBefore?: string | undefined;
  /** Of clicks and events alone: those of this link. */
  readonly linkId?: string | undefined;
  /** Of events alone. Only events that an app has said, a server, or an event source of this kind. */
  readonly saidBy?:
    | 'app'
    | 'server'
    | 'revenuecat'
    | 'app_store'
    | 'google_play'
    | 'stripe'
    | 'custom'
    | undefined;
  readonly source?: 'link' | 'qr' | 'app' | undefined;
  /** Only clicks on this kind of device, by its name in `topValues`; empty: those of which it is not known. */
  readonly device?: string | undefined;
  /** Only clicks on this system, by its name in `topValues`; empty: those of which it is not known. */
  readonly os?: string | undefined;
  /** Only clicks in this browser, by its name in `topValues`; empty: those of which it is not known. */
  readonly browser?: string | undefined;
  /** Only clicks in this country, by its name in `topValues`; empty: those of which it is not known. */
  readonly country?: string | undefined;
  /** Only clicks in this app, or previews of this crawler, by its name in `topValues`; empty: those of which it is not known. */
  readonly app?: string | undefined;
  /** Only clicks on this site, by its name in `topValues`; empty: those of which it is not known. */
  readonly referrer?: string | undefined;
  /** Only clicks by people who prefer this language, by its name in `topValues`; empty: those of which it is not known. */
  readonly language?: string | undefined;
  /** Only clicks that this rule or variant led, by its name in `topValues`; empty: those of which it is not known. */
  readonly route?: string | undefined;
  /** Only scans of the QR code of this placement, by its name in `topValues`; empty: those of which it is not known. */
  readonly placement?: string | undefined;
  /** Only clicks of campaigns with this `utm_source`, by its name in `topValues`; empty: those of which it is not known. */
  readonly utmSource?: string | undefined;
  /** Only clicks of campaigns with this `utm_medium`, by its name in `topValues`; empty: those of which it is not known. */
  readonly utmMedium?: string | undefined;
  /** Only clicks of campaigns with this `utm_campaign`, by its name in `topValues`; empty: those of which it is not known. */
  readonly utmCampaign?: string | undefined;
  /** Only clicks of campaigns with this `utm_term`, by its name in `topValues`; empty: those of which it is not known. */
  readonly utmTerm?: string | undefined;
  /** Only clicks of campaigns with this `utm_content`, by its name in `topValues`; empty: those of which it is not known. */
  readonly utmContent?: string | undefined;
  readonly sortBy?:
    | 'createdAt'
    | 'clickCount'
    | 'installCount'
    | 'name'
    | 'lastClickedAt'
    | undefined;
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
  /** The hex HMAC-SHA256 of `customerId` (UTF-8) with the project's identity secret, made on your server. Publishable keys need it where the project setting `identify` is `signed`, unless `customerId` is null; elsewhere it is not looked at. */
  readonly proof?: string | undefined;
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

export type LinkEvents = {
  /** The 500 most common names. */
  readonly events: EventNumbers[];
  /** Whose revenue is added up. `any`: everybody’s. `servers`: that of servers and event sources; what apps say is kept and shown, and not added. */
  readonly revenueFrom: 'any' | 'servers';
  /** Until then nothing is missing that any machine has answered. */
  readonly exactUntil: string;
};

export type LinkPage = {
  readonly links: ManagedLink[];
  readonly nextCursor?: string | undefined;
};

export type LinkResults = {
  readonly from: string;
  readonly to: string;
  readonly changedAt: string | null;
  readonly by: 'opens' | 'installs';
  /** In the order of the link: rules, variants, the link itself; then former ones. */
  readonly routes: RouteResult[];
  readonly experiment: Experiment | null;
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
  /** Where visitors go once the link has expired; without it, they get a 404 page. */
  readonly expiredUrl?: string | undefined;
  /** The link expires once it has this many clicks by people: exactly, with one server; with several, each lets in at most as many, and all know within seconds. */
  readonly expiresAfterClicks?: number | undefined;
  /** In order: the first one that fits decides. */
  readonly rules?: Rule[] | undefined;
  /** An experiment with the visitors whom no rule fits; the shares add up to 100. A visitor keeps the variant until midnight UTC, on one network and in one browser. Without an own destination (`to` is empty), a variant leads where the link does. */
  readonly variants?: Variant[] | undefined;
  /** Where QR codes of the link are printed: scans of each are counted by themselves. */
  readonly placements?: Placement[] | undefined;
  /** The folder that the link is in. */
  readonly folder?: string | undefined;
  /** Rules that can never be reached, or that overlap an earlier one. */
  readonly ruleNotes?: RuleNote[] | undefined;
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
  /** Name of the rule of the link that fit. */
  readonly rule?: string | undefined;
  /** Name of the variant of the experiment. */
  readonly variant?: string | undefined;
  /** The link is that of `testCode`, and nothing is counted. */
  readonly test?: true | undefined;
  readonly receipt?: Receipt | undefined;
};

export type Placement = {
  /** What scans are counted under, in all links of the project. */
  readonly name: string;
  /** Its value of `_qr` in the address that the QR code has. Left out: a new one is chosen. */
  readonly code?: string | undefined;
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

export type RecordedEvents = {
  /** Events that were taken; one that an earlier call has brought counts once all the same. */
  readonly accepted: number;
  /** Events whose `eventId` this process has just seen; they are stored already. */
  readonly duplicates: number;
  /** What is wrong with the events that were not stored. */
  readonly errors: {
    /** Zero-based position of the event in the call. */
    readonly index: number;
    /** The invalid field; empty for the event as a whole. */
    readonly field: string;
    /** What is wrong with it, and how to fix it. */
    readonly message: string;
  }[];
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

export type Revenue = {
  /** Whole minor units: 1234 is 12.34 EUR, 1234 JPY or 1.234 KWD. Negative for a refund. */
  readonly amount: number;
  /** ISO 4217 code, in capitals. Amounts are never converted. */
  readonly currency: string;
};

export type RoutedLink = {
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
  /** Name of the rule of the link that fit. */
  readonly rule?: string | undefined;
  /** Name of the variant of the experiment. */
  readonly variant?: string | undefined;
  /** The link asks to update the app first: its store page. */
  readonly updateUrl?: string | undefined;
};

export type RouteResult = {
  readonly kind: 'rule' | 'variant' | 'link';
  readonly name: string | null;
  /** false: the link has no rule or variant of this name any more. */
  readonly current: boolean;
  /** Visits by people. */
  readonly clicks: number;
  /** Distinct visitors per UTC day, summed over all days. */
  readonly people: number;
  /** Visits that opened the app, at any time. */
  readonly opens: number;
  /** People among `people` with such a visit. */
  readonly openers: number;
  /** First installs credited to the visits, at any time. */
  readonly installs: number;
  /** People among `people` with such an install. */
  readonly installers: number;
};

export type Rule = {
  /** By which its visits are counted, unique within the link; given if omitted. */
  readonly name?: string | undefined;
  readonly when: RuleCondition;
  /** Exactly one of: destinations, which take the place of all of the link’s; `slug`; `update`. */
  readonly to: RuleTarget;
};

export type RuleCondition = {
  /** Countries by their codes of two letters. */
  readonly country?: string[] | undefined;
  /** Preferred language of the browser or phone. `pt` includes pt-BR, `pt-BR` only itself. */
  readonly language?: string[] | undefined;
  /** Operating systems as links tell them apart. An iPad that asks for desktop pages is a desktop. */
  readonly platform?: ('ios' | 'android' | 'desktop' | 'other')[] | undefined;
  /** Version of the operating system, both ends included: `max` 17 includes 17.4. Unknown versions never fit. */
  readonly osVersion?:
    | {
        readonly min?: string | undefined;
        readonly max?: string | undefined;
      }
    | undefined;
  /** Kinds of devices; `tablet` includes `ipad`. */
  readonly device?:
    | ('mobile' | 'tablet' | 'ipad' | 'desktop' | 'tv' | 'wearable' | 'console' | 'other')[]
    | undefined;
  /** The app in whose own browser the link was tapped. */
  readonly app?:
    | (
        | 'Messenger'
        | 'Threads'
        | 'Instagram'
        | 'Facebook'
        | 'Lark'
        | 'Douyin'
        | 'TikTok'
        | 'Snapchat'
        | 'LinkedIn'
        | 'X'
        | 'WhatsApp'
        | 'Telegram'
        | 'WeChat'
        | 'QQ'
        | 'LINE'
        | 'KakaoTalk'
        | 'Naver'
        | 'Gmail'
        | 'Google app'
        | 'Pinterest'
        | 'Reddit'
        | 'Discord'
        | 'Slack'
        | 'Teams'
        | 'Outlook'
        | 'Viber'
        | 'Zalo'
        | 'VK'
        | 'Weibo'
        | 'Xiaohongshu'
        | 'Kuaishou'
        | 'Alipay'
        | 'DingTalk'
        | 'Taobao'
        | 'Baidu app'
        | 'Yahoo! Japan'
        | 'Yandex app'
        | 'Bing'
        | 'SmartNews'
        | 'Flipboard'
        | 'Quora'
        | 'Nextdoor'
        | 'Unknown app'
      )[]
    | undefined;
  /** Host of the page that the visitor comes from. */
  readonly referrer?: string[] | undefined;
  /** Parameters of the URL that was requested, with their value; null stands for any value. */
  readonly query?: Record<string, unknown> | undefined;
  /** From this time on. */
  readonly from?: string | undefined;
  /** Until just before this time. */
  readonly to?: string | undefined;
  /** Days of the week in the time zone of the project: 1 is Monday, 7 is Sunday. */
  readonly weekdays?: number[] | undefined;
  /** Hours of the day in the time zone of the project: 9 is from 9:00 until just before 10:00. */
  readonly hours?: number[] | undefined;
  /** Build of the app, both ends included. Only apps that say their build fit, by `X-Svc-App-Build`; a browser never does. */
  readonly appBuild?:
    | {
        readonly min?: string | undefined;
        readonly max?: string | undefined;
      }
    | undefined;
  /** Percentage of those who fit everything else. The same visitor fits all day or not. */
  readonly share?: number | undefined;
};

export type RuleNote = {
  /** Name of the rule or variant. */
  readonly rule: string;
  readonly code: 'never_reached' | 'overlaps' | 'never_true';
  /** The finding in a sentence, with the cure. */
  readonly message: string;
};

/** Exactly one of: destinations, which take the place of all of the link’s; `slug`; `update`. */
export type RuleTarget = {
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
  /** Another link of the project, whose rules apply in turn. */
  readonly slug?: string | undefined;
  /** Asks to update the app: resolve adds `updateUrl`, visitors go to its store page. */
  readonly update?: true | undefined;
};

export type SdkEventsRequest = {
  readonly events: AppEvent[];
  /** The time of the call by the clock of the device: as far as it is wrong, every `at` is corrected. */
  readonly sentAt?: string | undefined;
};

export type SimulatedPerson = {
  /** Of the browser; or name a kind of visitor by `as`. */
  readonly userAgent?: string | undefined;
  /** The kind of visitor to simulate; all kinds if omitted. */
  readonly as?:
    | 'ios-safari'
    | 'ios-chrome'
    | 'ios-instagram'
    | 'ios-facebook'
    | 'ios-messenger'
    | 'ios-tiktok'
    | 'ios-snapchat'
    | 'ios-linkedin'
    | 'ios-google'
    | 'android-chrome'
    | 'android-samsung'
    | 'android-firefox'
    | 'android-instagram'
    | 'android-facebook'
    | 'android-tiktok'
    | 'desktop'
    | 'crawler-facebook'
    | 'crawler-x'
    | 'crawler-slack'
    | 'crawler-whatsapp'
    | 'crawler-google'
    | undefined;
  /** Country code of two letters. */
  readonly country?: string | undefined;
  /** Preferred language, such as de-AT. */
  readonly language?: string | undefined;
  /** Host of the page before, such as news.example.com. */
  readonly referrer?: string | undefined;
  /** Query string appended to the link, such as _nodl=1. */
  readonly query?: string | undefined;
  /** Time of the visit; now if omitted. */
  readonly at?: string | undefined;
  /** Build of the app, as `X-Svc-App-Build` says it. */
  readonly appBuild?: string | undefined;
  /** Any text that stands for one visitor of the day: shares are drawn by it. Without it, no share is. */
  readonly visitor?: string | undefined;
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
  readonly expiredUrl?: string | null | undefined;
  readonly expiresAfterClicks?: number | null | undefined;
  readonly rules?: Rule[] | null | undefined;
  readonly variants?: Variant[] | null | undefined;
  readonly placements?: Placement[] | null | undefined;
  readonly folder?: string | null | undefined;
};

export type Variant = {
  readonly name: string;
  /** Percentage of the visitors whom no rule fits. */
  readonly share: number;
  /** Exactly one of: destinations, which take the place of all of the link’s; `slug`; `update`. */
  readonly to: RuleTarget;
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
  RoutedLink
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

/** Record up to 100 events of an app. */
export const recordSdkEvents: Operation<{ readonly body: SdkEventsRequest }, RecordedEvents> = {
  method: 'POST',
  path: '/sdk/events',
};

/** Record up to 1,000 events from a server. */
export const recordEvents: Operation<{ readonly body: EventsRequest }, RecordedEvents> = {
  method: 'POST',
  path: '/events',
};

/** Get what a link has brought: its events and revenue, exact immediately. */
export const getLinkEvents: Operation<
  {
    readonly params: {
      readonly id: string;
    };
    readonly query?: {
      readonly from?: string | undefined;
      readonly to?: string | undefined;
      /** `install`, which is the default, or `reengagement`. */
      readonly credit?: 'install' | 'reengagement' | undefined;
      /** Only events that an app has said, a server, or an event source of this kind. */
      readonly saidBy?:
        | 'app'
        | 'server'
        | 'revenuecat'
        | 'app_store'
        | 'google_play'
        | 'stripe'
        | 'custom'
        | undefined;
    };
  },
  LinkEvents
> = { method: 'GET', path: '/links/{id}/events' };

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
      /** Only links with this tag, or with all of several separated by commas; case-insensitive. */
      readonly tag?: string | undefined;
      /** Only links in the folder with this id; `none`: only links in no folder. */
      readonly folder?: string | undefined;
      /** true: only archived links; false: only links that are not archived. Both if omitted. */
      readonly archived?: boolean | undefined;
      /** true: only expired links; false: only links that have not expired. Both if omitted. */
      readonly expired?: boolean | undefined;
      /** true: only printed links of which a proposed change waits for approval; false: only others. Both if omitted. */
      readonly proposed?: boolean | undefined;
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
      /** Only links with this `fallbackUrl`. */
      readonly destination?: string | undefined;
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
      /** Patterns of the paths that the build can open. `:name` is one segment, `*` any characters within a segment, `**` any number of segments; a query is ignored. At most 16 segments, 2 of them `**`. */
      readonly routes: string[];
      /** Only compares; keeps nothing. */
      readonly check?: boolean | undefined;
    };
  },
  PublishedBuild
> = { method: 'PUT', path: '/builds/{platform}/{build}' };

/** Say what a link does for a visitor of your own making. */
export const simulateVisit: Operation<
  {
    readonly params: {
      readonly id: string;
    };
    readonly body: {
      readonly visitor: SimulatedPerson;
      /** In order: the first one that fits decides. */
      readonly rules?: Rule[] | undefined;
      readonly variants?: Variant[] | null | undefined;
    };
  },
  ExplainedVisit
> = { method: 'POST', path: '/links/{id}/simulate' };

/** Say what a change of a link would have done to its visits. */
export const dryRunLink: Operation<
  {
    readonly params: {
      readonly id: string;
    };
    readonly body: DryRunRequest;
  },
  DryRun
> = { method: 'POST', path: '/links/{id}/dry-run' };

/** Get what the rules and variants of a link have brought. */
export const getLinkResults: Operation<
  {
    readonly params: {
      readonly id: string;
    };
    readonly query?: {
      /** Inclusive. */
      readonly from?: string | undefined;
      /** Exclusive; defaults to now. */
      readonly to?: string | undefined;
      /** What the experiment is judged by. */
      readonly by?: 'opens' | 'installs' | undefined;
    };
  },
  LinkResults
> = { method: 'GET', path: '/links/{id}/results' };

/** Export the links, clicks or events of the project as CSV, in the background. */
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
