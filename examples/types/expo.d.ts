/** What the samples use of Expo, as its own types say it. */
declare module 'expo-application' {
  export const nativeApplicationVersion: string | null;
  export const nativeBuildVersion: string | null;
  export function getInstallReferrerAsync(): Promise<string>;
}

declare module 'expo-clipboard' {
  import type { ComponentType } from 'react';

  export const isPasteButtonAvailable: boolean;
  export const ClipboardPasteButton: ComponentType<{
    readonly acceptedContentTypes?: ('plain-text' | 'image' | 'url' | 'html')[];
    readonly onPress: (
      pasted: { type: 'text'; text: string } | { type: 'image'; data: string },
    ) => void;
    readonly style?: object;
  }>;
}

declare module 'expo-device' {
  export const modelId: string | null;
  export const modelName: string | null;
  export const manufacturer: string | null;
}

declare module 'expo-router' {
  import type { ComponentType } from 'react';

  export const Stack: ComponentType;
  export const router: { push(href: string): void };
}
