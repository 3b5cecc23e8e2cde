import { colonForm } from '../projects/colonForm.ts';
import type { Project } from '../projects/Project.ts';

/** The two files by which phones trust an app with a domain's links, as JSON text. */
export interface AssociationFiles {
  readonly apple: string;
  readonly android: string;
}

/**
 * Paths that stay in the browser: the association files, QR images, reports, and what a visitor asked
 * not to open (`_nodl`) or to have explained (`debug`).
 */
const KEPT_PATHS = [
  '/.well-known/*',
  '/apple-app-site-association',
  '/*/qr.svg',
  '/*/qr.png',
  '/_s/*',
];
const KEPT_FLAGS = ['_nodl', 'debug', '_dbg'];

/**
 * Which links open the app: the first component that matches decides, and where none does, the link stays in the browser.
 * Android 15 and later read the same grammar, and drop all rules if one is malformed.
 */
const COMPONENTS = [
  ...KEPT_PATHS.map((path) => ({ '/': path, exclude: true })),
  ...KEPT_FLAGS.map((flag) => ({ '/': '*', '?': { [flag]: '1' }, exclude: true })),
  { '/': '*' },
];

export const LINK_RELATION = 'delegate_permission/common.handle_all_urls';

/** Android's dynamic rules, which narrow what the app's manifest claims (Android 15 and later; others ignore them). */
export const DYNAMIC_RULES = { [LINK_RELATION]: { dynamic_app_link_components: COMPONENTS } };

/** One value per project: a change creates a new project object, so an old file cannot outlive its data. */
const known = new WeakMap<Project, AssociationFiles>();

/** For a host without a project, such as the launch domain, from which no app may open by itself. */
export const NO_ASSOCIATION: AssociationFiles = renderFiles(null, null, []);

/** Valid and empty for a platform that is not configured (Rule: visitors, Rule: sdk-clients). */
export function associationFilesOf(project: Project): AssociationFiles {
  let files = known.get(project);
  if (files === undefined) {
    const { ios, android } = project;
    const appId =
      ios.teamId === null || ios.bundleId === null ? null : `${ios.teamId}.${ios.bundleId}`;
    files = renderFiles(appId, android.packageName, android.sha256Fingerprints);
    known.set(project, files);
  }
  return files;
}

function renderFiles(
  appId: string | null,
  packageName: string | null,
  fingerprints: readonly string[],
): AssociationFiles {
  const apps = appId === null ? [] : [renderAppleApp(appId)];
  const targets =
    packageName === null || fingerprints.length === 0
      ? []
      : [renderAndroidApp(packageName, fingerprints)];
  return {
    apple: JSON.stringify({ applinks: { apps: [], details: apps } }),
    android: JSON.stringify(targets),
  };
}

/** `appID` and `paths` are what iOS before 13 reads, and what association checkers look for. */
function renderAppleApp(appId: string) {
  return {
    appID: appId,
    appIDs: [appId],
    paths: [...KEPT_PATHS.map((path) => `NOT ${path}`), '*'],
    components: COMPONENTS,
  };
}

function renderAndroidApp(packageName: string, fingerprints: readonly string[]) {
  return {
    relation: [LINK_RELATION],
    target: {
      namespace: 'android_app',
      package_name: packageName,
      sha256_cert_fingerprints: fingerprints.map(colonForm),
    },
    relation_extensions: DYNAMIC_RULES,
  };
}
