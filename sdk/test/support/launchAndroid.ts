import type { App, AppOptions, AppReceipt, OpenedLink } from '../../src/app.ts';
import type { Link } from '../../src/contract.ts';
import type { Fetch } from '../../src/core/send.ts';
import type { EventsOptions, Tracking } from '../../src/events.ts';
import type { Start } from './adapters.ts';
import { useAndroidDriver } from './androidDriver.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What Android tells an application of its screens; see `sdk/android/driver/Phone.kt`. */
type ScreenEvent = 'fromHistory' | 'restore' | 'newIntent' | 'resume' | 'turn' | 'show' | 'hide';

/** What every launch says for itself, so that no test waits for long. */
export type LaunchSettings = Pick<AppOptions, 'publishableKey'> &
  Required<Pick<AppOptions, 'timeout' | 'retryDelay' | 'queueDelay'>> &
  EventsOptions;

type Options = Pick<AppOptions, 'consent' | 'debug' | 'now' | 'device'> &
  LaunchSettings & { readonly fetch: Fetch };

export interface AndroidPhone {
  readonly app: App & Tracking;
  /** The receipt as the SDK writes it out for people. */
  readonly receiptText: () => string;
  readonly screen: (event: ScreenEvent, url?: string) => void;
  /** Somebody copies a text in another app; `likeUrl` is how sure the phone is that it is a web address. */
  readonly copy: (text: string, likeUrl?: number) => Promise<void>;
  /** Taps the button of `examples/android`. */
  readonly tapPaste: () => Promise<void>;
  readonly clipboard: () => Promise<Clipboard>;
  /** The sample's invitation; its short URL. */
  readonly invite: (user: string) => Promise<string>;
}

interface Clipboard {
  readonly mayHaveCopiedLink: boolean;
  /** How often its content was read. */
  readonly reads: number;
}

/** What Google Play says beside the referrer, by the names of its own class. */
type PlayTimes = Readonly<Record<string, number>>;

type AndroidStart = Start & {
  readonly referrerTimes?: PlayTimes;
  readonly metaAppId?: string;
  /** What other apps' content providers answer, by URI: a row, `empty` or `denied`. */
  readonly providers?: Readonly<Record<string, Fields | 'empty' | 'denied'>>;
};

const NOTHING: AppReceipt = {
  installationId: undefined,
  firstOpen: false,
  delivered: 0,
  waiting: 0,
  matchType: undefined,
  match: undefined,
  reinstall: undefined,
  steps: [],
};

/** A process of an Android app with the Kotlin SDK; its screen is created with the URL, if there is one. */
export function launchAndroid(start: AndroidStart, { fetch, ...options }: Options): AndroidPhone {
  let receipt = NOTHING;
  let text = '';
  const listeners: ((opened: OpenedLink) => void)[] = [];
  let unsaid = 0;

  function hear({ event, phone: _phone, ...fields }: Fields): void {
    if (event === 'stored') {
      const { key, value } = fields as { key: string; value: string | null };
      if (value === null) start.stored.delete(key);
      else start.stored.set(key, value);
    } else if (event === 'opened') {
      const { listener, ...opened } = fields as unknown as OpenedLink & { listener: number };
      listeners[listener]?.(opened);
    } else {
      ({ receipt, text } = readReceipt(fields));
    }
  }

  const launched = (async () => {
    const driver = await useAndroidDriver();
    const { id, baseUrl } = driver.addPhone(fetch, hear);
    await driver.ask(id, 'launch', {
      baseUrl,
      publishableKey: options.publishableKey,
      withoutConsent: options.consent === false,
      debug: options.debug === true,
      timeout: options.timeout,
      retryDelay: options.retryDelay,
      queueDelay: options.queueDelay,
      sendDelay: options.sendDelay ?? 5_000,
      now: options.now?.() ?? null,
      stored: Object.fromEntries(start.stored),
      initialUrl: start.initialUrl ?? null,
      referrer: start.referrer ?? null,
      referrerTimes: start.referrerTimes ?? {},
      persistentDeviceId: (await options.device?.())?.persistentDeviceId ?? null,
      metaAppId: start.metaAppId ?? null,
      providers: start.providers ?? {},
    });
    return (name: string, fields?: Fields) => driver.ask(id, name, fields);
  })();
  const ask = async (name: string, fields?: Fields) => (await launched)(name, fields);
  const say = (fields: Fields) => ask('track', { ...fields, now: options.now?.() ?? null });
  const tell = (name: string, fields?: Fields) => void ask(name, fields);

  return {
    app: {
      start: async () => void (await ask('start')),
      onLink(listener) {
        const first = listeners.push(listener) - 1;
        unsaid += 1;
        // Those who begin to listen in one breath do so in one on the phone.
        queueMicrotask(() => {
          if (unsaid > 0) tell('listen', { first, count: unsaid });
          unsaid = 0;
        });
        return () => tell('leave', { listener: first });
      },
      resolve: async (url) => (await ask('resolve', { url })) as OpenedLink,
      lastLink: async () => ((await ask('lastLink')) ?? undefined) as OpenedLink | undefined,
      firstLink: async () => ((await ask('firstLink')) ?? undefined) as OpenedLink | undefined,
      createLink: async (link, { later = false } = {}) =>
        (await ask('createLink', { link, later })) as Link,
      identify: async (customerId, proof) => void (await ask('identify', { customerId, proof })),
      pasted: async (text) => void (await ask('pasted', { text })),
      useTestCode: async (code) => void (await ask('useTestCode', { code })),
      receipt() {
        // The newest comes soon; those who wait for something ask again.
        tell('receipt');
        return receipt;
      },
      setConsent: async (given) => void (await ask('setConsent', { given })),
      signOut: async () => void (await ask('signOut')),
      erase: async () => void (await ask('erase')),
      stop: async () => void (await ask('stop')),
      track: async (name, details = {}) => void (await say({ event: name, details })),
      trackPurchase: async (details) => void (await say({ details })),
    },
    receiptText: () => text,
    screen: (event, url) => tell('screen', { event, url: url ?? null }),
    copy: async (text, likeUrl) => void (await ask('copy', { text, likeUrl: likeUrl ?? null })),
    tapPaste: async () => void (await ask('tapPaste')),
    invite: async (user) => (await ask('invite', { user })) as string,
    clipboard: async () => (await ask('clipboard')) as Clipboard,
  };
}

function readReceipt(fields: Fields): { receipt: AppReceipt; text: string } {
  const { text, matchAsked, steps, installationId, match, reinstall, ...rest } =
    fields as unknown as Omit<AppReceipt, 'steps'> & {
      text: string;
      matchAsked: boolean;
      steps: readonly (Omit<AppReceipt['steps'][number], 'at'> & { at: number })[];
    };
  return {
    text,
    receipt: {
      ...rest,
      installationId: installationId ?? undefined,
      match: match ?? undefined,
      reinstall: reinstall ?? undefined,
      matchType: matchAsked ? rest.matchType : undefined,
      steps: steps.map((each) => ({ ...each, at: new Date(each.at).toISOString() })),
    },
  };
}
