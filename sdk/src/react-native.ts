import { localeFacts } from './app/device.ts';
import type { AppStorage, DeviceFacts, InstallReferrer, Platform } from './app/types.ts';

export * from './app.ts';

/** What React Native's modules have that is used; pass them in, so that this package imports none of them. */
export interface ReactNativeModules {
  readonly Linking: {
    getInitialURL(): Promise<string | null | undefined>;
    addEventListener(
      type: 'url',
      listener: (event: { readonly url: string }) => void,
    ): { remove(): void };
  };
  readonly AppState: {
    addEventListener(type: 'change', listener: (state: string) => void): { remove(): void };
  };
  readonly Platform: {
    readonly OS: string;
    readonly Version: string | number;
    readonly constants?: object;
  };
  readonly Dimensions: {
    get(which: 'screen'): { readonly width: number; readonly height: number };
  };
  /** AsyncStorage, or MMKV behind the same three methods. */
  readonly storage: AppStorage;
  /** Android: `react-native-play-install-referrer`, for the whole install referrer with its times. */
  readonly PlayInstallReferrer?: PlayInstallReferrer;
  /** Android: the same, of a native module of your own. */
  readonly installReferrer?: () => Promise<InstallReferrer | string | null>;
  /** What other modules of yours know better. */
  readonly device?: () => Promise<DeviceFacts> | DeviceFacts;
}

interface PlayInstallReferrer {
  getInstallReferrerInfo(
    callback: (
      info: {
        readonly installReferrer: string | null;
        readonly installVersion: string | null;
        // As text in the module's first major version.
        readonly referrerClickTimestampSeconds: number | string;
        readonly installBeginTimestampSeconds: number | string;
        readonly referrerClickTimestampServerSeconds: number | string;
        readonly installBeginTimestampServerSeconds: number | string;
      } | null,
      error: { readonly message: string } | null,
    ) => void,
  ): void;
}

/** Bare React Native, old and new architecture. */
export function reactNative(modules: ReactNativeModules): Platform {
  const { Linking, AppState, Platform, Dimensions, storage, PlayInstallReferrer, device } = modules;
  const installReferrer =
    modules.installReferrer ??
    // Elsewhere the module never answers.
    (PlayInstallReferrer && Platform.OS === 'android'
      ? () => readReferrer(PlayInstallReferrer)
      : undefined);
  return {
    client: 'sdk-react-native',
    storage,
    deferred: true,
    initialUrl: () => Linking.getInitialURL(),
    onUrl(listener) {
      const subscription = Linking.addEventListener('url', ({ url }) => listener(url));
      return () => subscription.remove();
    },
    onActive(listener) {
      const subscription = AppState.addEventListener('change', (state) => {
        // `inactive` is iOS's word for a moment between the two, such as a call that comes in.
        if (state !== 'inactive') listener(state === 'active');
      });
      return () => subscription.remove();
    },
    async device() {
      const { width, height } = Dimensions.get('screen');
      const constants = (Platform.constants ?? {}) as Record<string, unknown>;
      const text = (name: string) =>
        typeof constants[name] === 'string' ? constants[name] : undefined;
      return {
        ...localeFacts(),
        os: Platform.OS === 'ios' ? 'ios' : 'android',
        osVersion: text('Release') ?? String(Platform.Version),
        model: text('Model'),
        manufacturer: text('Manufacturer'),
        screenResolution: `${Math.round(width)}x${Math.round(height)}`,
        ...(await device?.()),
      };
    },
    ...(installReferrer && { installReferrer }),
  };
}

function readReferrer(module: PlayInstallReferrer): Promise<InstallReferrer | null> {
  return new Promise((resolve, reject) => {
    module.getInstallReferrerInfo((info, error) => {
      if (error) return reject(new Error(error.message));
      if (!info?.installReferrer) return resolve(null);
      return resolve({
        referrer: info.installReferrer,
        clickTimestampSeconds: Number(info.referrerClickTimestampSeconds),
        installBeginTimestampSeconds: Number(info.installBeginTimestampSeconds),
        clickTimestampServerSeconds: Number(info.referrerClickTimestampServerSeconds),
        installBeginTimestampServerSeconds: Number(info.installBeginTimestampServerSeconds),
        installVersion: info.installVersion ?? undefined,
      });
    });
  });
}
