import { localeFacts } from './app/device.ts';
import type { AppStorage, InstallReferrer, Platform } from './app/types.ts';

export * from './app.ts';

interface Handle {
  remove(): Promise<void>;
}

/** Plugins of Capacitor 6 to 8, as far as they are used. */
export interface CapacitorModules {
  /** `@capacitor/app` */
  readonly App: {
    getLaunchUrl(): Promise<{ url: string } | undefined>;
    getInfo?(): Promise<{ version: string; build: string }>;
    addListener(name: 'appUrlOpen', listener: (event: { url: string }) => void): Promise<Handle>;
    addListener(
      name: 'appStateChange',
      listener: (event: { isActive: boolean }) => void,
    ): Promise<Handle>;
  };
  /** `@capacitor/preferences` */
  readonly Preferences: {
    get(options: { key: string }): Promise<{ value: string | null }>;
    set(options: { key: string; value: string }): Promise<void>;
    remove(options: { key: string }): Promise<void>;
  };
  /** `@capacitor/device` */
  readonly Device?: {
    getInfo(): Promise<{
      model: string;
      platform: string;
      osVersion: string;
      manufacturer: string;
    }>;
  };
  /** Android: the install referrer of Google Play, of a plugin of your choice. */
  readonly installReferrer?: () => Promise<InstallReferrer | string | null>;
}

export function capacitor({
  App,
  Preferences,
  Device,
  installReferrer,
}: CapacitorModules): Platform {
  const storage: AppStorage = {
    getItem: async (key) => (await Preferences.get({ key })).value,
    setItem: (key, value) => Preferences.set({ key, value }),
    removeItem: (key) => Preferences.remove({ key }),
  };
  return {
    client: 'sdk-capacitor',
    storage,
    deferred: true,
    initialUrl: async () => (await App.getLaunchUrl())?.url,
    onUrl: (listener) => removerOf(App.addListener('appUrlOpen', ({ url }) => listener(url))),
    onActive: (listener) =>
      removerOf(App.addListener('appStateChange', ({ isActive }) => listener(isActive))),
    async device() {
      const { screen } = globalThis as { screen?: { width: number; height: number } };
      const [info, app] = await Promise.all([Device?.getInfo(), App.getInfo?.()]);
      return {
        ...localeFacts(),
        ...(screen && { screenResolution: `${screen.width}x${screen.height}` }),
        ...(info && {
          os: info.platform === 'ios' ? ('ios' as const) : ('android' as const),
          osVersion: info.osVersion,
          model: info.model,
          manufacturer: info.manufacturer,
        }),
        ...(app && { appVersion: app.version, appBuild: app.build }),
      };
    },
    ...(installReferrer && { installReferrer }),
  };
}

function removerOf(handle: Promise<Handle>): () => void {
  return () => void handle.then((each) => each.remove());
}
