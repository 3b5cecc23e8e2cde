import { type AppStorage, createApp, formatReceipt, reactNative } from '@fairlead/sdk/react-native';
import type { ReactNativeModules } from '@fairlead/sdk/react-native';

/** In an app: `import { AppState, Dimensions, Linking, Platform } from 'react-native'`, and AsyncStorage. */
type Modules = Omit<ReactNativeModules, 'storage'>;

export function startLinks(
  modules: Modules,
  AsyncStorage: AppStorage,
  navigate: (to: string) => void,
) {
  const app = createApp<{ screen?: string }>({
    publishableKey: 'fl_live_of_your_app',
    baseUrl: 'https://links.example.com',
    ...reactNative({ ...modules, storage: AsyncStorage }),
  });
  // Before or after the start: the first link waits.
  app.onLink(({ parameters }) => navigate(parameters.screen ?? 'home'));
  void app.start();
  return { app, receipt: () => formatReceipt(app.receipt()) };
}
