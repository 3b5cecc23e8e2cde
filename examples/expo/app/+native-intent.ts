import { redirectLinks } from '@fairlead/sdk/expo';

/** expo-router would take a link for a path of the app; this leaves it to `onLink`. */
export function redirectSystemPath({ path }: { path: string; initial: boolean }): string {
  return redirectLinks(path, { hosts: ['go.example.com'], to: '/' });
}
