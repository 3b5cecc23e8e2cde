import { MetaReferrerKeyText } from '@fairlead/contract/operations/dashboard/projects';
import { AndroidApp, IosApp } from '@fairlead/contract/operations/operator';

/** Checks of app values while they are typed, by the contract's own patterns; empty is always fine. */
const { teamId, bundleId, storeId, scheme } = IosApp.properties;
const { packageName, sha256Fingerprints } = AndroidApp.properties;

interface Patterned {
  readonly pattern?: string;
  readonly [name: string]: unknown;
}

const checkBy =
  ({ pattern = '', patternMessage }: Patterned) =>
  (value: string): string | null => {
    const text = value.trim();
    if (text === '' || new RegExp(pattern).test(text)) return null;
    const rule = typeof patternMessage === 'string' ? patternMessage : 'is not valid';
    return `This ${rule}.`;
  };

export const checkTeamId = checkBy(teamId);
export const checkBundleId = checkBy(bundleId);
export const checkStoreId = checkBy(storeId);
export const checkScheme = checkBy(scheme);
export const checkPackage = checkBy(packageName);
export const checkMetaKey = checkBy(MetaReferrerKeyText);
const checkFingerprint = checkBy(sha256Fingerprints.items);

/** Separated by lines or commas, in either case. */
export function splitFingerprints(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part) => part.toUpperCase());
}

export function checkFingerprints(text: string): string | null {
  for (const part of splitFingerprints(text)) {
    const finding = checkFingerprint(part);
    if (finding !== null) return `${part.slice(0, 24)}: ${finding}`;
  }
  return null;
}

/** The value to send for a field: an empty one clears it. */
export const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
