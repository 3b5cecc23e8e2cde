import type { Project } from '../projects/Project.ts';

export const APPLE_PATH = '/.well-known/apple-app-site-association';
export const ANDROID_PATH = '/.well-known/assetlinks.json';

/** Apple's association file: every path but those that are not links (DECISIONS 13). Empty, not absent, when nothing is configured. */
export function renderAppleAssociation({ ios }: Pick<Project, 'ios'>): Record<string, unknown> {
  if (ios.teamId === null || ios.bundleId === null) return { applinks: { details: [] } };
  const appId = `${ios.teamId}.${ios.bundleId}`;
  return {
    applinks: {
      details: [
        {
          // Checkers read the one, systems the other (CLIENTS.md).
          appID: appId,
          appIDs: [appId],
          components: [
            { '/': '/.well-known/*', exclude: true },
            { '/': '/*/qr.svg', exclude: true },
            { '/': '/*/qr.png', exclude: true },
            { '/': '/*' },
          ],
        },
      ],
    },
  };
}

/** Android's statement list; an empty array when nothing is configured. */
export function renderAssetLinks({ android }: Pick<Project, 'android'>): readonly unknown[] {
  if (android.packageName === null || android.sha256Fingerprints.length === 0) return [];
  return [
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: android.packageName,
        sha256_cert_fingerprints: [...android.sha256Fingerprints],
      },
    },
  ];
}
