import type { Platform } from '../visitors/Visitor.ts';
import type { VisitedProject } from './Visit.ts';

export function appStoreUrl(storeId: string | null): string | null {
  return storeId === null ? null : `https://apps.apple.com/app/id${storeId.replace(/^id/, '')}`;
}

export function playStoreUrl(packageName: string | null): string | null {
  return packageName === null
    ? null
    : `https://play.google.com/store/apps/details?id=${encodeURIComponent(packageName)}`;
}

/** The store page of the project's app for a platform; null where there is none. */
export function storePage({ ios, android }: VisitedProject, platform: Platform): string | null {
  if (platform === 'ios') return appStoreUrl(ios.storeId);
  return platform === 'android' ? playStoreUrl(android.packageName) : null;
}
