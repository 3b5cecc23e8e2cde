import { capacitor, type CapacitorModules, createApp } from '@fairlead/sdk/capacitor';

/** In an app: `App` of `@capacitor/app`, `Preferences` and `Device` of their packages. */
export function startLinks(modules: CapacitorModules, navigate: (to: string) => void) {
  const app = createApp<{ screen?: string }>({
    publishableKey: 'fl_live_of_your_app',
    baseUrl: 'https://links.example.com',
    ...capacitor(modules),
  });
  app.onLink(({ parameters }) => navigate(parameters.screen ?? '/'));
  void app.start();
  return app;
}
