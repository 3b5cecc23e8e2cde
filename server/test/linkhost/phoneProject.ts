import { operations } from '@fairlead/contract';
import type { CreateLinkRequest, Link } from '@fairlead/contract/resources';
import { appKey, newProject, type TestProject } from '../support/callers/personas.ts';

/** A project with an app on both systems, as most have one. */
export function newPhoneProject(
  input: Parameters<typeof newProject>[0] = {},
): Promise<TestProject> {
  return newProject({
    name: 'Bluebird Books',
    ios: {
      teamId: 'TEAM123456',
      bundleId: 'com.example.books',
      scheme: 'bluebird',
      storeId: '123456789',
    },
    android: {
      packageName: 'com.example.books',
      sha256Fingerprints: [FINGERPRINT.toLowerCase().replaceAll(':', '')],
      scheme: 'bluebird',
    },
    ...input,
  });
}

export const FINGERPRINT = Array.from({ length: 32 }, (_, index) =>
  (index * 7 + 3).toString(16).padStart(2, '0').toUpperCase(),
).join(':');

/** A dynamic link whose every way ends on a host that is nobody's: the server's own 404 is the arrival. */
export const DESTINATIONS = {
  type: 'dynamic',
  fallbackUrl: 'http://elsewhere.example/web',
  iosFallbackUrl: 'http://elsewhere.example/ios',
  androidFallbackUrl: 'http://elsewhere.example/android',
} as const;

/** Sets what the dashboard sets on a link's edit screen. */
export async function setFlags(
  project: TestProject,
  linkId: string,
  flags: { readonly iosSocialBreakout?: boolean; readonly iosBrowserAutoOpen?: boolean },
): Promise<void> {
  const { app } = project.server;
  await app.db
    .updateTable('links')
    .set({
      ...(flags.iosSocialBreakout !== undefined && {
        ios_social_breakout: flags.iosSocialBreakout,
      }),
      ...(flags.iosBrowserAutoOpen !== undefined && {
        ios_browser_auto_open: flags.iosBrowserAutoOpen,
      }),
    })
    .where('id', '=', linkId)
    .execute();
  app.lookups.invalidateAll();
}

/** A link with exactly these fields: no fallback unless given. */
export async function newLinkTo(project: TestProject, body: CreateLinkRequest): Promise<Link> {
  const reply = await appKey(project)(operations.createLink, { body });
  if (reply.status !== 201) throw new Error(`No link: ${JSON.stringify(reply.body)}`);
  return reply.body;
}
