/** What the sample uses of Capacitor's plugins, as their own types say it. */
declare module '@capacitor/app' {
  interface PluginListenerHandle {
    remove: () => Promise<void>;
  }
  export const App: {
    getInfo(): Promise<{ name: string; id: string; build: string; version: string }>;
    getLaunchUrl(): Promise<{ url: string } | undefined>;
    addListener(
      eventName: 'appStateChange',
      listenerFunc: (state: { isActive: boolean }) => void,
    ): Promise<PluginListenerHandle>;
    addListener(
      eventName: 'appUrlOpen',
      listenerFunc: (event: { url: string; iosSourceApplication?: unknown }) => void,
    ): Promise<PluginListenerHandle>;
  };
}

declare module '@capacitor/clipboard' {
  export const Clipboard: { read(): Promise<{ type: string; value: string }> };
}

declare module '@capacitor/preferences' {
  export const Preferences: {
    get(options: { key: string }): Promise<{ value: string | null }>;
    set(options: { key: string; value: string }): Promise<void>;
    remove(options: { key: string }): Promise<void>;
  };
}

declare module '@capacitor/device' {
  export const Device: {
    getInfo(): Promise<{
      name?: string;
      model: string;
      platform: 'ios' | 'android' | 'web';
      operatingSystem: 'ios' | 'android' | 'windows' | 'mac' | 'unknown';
      osVersion: string;
      manufacturer: string;
      isVirtual: boolean;
      webViewVersion: string;
    }>;
  };
}
