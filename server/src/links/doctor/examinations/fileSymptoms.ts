import { DYNAMIC_RULES, LINK_RELATION } from '#teams/domains/associationFiles.ts';
import type { Description } from './Description.ts';

export const IOS_BROWSER = 'iPhones open the links in the browser instead of the app.';
export const ANDROID_BROWSER =
  'Android opens the links in the browser instead of the app, or asks which to use.';
const UNSEEN = 'The file is one half and the app the other, which cannot be seen from outside.';
const PASS_ON = (path: string) =>
  `Configure the proxy to pass ${path} to this server unchanged: no redirect, no login, no cached page.`;
const APPLE = PASS_ON('/.well-known/apple-app-site-association');
const ANDROID = PASS_ON('/.well-known/assetlinks.json');
const SERVE = (path: string) =>
  `Serve ${path} on this very host with status 200 and Content-Type: application/json, without a redirect or a login.`;
const SERVE_APPLE = SERVE('/.well-known/apple-app-site-association');
const SERVE_ANDROID = SERVE('/.well-known/assetlinks.json');
const RULES = `${ANDROID} Where the file is a copy, add to the app’s statement: "relation_extensions": ${JSON.stringify(DYNAMIC_RULES)}`;
/** What a file has to hold, in as few lines as possible. */
const APPLE_LINES =
  '{"applinks": {"details": [{"appIDs": ["ABCDE12345.com.example.app"], "components": [{"/": "*"}]}]}}';
const ANDROID_LINES =
  '[{"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace": "android_app", "package_name": "com.example.app", "sha256_cert_fingerprints": ["AB:CD:…"]}}]';

/** What can be wrong with the files by which phones trust an app with the domain's links. */
export const FILE_SYMPTOMS = {
  AASA_MISSING: { severity: 'problem', why: IOS_BROWSER, cure: APPLE, anywhere: SERVE_APPLE },
  AASA_REDIRECTS: {
    severity: 'problem',
    why: `Apple does not follow redirects for this file. ${IOS_BROWSER}`,
    cure: APPLE,
    anywhere: SERVE_APPLE,
  },
  AASA_TYPE: {
    severity: 'warning',
    why: 'Apple requires application/json, and checkers reject other types.',
    cure: APPLE,
    anywhere: SERVE_APPLE,
  },
  AASA_TOO_LARGE: {
    severity: 'problem',
    why: `Apple reads at most 128 KB. ${IOS_BROWSER}`,
    cure: APPLE,
    anywhere:
      'Shorten the file: one wildcard component stands for many paths, and apps of other hosts belong into their hosts’ files.',
  },
  AASA_INVALID: {
    severity: 'problem',
    why: IOS_BROWSER,
    cure: APPLE,
    anywhere: `${SERVE_APPLE} It has to say: ${APPLE_LINES}`,
  },
  AASA_EMPTY: {
    severity: 'problem',
    why: IOS_BROWSER,
    cure: APPLE,
    anywhere: `${SERVE_APPLE} It has to say: ${APPLE_LINES}`,
  },
  AASA_APP_MISSING: { severity: 'problem', why: IOS_BROWSER, cure: APPLE },
  AASA_EXCLUDES_LINKS: { severity: 'problem', why: IOS_BROWSER, cure: APPLE },
  AASA_APP_ID_FORM: {
    severity: 'problem',
    why: `An app ID is the team ID (10 capital letters and digits), a dot and the bundle ID; with anything else, iOS does not find the app. ${IOS_BROWSER}`,
    cure: 'Write "appIDs": ["ABCDE12345.com.example.app"], with the team ID from the membership page of your Apple developer account.',
  },
  AASA_RULES_MISSING: {
    severity: 'problem',
    why: `An app without rules opens no link. ${IOS_BROWSER}`,
    cure: 'Add rules to the entry of the app, such as "components": [{"/": "*"}].',
  },
  AASA_APP_UNSEEN: {
    severity: 'info',
    why: `${UNSEEN} In an app built with Xcode 27 or later, links come to its scene, and nothing comes any more to application(_:continue:restorationHandler:) and application(_:open:options:).`,
    cure: ({ host }) =>
      `If links stay in the browser or open the app on its first screen, look into the app. It needs the associated domain applinks:${host}, and what takes links: .onOpenURL in SwiftUI; with UIKit, React Native or Capacitor, scene(_:willConnectTo:options:), scene(_:continue:) and scene(_:openURLContexts:) in the scene delegate; with Expo 57, "enableSceneSupport" of expo-build-properties.`,
  },
  AASA_COPY_OLD: {
    severity: 'warning',
    why: 'Phones use Apple’s copy of the file, which does not name the app yet: new installs do not open links for now.',
    cure: 'Wait: Apple fetches the file again within about a day. Until then, a developer build can use ?mode=developer.',
  },
  AASA_COPY_MISSING: {
    severity: 'warning',
    why: 'Apple has no copy of the file: phones that install the app now do not open links.',
    cure: 'Make sure that the file can be reached from everywhere, including Apple’s network, and wait a day. Apple fetches it when the app is first installed.',
  },
  ASSETLINKS_MISSING: {
    severity: 'problem',
    why: ANDROID_BROWSER,
    cure: ANDROID,
    anywhere: SERVE_ANDROID,
  },
  ASSETLINKS_REDIRECTS: {
    severity: 'problem',
    why: `Google does not follow redirects for this file. ${ANDROID_BROWSER}`,
    cure: ANDROID,
    anywhere: SERVE_ANDROID,
  },
  ASSETLINKS_TYPE: {
    severity: 'problem',
    why: `Google accepts only application/json. ${ANDROID_BROWSER}`,
    cure: ANDROID,
    anywhere: SERVE_ANDROID,
  },
  ASSETLINKS_INVALID: {
    severity: 'problem',
    why: ANDROID_BROWSER,
    cure: ANDROID,
    anywhere: `${SERVE_ANDROID} It has to say: ${ANDROID_LINES}`,
  },
  ASSETLINKS_APP_MISSING: {
    severity: 'problem',
    why: ANDROID_BROWSER,
    cure: ANDROID,
    anywhere: `${SERVE_ANDROID} It has to say: ${ANDROID_LINES}`,
  },
  ASSETLINKS_FINGERPRINT_MISSING: {
    severity: 'problem',
    why: ANDROID_BROWSER,
    cure: `${ANDROID} If it already does, compare the fingerprint with that of the signing key in the Play Console.`,
  },
  ASSETLINKS_RELATION_MISSING: {
    severity: 'problem',
    why: 'The file names the app but does not allow it to handle links.',
    cure: ANDROID,
    anywhere:
      'Add "delegate_permission/common.handle_all_urls" to "relation" in the app’s statement.',
  },
  ASSETLINKS_RULES_MISSING: {
    severity: 'warning',
    why: 'On Android 15 and later, the app also opens QR images, reports and links that a visitor asked to see in the browser (_nodl, debug).',
    cure: RULES,
  },
  ASSETLINKS_RULES_OLD: {
    severity: 'warning',
    why: 'Android 15 and later decide by other rules than this server which links open the app.',
    cure: RULES,
  },
  ASSETLINKS_RULES_FORM: {
    severity: 'warning',
    why: 'Android 15 and later drop all rules of which one is malformed: the app opens every link that its manifest claims.',
    cure: `Write "${LINK_RELATION}": {"dynamic_app_link_components": […]} with at least one rule. In each, "/" and "#" are texts, "?" is an object of texts, none of them empty, and "exclude" is true or false.`,
  },
  ASSETLINKS_RULES_CLOSED: {
    severity: 'warning',
    why: 'On Android 15 and later no link opens the app, since a link that matches no rule stays in the browser.',
    cure: 'Add {"/": "*"} at the end of the list, for every link that the rules before it do not exclude.',
  },
  ASSETLINKS_APP_UNSEEN: {
    severity: 'info',
    why: UNSEEN,
    cure: ({ host, project }) =>
      `If links stay in the browser, look into the app. Its manifest needs, within an intent filter with android:autoVerify="true": <data android:scheme="https" android:host="${host}" />. On a phone with the app, "adb shell pm get-app-links ${project?.android.packageName ?? 'com.example.app'}" has to say "verified" of ${host}.`,
  },
  ASSETLINKS_FINGERPRINT_FORM: {
    severity: 'problem',
    why: `A fingerprint is 32 pairs of hexadecimal digits, separated by colons. ${ANDROID_BROWSER}`,
    cure: 'Copy the SHA-256 fingerprint of the app signing key from the Play Console (App signing) into "sha256_cert_fingerprints".',
  },
} as const satisfies Record<string, Description>;
