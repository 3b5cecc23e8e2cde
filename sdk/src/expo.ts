import { type ReactNativeModules, reactNative } from './react-native.ts';
import type { Platform } from './app/types.ts';

export * from './app.ts';

/** `expo-application`, which knows of the install referrer its text alone, and `expo-device`, as far as they are used. */
export interface ExpoModules extends Omit<ReactNativeModules, 'installReferrer'> {
  readonly Application?: {
    readonly nativeApplicationVersion: string | null;
    readonly nativeBuildVersion: string | null;
    getInstallReferrerAsync(): Promise<string>;
  };
  readonly Device?: {
    readonly modelId?: string | null;
    readonly modelName: string | null;
    readonly manufacturer: string | null;
  };
}

/** Expo with development or store builds; Expo Go has no links of yours. */
export function expo({ Application, Device, ...modules }: ExpoModules): Platform {
  const android = modules.Platform.OS === 'android';
  return reactNative({
    ...modules,
    ...(Application &&
      android &&
      !modules.PlayInstallReferrer && {
        installReferrer: () => Application.getInstallReferrerAsync(),
      }),
    device: async () => ({
      ...(Application && {
        appVersion: Application.nativeApplicationVersion ?? undefined,
        appBuild: Application.nativeBuildVersion ?? undefined,
      }),
      ...(Device && {
        model: (android ? Device.modelName : Device.modelId) ?? Device.modelName ?? undefined,
        manufacturer: Device.manufacturer ?? undefined,
      }),
      ...(await modules.device?.()),
    }),
  });
}

/**
 * The recipe for expo-router: give every path of `app/+native-intent` here. Links of your hosts go to `to`
 * and wait there for `onLink`; other paths are left as they are.
 */
export function redirectLinks(
  path: string,
  { hosts, to = '/' }: { readonly hosts: readonly string[]; readonly to?: string },
): string {
  const host = /^https?:\/\/([^/?#:]+)/i.exec(path)?.[1]?.toLowerCase();
  return host !== undefined && hosts.includes(host) ? to : path;
}
