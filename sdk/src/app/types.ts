import type {
  CreateLinkRequest,
  Link,
  MatchRequest,
  Receipt as MatchReceipt,
  RoutedLink,
} from '../contract.ts';
import type { FairleadError } from '../core/FairleadError.ts';
import type { Fetch } from '../core/send.ts';
import type { StandardSchema } from '../core/StandardSchema.ts';

type MaybePromise<T> = T | Promise<T>;
export type Unsubscribe = () => void;

/** `localStorage`, React Native's AsyncStorage, or anything with these three. */
export interface AppStorage {
  getItem(key: string): MaybePromise<string | null>;
  setItem(key: string, value: string): MaybePromise<unknown>;
  removeItem(key: string): MaybePromise<unknown>;
  /** The names of all that is stored, where several processes share it, as the tabs of a website do. */
  keys?(): readonly string[];
}

/** What the app knows of the phone. */
export interface DeviceFacts {
  readonly os?: 'android' | 'ios' | undefined;
  readonly osVersion?: string | undefined;
  readonly model?: string | undefined;
  readonly manufacturer?: string | undefined;
  /** CSS pixels, `390x844`. */
  readonly screenResolution?: string | undefined;
  readonly timezone?: string | undefined;
  readonly language?: string | undefined;
  readonly appVersion?: string | undefined;
  /** Android's `versionCode`, iOS's `CFBundleVersion`: by it the server knows what this build can open. */
  readonly appBuild?: string | undefined;
  /** Survives a reinstallation; detects reinstalls. */
  readonly persistentDeviceId?: string | undefined;
}

/** Google Play's install referrer, with its times in seconds where the app's module tells them. */
export type InstallReferrer = Exclude<MatchRequest['installReferrer'], string | undefined>;

/** What differs from platform to platform; each adapter of the package makes one. */
export interface Platform {
  /** Names the SDK: `sdk-web`, `sdk-react-native`. */
  readonly client?: string | undefined;
  readonly storage: AppStorage;
  /** The URL that started the app. */
  readonly initialUrl?: () => MaybePromise<string | null | undefined>;
  /** Hears of every URL that opens the running app. */
  readonly onUrl?: (listener: (url: string) => void) => Unsubscribe;
  /** Hears true when the app comes to the front, false when it leaves. */
  readonly onActive?: (listener: (active: boolean) => void) => Unsubscribe;
  /** Hears that there is a network again. */
  readonly onOnline?: (listener: () => void) => Unsubscribe;
  readonly device?: () => MaybePromise<DeviceFacts>;
  /** Android: the install referrer of Google Play; a string is its `referrer`. */
  readonly installReferrer?: () => MaybePromise<InstallReferrer | string | null | undefined>;
  /** Whether a first open asks which click it came from: in apps, not on websites. */
  readonly deferred?: boolean | undefined;
}

export interface AppOptions extends Platform {
  /** A publishable key of the project. */
  readonly publishableKey: string;
  readonly baseUrl: string;
  readonly fetch?: Fetch | undefined;
  /** Whether this person agreed to be recognised. Without: links resolve, nothing else is sent. */
  readonly consent?: boolean | undefined;
  /** For debug builds: receipts come with what the server tried. */
  readonly debug?: boolean | undefined;
  readonly log?: ((step: ReceiptStep) => void) | undefined;
  /** Milliseconds for each attempt; 10,000 unless said otherwise. */
  readonly timeout?: number | undefined;
  /** Milliseconds before the first retry; 500 unless said otherwise. */
  readonly retryDelay?: number | undefined;
  /** Milliseconds after which what is waiting is tried again; 15,000 at first, then longer. */
  readonly queueDelay?: number | undefined;
  /** Milliseconds since 1970 by the phone's clock; `Date.now` unless a test says otherwise. */
  readonly now?: (() => number) | undefined;
}

/** A link that opened the app, as the server answered it. */
export interface ReceivedLink {
  /** What the phone was given to open. */
  readonly url: string;
  readonly link: RoutedLink;
  /** It led to the installation of the app, which was not there yet. */
  readonly deferred: boolean;
}

export interface OpenedLink<Parameters = Record<string, unknown>> extends ReceivedLink {
  readonly parameters: Parameters;
}

/** How an app checks what links carry. */
export interface SchemaOptions<Parameters> {
  /** Any validator with the interface of Standard Schema. Its output is what listeners get, and types it. */
  readonly schema?: StandardSchema<Parameters> | undefined;
  /** Hears of a link whose parameters do not fit, in place of the listeners: `errors` has an entry for each issue. */
  readonly onInvalidLink?: ((fault: FairleadError, received: ReceivedLink) => void) | undefined;
}

export type LinkListener<Parameters> = (opened: OpenedLink<Parameters>) => void;

/** One thing that happened, in words for people. */
export interface ReceiptStep {
  readonly at: string;
  readonly step:
    | 'start'
    | 'bootstrap'
    | 'url'
    | 'match'
    | 'resolve'
    | 'deliver'
    | 'session'
    | 'create'
    | 'identify'
    | 'track';
  readonly outcome: 'ok' | 'waiting' | 'skipped' | 'failed';
  readonly detail: string;
  readonly requestId?: string | undefined;
}

export interface Reinstall {
  /** The app's own id of the installation before. */
  readonly previousInstallationId: string;
  /** When this one was first seen. */
  readonly detectedAt: string | undefined;
}

/** Why this open did or did not deliver a link. */
export interface AppReceipt {
  readonly installationId: string | undefined;
  readonly firstOpen: boolean;
  readonly delivered: number;
  /** Links that wait for the network or for a listener. */
  readonly waiting: number;
  /** `undefined`: not asked. */
  readonly matchType: 'deterministic' | 'fingerprint' | null | undefined;
  /** What the server tried, with `debug`. */
  readonly match: MatchReceipt | undefined;
  /** This phone had the app before, by its `persistentDeviceId`; told by the server at each start. */
  readonly reinstall: Reinstall | undefined;
  /** The newest hundred, oldest first. */
  readonly steps: readonly ReceiptStep[];
}

export interface App<Parameters = Record<string, unknown>> {
  /** Resolves when the first open is dealt with; never rejects: see `receipt()`. */
  start(): Promise<void>;
  /** Links that came before anyone listened come now. Each link comes once. */
  onLink(listener: LinkListener<Parameters>): Unsubscribe;
  /** The link that listeners heard last, also after a restart; undefined: none, or it was meant for one who signed out. */
  lastLink(): Promise<OpenedLink<Parameters> | undefined>;
  /**
   * The link by which the app was opened for the first time, after its installation: the deferred one, or the one that was
   * tapped with the app already there. Undefined if that was without a link, whatever came later, or it was not heard yet.
   */
  firstLink(): Promise<OpenedLink<Parameters> | undefined>;
  /**
   * Creates a link, such as an invitation, as far as the project's setting `appLinks` allows. A request with an `externalId`
   * that has a link answers that link. Rejects if it is refused, or the server cannot be reached.
   *
   * `later`: stored first, and created as soon as the server can be reached, even by a later run of the app, which gets the
   * link by the same call with the same `externalId`. Rejects only if it is refused.
   */
  createLink(link: CreateLinkRequest, options?: { readonly later?: boolean }): Promise<Link>;
  /** Resolves a URL that the app came by itself, such as a scanned one; delivers nothing to listeners. */
  resolve(url: string): Promise<OpenedLink<Parameters>>;
  /**
   * Text that a person has pasted, such as by iOS's paste control: a link that our page copied is delivered to listeners
   * as the deferred one. The SDK never reads the clipboard itself; any other text is ignored and sent nowhere.
   */
  pasted(text: string): Promise<void>;
  /**
   * For test builds: this install came from the link of a test code, which the dashboard makes. The link is delivered to listeners
   * as the deferred one, as often as you like, and counted nowhere; nothing is credited to this installation any more.
   * Rejects for a code that is wrong or has ended, among others: `errors` names `testCode`.
   */
  useTestCode(code: string): Promise<void>;
  receipt(): AppReceipt;
  /** Given: starts recognising this installation. Withdrawn: forgets it here. */
  setConsent(given: boolean): Promise<void>;
  /**
   * Says whose installation this is, by your own id of the person who has signed in: at each start, for what is known is not
   * sent again. Sent once the person agreed to be recognised, and until the server has answered; see `receipt()`. `proof`: where the
   * project takes signed identities only, the hex HMAC-SHA256 of the id with its identity secret, which your server makes.
   */
  identify(customerId: string, proof?: string): Promise<void>;
  /** Ends the session, says that the installation is nobody's, and drops what was meant for the person who leaves. */
  signOut(): Promise<void>;
  /** Forgets everything on this device; the next start is that of a new installation. */
  erase(): Promise<void>;
  /** Ends the session and listens to nothing any more. */
  stop(): Promise<void>;
}
