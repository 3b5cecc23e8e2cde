/** What the samples use of React Native, as its own types say it. */
declare module 'react-native' {
  import type { ComponentType, ReactNode } from 'react';

  export const Linking: {
    getInitialURL(): Promise<string | null | undefined>;
    addEventListener(type: 'url', handler: (event: { url: string }) => void): { remove(): void };
  };
  export type AppStateStatus = 'active' | 'background' | 'inactive' | 'unknown' | 'extension';
  export const AppState: {
    addEventListener(
      type: 'change' | 'memoryWarning' | 'blur' | 'focus',
      listener: (state: AppStateStatus) => void,
    ): { remove(): void };
  };
  export const Platform: {
    readonly OS: 'ios' | 'android' | 'macos' | 'windows' | 'web';
    readonly Version: string | number;
    readonly constants: object;
  };
  export const Dimensions: {
    get(dim: 'window' | 'screen'): {
      width: number;
      height: number;
      scale: number;
      fontScale: number;
    };
  };
  export const Button: ComponentType<{ readonly title: string; readonly onPress: () => void }>;
  export const Text: ComponentType<{ readonly children?: ReactNode }>;
  export const View: ComponentType<{ readonly children?: ReactNode }>;
}

declare module '@react-native-async-storage/async-storage' {
  const AsyncStorage: {
    getItem(key: string): Promise<string | null>;
    setItem(key: string, value: string): Promise<void>;
    removeItem(key: string): Promise<void>;
  };
  export default AsyncStorage;
}

declare module '@react-native-clipboard/clipboard' {
  const Clipboard: {
    getString(): Promise<string>;
    hasWebURL(): Promise<boolean> | undefined;
  };
  export default Clipboard;
}

declare module 'react-native-play-install-referrer' {
  export const PlayInstallReferrer: {
    getInstallReferrerInfo: (
      callback: (
        info: {
          installReferrer: string | null;
          installVersion: string | null;
          installBeginTimestampSeconds: number;
          installBeginTimestampServerSeconds: number;
          referrerClickTimestampSeconds: number;
          referrerClickTimestampServerSeconds: number;
        } | null,
        error: { message: string } | null,
      ) => void,
    ) => void;
  };
}
