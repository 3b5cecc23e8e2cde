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

export type BootstrapRequest = {
  /** Stable identifier that the app supplies; matched as sent. */
  readonly installationId: string;
  /** Identifier of the device. */
  readonly deviceId?: string | undefined;
  /** Such as Pixel 9. */
  readonly deviceModel?: string | undefined;
  /** Such as Google. */
  readonly deviceManufacturer?: string | undefined;
  /** Such as Android. */
  readonly osName?: string | undefined;
  /** Such as 15. */
  readonly osVersion?: string | undefined;
  /** Such as 2.4.0. */
  readonly appVersion?: string | undefined;
  /** Such as 240. */
  readonly appBuild?: string | undefined;
  /** BCP 47, such as de-AT. */
  readonly language?: string | undefined;
  /** IANA name, such as Europe/Vienna. */
  readonly timezone?: string | undefined;
  /** Such as wifi or cellular. */
  readonly networkType?: string | undefined;
  /** Such as portrait. */
  readonly deviceOrientation?: string | undefined;
  /** 1 is full. */
  readonly batteryLevel?: number | undefined;
  readonly isCharging?: boolean | undefined;
  /** Free-form. At most 32 KB as JSON, 10 levels deep. */
  readonly metadata?: Record<string, unknown> | undefined;
  /** Identifier of the device that survives reinstallation; detects reinstalls. */
  readonly persistentDeviceId?: string | undefined;
};

export type BootstrapResponse = {
  readonly success: true;
  /** The service's record identifier. */
  readonly installationId: string;
  readonly isNew: boolean;
  /** Signed JWT that identifies the installation for 90 to 180 days. */
  readonly installationToken: string;
  readonly sessionId: string;
  /** True in the one answer that records a known device under a new installation. */
  readonly isReinstall: boolean;
  /** The app's own identifier of the older installation. */
  readonly previousInstallationId?: string | undefined;
  readonly reinstallDetectedAt?: string | undefined;
};

export type BulkLinkRequest = {
  /** A unified link sends each platform to its own URL; a dynamic link opens the app and falls back. */
  readonly type: 'unified' | 'dynamic';
  /** The path of the short URL: letters, digits and . _ ~ -, in segments between single slashes; made for you when left out. */
  readonly slug?: string | undefined;
  /** Title of the preview if `metadata` has none. */
  readonly name?: string | undefined;
  /** Your own identifier of the link, unique in the project; makes creation idempotent. */
  readonly externalId?: string | undefined;
  /** Host name of a verified domain of the project. */
  readonly domain?: string | undefined;
  /** Where visitors go when nothing more specific applies. */
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
  /** ogTitle, ogDescription and ogImage make the preview. At most 32 KB as JSON, 10 levels deep. */
  readonly metadata?: Record<string, unknown> | undefined;
  /** False when left out. */
  readonly allowQueryPassthrough?: boolean | undefined;
  readonly iosSocialBreakout?: boolean | null | undefined;
  /** No effect on unified links. */
  readonly iosBrowserAutoOpen?: boolean | undefined;
  /** Labels for finding links again. Of those that differ in case alone the first is kept. */
  readonly tags?: string[] | undefined;
  /** From then on the link answers as if it did not exist; its numbers stay. */
  readonly expiresAt?: string | undefined;
  /** Put aside in lists. The link itself works as before. */
  readonly archived?: boolean | undefined;
  /** When the link was made elsewhere, for imports: since 1970, not in the future. */
  readonly createdAt?: string | undefined;
  /** Clicks that another service counted: shown apart, never added to our own numbers. */
  readonly importedClicks?: number | undefined;
};

export type BulkResult = {
  /** Place of the row in the request, from 0. */
  readonly index: number;
  /** 201 created, 200 existed with this externalId, 400, 403 or 404 as createLink says. */
  readonly status: number;
  readonly id?: string | undefined;
  readonly slug?: string | undefined;
  readonly shortUrl?: string | undefined;
  readonly externalId?: string | undefined;
  /** Of a link that was created; `undoLinks` takes it. */
  readonly updatedAt?: string | undefined;
  /** Stable error code of a refused row, as errors have it. */
  readonly code?: string | undefined;
  /** Why the row was refused. */
  readonly message?: string | undefined;
  /** What is wrong with a refused row, all findings together; pointers lead into the row. */
  readonly errors?: FieldError[] | undefined;
};

export type ExportJob = {
  readonly jobId: string;
  readonly status: 'pending' | 'processing' | 'completed' | 'failed';
  /** Exported links; present when completed. */
  readonly rowCount?: number | undefined;
  /** The reason when failed. */
  readonly error: string | null;
  /** Signed, valid for 7 days, and new on each read; present once completed. An export can be read for 7 days after it finishes. */
  readonly downloadUrl?: string | undefined;
};

export type ExportRequest = {
  /** In name, slug, externalId and destinations, whatever the case. */
  readonly search?: string | undefined;
  /** Links that have this tag, in any case. */
  readonly tag?: string | undefined;
  /** Only archived links, or only others; without it, both. */
  readonly archived?: boolean | undefined;
  /** Only links that have expired, or only others; without it, both. */
  readonly expired?: boolean | undefined;
  /** Inclusive lower bound, UTC date. */
  readonly createdAfter?: string | undefined;
  /** Exclusive upper bound, UTC date. Reversed bounds are swapped. */
  readonly createdBefore?: string | undefined;
  /** Start of the activity window, inclusive: it bounds what is counted. */
  readonly activeAfter?: string | undefined;
  /** End of the activity window, exclusive. */
  readonly activeBefore?: string | undefined;
  readonly sortBy?: 'createdAt' | 'clickCount' | 'name' | 'lastClickedAt' | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
};

export type FieldError = {
  /** Name of the field or parameter, nested ones with dots; empty for the body as a whole. */
  readonly field: string;
  /** What is wrong. Codes are stable; more may be added: required, type, format, not_allowed, too_short, too_long, too_small, too_large, too_few, too_many, too_deep, unknown_property, unknown_parameter, forbidden_scheme, forbidden_character, forbidden_key, unsafe_number, reserved, taken, unknown, immutable, mismatch. */
  readonly code: string;
  /** A sentence that names the field and the cure. */
  readonly message: string;
  /** JSON pointer into the body (RFC 6901); absent for parameters. */
  readonly pointer?: string | undefined;
};

export type HealthResponse = {
  readonly status: 'ok';
  readonly timestamp: string;
  /** Name of the deployment environment. */
  readonly environment: string;
};

export type LinkPage = {
  readonly links: ManagedLink[];
  readonly nextCursor?: string | undefined;
};

export type LinkStats = {
  /** Visits by people, and resolves that brought no earlier visit along. */
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
  /** Where visitors go when nothing more specific applies. */
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
  /** ogTitle, ogDescription and ogImage make the preview. At most 32 KB as JSON, 10 levels deep. */
  readonly metadata?: Record<string, unknown> | undefined;
  readonly allowQueryPassthrough: boolean;
  readonly shortUrl: string;
  /** Your own identifier of the link, unique in the project; makes creation idempotent. */
  readonly externalId?: string | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Title of the preview if `metadata` has none. */
  readonly name?: string | undefined;
  /** Absent: the iOS configuration of the project decides. */
  readonly iosSocialBreakout?: boolean | undefined;
  /** No effect on unified links. */
  readonly iosBrowserAutoOpen: boolean;
  /** Labels for finding links again. Of those that differ in case alone the first is kept. */
  readonly tags: string[];
  /** From then on the link answers as if it did not exist; its numbers stay. */
  readonly expiresAt?: string | undefined;
  /** Put aside in lists. The link itself works as before. */
  readonly archived: boolean;
  /** Clicks that another service counted: shown apart, never added to our own numbers. */
  readonly importedClicks?: number | undefined;
};

export type MatchRequest = {
  /** What the phone reports. The server reads IP address and user agent from the request. */
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
  readonly installationId?: string | null | undefined;
  readonly clipboard?: string | null | undefined;
  /** A debug build of the app: the reply carries a receipt, with a publishable key one without clicks. */
  readonly debug?: boolean | undefined;
};

export type MatchResponse = {
  readonly success: true;
  readonly matchType: 'deterministic' | 'fingerprint' | null;
  readonly data: {
    readonly deepLink: string;
  } | null;
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

export type Receipt = {
  readonly id: string;
  readonly installationId?: string | undefined;
  readonly createdAt: string;
  readonly matchType: 'deterministic' | 'fingerprint' | null;
  /** Stable word for the outcome; see docs/attribution.md. */
  readonly reason: string;
  /** The receipt, read out. */
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
  readonly methods: {
    readonly method: 'clickId' | 'clipboard' | 'deepLink' | 'signals';
    readonly outcome: 'matched' | 'noMatch' | 'notTried';
    readonly reason: string;
  }[];
  /** How old a click may be for a match by signals. */
  readonly windowMinutes: number;
  readonly confidence: number | null;
  readonly requiredConfidence: number;
  readonly otherPhones: number | null;
  readonly clicksSeen: number | null;
  /** The best ten, best first. */
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
      /** Evidence for one phone; negative speaks against. */
      readonly bits: number;
      /** Of the chosen click only. */
      readonly click?: string | undefined;
      /** What the first open said. */
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
  /** The app's own identifier, or the service's record identifier; without it, the token of the call says which. */
  readonly installationId?: string | undefined;
  /** Such as wifi or cellular. */
  readonly networkType?: string | undefined;
  /** Such as portrait. */
  readonly deviceOrientation?: string | undefined;
  /** 1 is full. */
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
  /** Stable identifier that the app supplies; matched as sent. */
  readonly installationId: string;
  /** Identifier of the device. */
  readonly deviceId?: string | undefined;
  /** Such as Pixel 9. */
  readonly deviceModel?: string | undefined;
  /** Such as Google. */
  readonly deviceManufacturer?: string | undefined;
  /** Such as Android. */
  readonly osName?: string | undefined;
  /** Such as 15. */
  readonly osVersion?: string | undefined;
  /** Such as 2.4.0. */
  readonly appVersion?: string | undefined;
  /** Such as 240. */
  readonly appBuild?: string | undefined;
  /** BCP 47, such as de-AT. */
  readonly language?: string | undefined;
  /** IANA name, such as Europe/Vienna. */
  readonly timezone?: string | undefined;
  /** Such as wifi or cellular. */
  readonly networkType?: string | undefined;
  /** Such as portrait. */
  readonly deviceOrientation?: string | undefined;
  /** 1 is full. */
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
  /** Put aside in lists. The link itself works as before. */
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
      /** The period of the prices in the reply. */
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

/** Read a link of the project by its slug. */
export const getLink: Operation<
  {
    readonly params: {
      /** The path of the short URL: letters, digits and . _ ~ -, in segments between single slashes; made for you when left out. */
      readonly slug: string;
    };
  },
  ResolvedLink
> = { method: 'GET', path: '/sdk/links/{slug}' };

/** Numbers of a link, exact at once. */
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
      /** As the start of the session said. */
      readonly sessionId: string;
    };
  },
  SuccessResponse
> = { method: 'POST', path: '/sdk/sessions/{sessionId}/end' };

/** Find the click that led to a first open. */
export const matchDeferred: Operation<{ readonly body: MatchRequest }, MatchResponse> = {
  method: 'POST',
  path: '/sdk/deferred/match',
};

/** List the links of a project, page by page. */
export const listLinks: Operation<
  {
    readonly query?: {
      readonly projectId?: string | undefined;
      /** In name, slug, externalId and destinations, whatever the case. */
      readonly search?: string | undefined;
      /** Links that have this tag, in any case. */
      readonly tag?: string | undefined;
      /** Only archived links, or only others; without it, both. */
      readonly archived?: boolean | undefined;
      /** Only links that have expired, or only others; without it, both. */
      readonly expired?: boolean | undefined;
      /** Inclusive lower bound, UTC date. */
      readonly createdAfter?: string | undefined;
      /** Exclusive upper bound, UTC date. Reversed bounds are swapped. */
      readonly createdBefore?: string | undefined;
      /** A unified link sends each platform to its own URL; a dynamic link opens the app and falls back. */
      readonly type?: 'unified' | 'dynamic' | undefined;
      /** The path of the short URL: letters, digits and . _ ~ -, in segments between single slashes; made for you when left out. */
      readonly slug?: string | undefined;
      /** Your own identifier of the link, unique in the project; makes creation idempotent. */
      readonly externalId?: string | undefined;
      /** Host name. */
      readonly domain?: string | undefined;
      /** By time of creation. */
      readonly sortOrder?: 'asc' | 'desc' | undefined;
      readonly limit?: number | undefined;
      /** `nextCursor` of the previous page. */
      readonly cursor?: string | undefined;
    };
  },
  LinkPage
> = { method: 'GET', path: '/links' };

/** Create a link with every field. */
export const createManagedLink: Operation<
  {
    readonly query?: {
      readonly projectId?: string | undefined;
    };
    readonly body: BulkLinkRequest;
  },
  ManagedLink
> = { method: 'POST', path: '/links' };

/** Read a link by its id. */
export const getLinkById: Operation<
  {
    readonly params: {
      readonly id: string;
    };
  },
  ManagedLink
> = { method: 'GET', path: '/links/{id}' };

/** Change a link. */
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
      /** Nothing is kept: the answer is that of a call that creates, without ids. */
      readonly dryRun?: boolean | undefined;
      /** Of a dry run: links that the calls before it would have created. */
      readonly planned?: number | undefined;
    };
    readonly body: BulkLinkRequest[];
  },
  BulkResult[]
> = { method: 'POST', path: '/links/bulk' };

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

/** Poll an export. */
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
