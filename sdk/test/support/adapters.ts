import { insertAppKey } from '../../../server/src/teams/appKeys/insertAppKey.ts';
import type { TestProject } from '../../../server/test/support/callers/personas.ts';
import { browser, type Platform } from '../../src/app.ts';
import { capacitor } from '../../src/capacitor.ts';
import { expo } from '../../src/expo.ts';
import { reactNative, type ReactNativeModules } from '../../src/react-native.ts';

/** One process of an app on a phone: what its platform says, and what happens to it. */
export interface Device {
  readonly platform: Platform;
  /** Opens a URL in the running app. */
  open(url: string): void;
  /** The app comes to the front or leaves. */
  show(active: boolean): void;
}

export interface Start {
  /** What outlives the process. */
  readonly stored: Map<string, string>;
  readonly initialUrl?: string;
  readonly referrer?: string;
  readonly os?: 'android' | 'ios';
}

export type AdapterName = 'browser' | 'react-native' | 'expo' | 'capacitor';

/** Every adapter, given modules that behave as the real ones do. */
export const ADAPTERS: Readonly<Record<AdapterName, (start: Start) => Device>> = {
  browser(start) {
    let tell: () => void = () => undefined;
    const document = {
      visibilityState: 'visible',
      addEventListener: (_: string, listener: () => void) => void (tell = listener),
      removeEventListener: () => void (tell = () => undefined),
    };
    return {
      platform: browser({
        localStorage: storageOf(start.stored),
        location: { href: start.initialUrl ?? 'https://shop.example.com/' },
        screen: { width: 1440, height: 900 },
        document,
      }),
      open() {
        throw new Error('A page that is opened is a process of its own');
      },
      show(active) {
        document.visibilityState = active ? 'visible' : 'hidden';
        tell();
      },
    };
  },
  'react-native'(start) {
    const { modules, ...events } = reactNativeModules(start);
    const PlayInstallReferrer = playOf(start);
    return { platform: reactNative({ ...modules, PlayInstallReferrer }), ...events };
  },
  expo(start) {
    const { modules, ...events } = reactNativeModules(start);
    return {
      platform: expo({
        ...modules,
        Application: {
          nativeApplicationVersion: '2.4.0',
          nativeBuildVersion: '240',
          getInstallReferrerAsync: async () => start.referrer ?? '',
        },
        Device: { modelName: 'Pixel 9', modelId: null, manufacturer: 'Google' },
      }),
      ...events,
    };
  },
  capacitor(start) {
    const listeners = new Map<string, (event: never) => void>();
    const { stored } = start;
    const tell = (name: string, event: object) => listeners.get(name)?.(event as never);
    return {
      platform: capacitor({
        App: {
          getLaunchUrl: async () => (start.initialUrl ? { url: start.initialUrl } : undefined),
          getInfo: async () => ({ version: '2.4.0', build: '240' }),
          async addListener(name: string, listener: (event: never) => void) {
            listeners.set(name, listener);
            return { remove: async () => void listeners.delete(name) };
          },
        },
        Preferences: {
          get: async ({ key }) => ({ value: stored.get(key) ?? null }),
          set: async ({ key, value }) => void stored.set(key, value),
          remove: async ({ key }) => void stored.delete(key),
        },
        Device: {
          getInfo: async () => ({
            model: 'Pixel 9',
            platform: start.os ?? 'android',
            osVersion: '15',
            manufacturer: 'Google',
          }),
        },
        installReferrer: async () =>
          start.referrer === undefined ? null : { referrer: start.referrer, ...CLICK_TIMES },
      }),
      open: (url) => tell('appUrlOpen', { url }),
      show: (isActive) => tell('appStateChange', { isActive }),
    };
  },
};

/** What the plugins of Capacitor tell, besides the text. */
export const CLICK_TIMES = {
  clickTimestampSeconds: 1_700_000_001,
  installBeginTimestampSeconds: 1_700_000_002,
};

/** `react-native-play-install-referrer`; its first major version gives numbers as text. */
export function playOf(
  { referrer }: Pick<Start, 'referrer'>,
  number: (value: number) => number | string = Number,
) {
  return {
    getInstallReferrerInfo(
      callback: Parameters<
        NonNullable<ReactNativeModules['PlayInstallReferrer']>['getInstallReferrerInfo']
      >[0],
    ) {
      const info = {
        installReferrer: referrer ?? '',
        installVersion: '2.3.0',
        referrerClickTimestampSeconds: number(1_700_000_001),
        installBeginTimestampSeconds: number(1_700_000_002),
        referrerClickTimestampServerSeconds: number(1_700_000_003),
        installBeginTimestampServerSeconds: number(1_700_000_004),
      };
      setImmediate(() => callback(info, null));
    },
  };
}

export function reactNativeModules({ stored, initialUrl, os = 'android' }: Start) {
  let onUrl: (event: { url: string }) => void = () => undefined;
  let onChange: (state: string) => void = () => undefined;
  return {
    modules: {
      Linking: {
        getInitialURL: async () => initialUrl ?? null,
        addEventListener(_: 'url', listener: typeof onUrl) {
          onUrl = listener;
          return { remove: () => void (onUrl = () => undefined) };
        },
      },
      AppState: {
        addEventListener(_: 'change', listener: typeof onChange) {
          onChange = listener;
          return { remove: () => void (onChange = () => undefined) };
        },
      },
      Platform: { OS: os, Version: 35, constants: { Release: '15', Model: 'Pixel 9' } },
      Dimensions: { get: () => ({ width: 412, height: 923 }) },
      storage: storageOf(stored),
    },
    open: (url: string) => onUrl({ url }),
    show: (active: boolean) => onChange(active ? 'active' : 'background'),
  };
}

/** Answers later, as the storages of phones do. */
function storageOf(stored: Map<string, string>) {
  return {
    get length() {
      return stored.size;
    },
    key: (place: number) => [...stored.keys()][place] ?? null,
    getItem: async (key: string) => stored.get(key) ?? null,
    setItem: async (key: string, value: string) => void stored.set(key, value),
    removeItem: async (key: string) => void stored.delete(key),
  };
}

/** The text of a publishable key of the project. */
export async function publishableKeyOf({ server, project }: TestProject): Promise<string> {
  const { text } = await insertAppKey(server.app.db, project, {
    name: 'App',
    class: 'publishable',
  });
  return text;
}
