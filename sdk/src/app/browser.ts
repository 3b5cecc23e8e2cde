import { localeFacts } from './device.ts';
import type { AppStorage, Platform } from './types.ts';

/** The part of a page's API that is used. */
interface Page {
  readonly localStorage?: AppStorage & {
    readonly length: number;
    key(place: number): string | null;
  };
  readonly location?: { readonly href: string };
  readonly screen?: { readonly width: number; readonly height: number };
  readonly document?: {
    readonly visibilityState: string;
    addEventListener(type: string, listener: () => void): void;
    removeEventListener(type: string, listener: () => void): void;
  };
  addEventListener?(type: string, listener: () => void): void;
  removeEventListener?(type: string, listener: () => void): void;
}

/** Lost when the process ends. */
export function memoryStorage(): AppStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

/** Websites: the page's URL, its visibility and `localStorage` if it is allowed. */
export function browser(page: Page = globalThis): Platform {
  const { document } = page;
  return {
    client: 'sdk-web',
    storage: storageOf(page),
    initialUrl: () => page.location?.href,
    device: () => ({
      ...localeFacts(),
      ...(page.screen && { screenResolution: `${page.screen.width}x${page.screen.height}` }),
    }),
    onActive(listener) {
      const tell = () => listener(document?.visibilityState !== 'hidden');
      document?.addEventListener('visibilitychange', tell);
      return () => document?.removeEventListener('visibilitychange', tell);
    },
    onOnline(listener) {
      page.addEventListener?.('online', listener);
      return () => page.removeEventListener?.('online', listener);
    },
  };
}

/** Browsers that block cookies throw on mere access. */
function storageOf(page: Page): AppStorage {
  try {
    const { localStorage } = page;
    if (!localStorage) return memoryStorage();
    return {
      getItem: (key) => localStorage.getItem(key),
      setItem: (key, value) => localStorage.setItem(key, value),
      removeItem: (key) => localStorage.removeItem(key),
      keys: () =>
        Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place) ?? ''),
    };
  } catch {
    return memoryStorage();
  }
}
