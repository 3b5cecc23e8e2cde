/** Which row of the decision table a visitor stands in (Rule: visitors). */
export type Platform = 'ios' | 'android' | 'desktop' | 'other';

export type DeviceKind = 'mobile' | 'tablet' | 'desktop' | 'tv' | 'wearable' | 'console' | 'other';

/** Why a request is kept as a bot's and not as a click, though it gets the same answer. */
export type Automation = 'bot' | 'prefetch' | 'head' | 'embedded';

/** Everything the service knows of who asks, read from one request. Frozen and shared: never change one. */
export interface Visitor {
  readonly platform: Platform;
  readonly device: DeviceKind;
  /** `version` is null where the browser is known to send a frozen one. */
  readonly os: { readonly name: string; readonly version: string | null } | null;
  /** From a closed list (`browsers.ts`), so that hostile user agents cannot grow a dictionary. */
  readonly browser: string | null;
  /** What the device calls itself, at most 64 characters. Free text from the visitor. */
  readonly model: string | null;
  /** The app whose in-app browser this is; `UNKNOWN_WEBVIEW` where only that much can be told. */
  readonly webview: string | null;
  /** The social or search crawler that must get the preview page, by name. */
  readonly crawler: string | null;
  readonly automation: Automation | null;
  /** Safari that says Macintosh: a Mac, or an iPad asking for desktop sites. Only touch points tell. */
  readonly maybeIpad: boolean;
}
