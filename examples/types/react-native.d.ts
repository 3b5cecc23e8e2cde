/** What the samples use of React Native, as its own types say it. */
declare module 'react-native' {
  import type { ComponentType, ReactNode } from 'react';

  export const Linking: {
    getInitialURL(): Promise<string | null>;
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
