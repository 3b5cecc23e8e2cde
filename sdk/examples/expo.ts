import { type AppStorage, createApp, expo, type Platform, redirectLinks } from '@fairlead/sdk/expo';

/** In an app: the modules of `react-native`, `expo-application`, `expo-device` and AsyncStorage. */
export type Modules = Parameters<typeof expo>[0] & { readonly storage: AppStorage };

export function startLinks(modules: Modules, navigate: (to: string) => void) {
  const platform: Platform = expo(modules);
  const app = createApp<{ screen?: string }>({
    publishableKey: 'fl_live_of_your_app',
    baseUrl: 'https://links.example.com',
    ...platform,
  });
  app.onLink(({ parameters }) => navigate(parameters.screen ?? '/'));
  void app.start();
  return app;
}

/** `app/+native-intent.ts`: expo-router would take a link for a path of the app. */
export function redirectSystemPath({ path }: { path: string; initial: boolean }): string {
  return redirectLinks(path, { hosts: ['go.example.com'], to: '/' });
}
