import type { CommandOptions, ValuesOf } from '../../command.ts';
import { definedFields } from '../../definedFields.ts';

/** The apps of a project, and where its links lead without one. */
export const APP_OPTIONS = {
  'ios-team': { kind: 'text', value: 'TEAM', help: 'Apple team identifier' },
  'ios-bundle': { kind: 'text', value: 'BUNDLE', help: 'iOS bundle identifier' },
  'ios-scheme': { kind: 'text', value: 'SCHEME', help: 'custom scheme of the iOS app' },
  'ios-store-id': { kind: 'text', value: 'ID', help: 'App Store identifier' },
  'android-package': { kind: 'text', value: 'PACKAGE', help: 'Android package name' },
  'android-sha256': { kind: 'texts', value: 'FINGERPRINT', help: 'signing certificate' },
  'android-scheme': { kind: 'text', value: 'SCHEME', help: 'custom scheme of the Android app' },
  'default-url': { kind: 'text', value: 'URL', help: 'where links without a destination go' },
} as const satisfies CommandOptions;

/** The fields of the API that were set by options. */
export function appFields(values: ValuesOf<typeof APP_OPTIONS>) {
  const fingerprints = values['android-sha256'];
  const ios = definedFields({
    teamId: values['ios-team'],
    bundleId: values['ios-bundle'],
    scheme: values['ios-scheme'],
    storeId: values['ios-store-id'],
  });
  const android = definedFields({
    packageName: values['android-package'],
    sha256Fingerprints: fingerprints.length > 0 ? [...fingerprints] : undefined,
    scheme: values['android-scheme'],
  });
  return definedFields({
    // If none of its fields is given, the project has no such app.
    ios: Object.keys(ios).length > 0 ? ios : undefined,
    android: Object.keys(android).length > 0 ? android : undefined,
    defaultUrl: values['default-url'],
  });
}
