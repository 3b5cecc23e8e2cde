/** Which row of the decision table applies to a visitor (Rule: visitors). */
export type Platform = 'ios' | 'android' | 'desktop' | 'other';

export type DeviceKind = 'mobile' | 'tablet' | 'desktop' | 'tv' | 'wearable' | 'console' | 'other';

/** Why a request is stored as a bot's and not as a click, though it gets the same answer. */
export type Automation = 'bot' | 'prefetch' | 'head' | 'embedded';

/** Everything the service knows about a visitor, read from one request. Frozen and shared: never modify it. */
export interface Visitor {
  readonly platform: Platform;
  readonly device: DeviceKind;
  /** `version` is null if the browser is known to send a frozen one. */
  readonly os: { readonly name: string; readonly version: string | null } | null;
  /** From a closed list (`browsers.ts`), so that hostile user agents cannot enlarge a dictionary. */
  readonly browser: string | null;
  /** What the device calls itself, at most 64 characters. Free text from the visitor. */
  readonly model: string | null;
  /** The app whose in-app browser this is; `UNKNOWN_WEBVIEW` if the app cannot be identified. */
  readonly webview: string | null;
  /** The name of the social or search crawler, which must get the preview page. */
  readonly crawler: string | null;
  readonly automation: Automation | null;
  /** Safari that claims to be a Macintosh: a Mac, or an iPad requesting desktop sites. Only touch points can tell. */
  readonly maybeIpad: boolean;
}
