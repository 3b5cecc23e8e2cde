import { checkDestination } from '#platform/lib/web/destination.ts';
import { isExpired, type Link } from '#links/link/Link.ts';
import { readPassthrough } from '#links/link/passthrough.ts';
import type { Project } from '#teams/projects/Project.ts';

/** `problem`: some visitors do not get what the link promises. `hint`: it works, but could be better. */
export interface SetupFinding {
  readonly severity: 'problem' | 'hint';
  readonly message: string;
}

interface Setup {
  readonly link: Link;
  readonly project: Project;
  readonly shortUrl: string;
  readonly query: string;
  readonly launchHost: string;
}

/** What is misconfigured about a link and its project, with how to fix it. */
export function checkSetup(setup: Setup, notes: readonly string[]): readonly SetupFinding[] {
  const problems = [...checkExpiry(setup.link), ...notes, ...checkDomain(setup)];
  const hints: string[] = [...checkPreview(setup.link), ...checkQuery(setup)];
  const { link, project } = setup;
  if (link.type === 'dynamic') {
    problems.push(...checkIos(link, project), ...checkAndroid(link, project));
  } else if (link.iosBrowserAutoOpen) {
    hints.push('Opening the app automatically is on, but has no effect on unified links.');
  }
  if (link.fallbackUrl === null && project.defaultUrl === null) {
    hints.push(
      'The link has no destination and the project has no default URL: visitors on computers get a page with a QR code.',
    );
  }
  return [
    ...problems.map((message) => ({ severity: 'problem', message }) as const),
    ...hints.map((message) => ({ severity: 'hint', message }) as const),
  ];
}

function checkExpiry(link: Link): string[] {
  const at = link.expiresAt?.toISOString().slice(0, 16).replace('T', ' ');
  return isExpired(link, Date.now())
    ? [
        `The link expired at ${at} UTC: visitors get a “not found” page. Move its expiry, or empty it.`,
      ]
    : [];
}

function checkDomain({ shortUrl, launchHost }: Setup): string[] {
  const { hostname } = new URL(shortUrl);
  return hostname === launchHost
    ? [
        'The launch domain is the link’s own domain, from which iOS opens no app. The administrator of the server can set LAUNCH_HOST to another host.',
      ]
    : [];
}

function checkIos(link: Link, project: Project): string[] {
  const { teamId, bundleId, scheme, storeId } = project.ios;
  const found: string[] = [];
  if (teamId === null || bundleId === null) {
    const missing = [teamId === null && 'team ID', bundleId === null && 'bundle ID'];
    found.push(
      `The iOS app has no ${missing.filter(Boolean).join(' and no ')}: iOS cannot open it from links. Add what is missing under Apps.`,
    );
  }
  if (scheme === null && link.iosBrowserAutoOpen) {
    found.push(
      'The iOS app has no custom scheme, which browsers need to open it automatically. Add it under Apps.',
    );
  }
  if (storeId === null) {
    found.push(
      'The iOS app has no App Store ID: the download button of the page with “Open app” leads to the link’s iOS fallback. Add it under Apps.',
    );
  }
  if (hasNone(link, project, link.iosFallbackUrl)) {
    found.push(
      'The link has no destination for iPhones without the app: those visitors get a “not found” page.',
    );
  }
  return found;
}

function checkAndroid(link: Link, project: Project): string[] {
  const { packageName, sha256Fingerprints, scheme } = project.android;
  const found: string[] = [];
  if (packageName === null) {
    found.push(
      'The Android app has no package name: there is no app to open or download. Add it under Apps.',
    );
  } else if (sha256Fingerprints.length === 0) {
    found.push(
      'The Android app has no SHA-256 fingerprint: Android asks before it opens the app. Add it under Apps.',
    );
  }
  if (scheme === null) {
    found.push('The Android app has no custom scheme: Firefox cannot open it. Add it under Apps.');
  }
  if (hasNone(link, project, link.androidFallbackUrl)) {
    found.push(
      'The link has no destination for Android without the app: those visitors get a “not found” page.',
    );
  }
  return found;
}

function hasNone(link: Link, project: Project, own: string | null): boolean {
  return own === null && link.fallbackUrl === null && project.defaultUrl === null;
}

function checkPreview({ name, metadata }: Link): string[] {
  const found: string[] = [];
  const { ogTitle, ogImage } = metadata ?? {};
  if (name === null && typeof ogTitle !== 'string') {
    found.push(
      'The link has no name and no preview title: social previews show the domain as the title.',
    );
  }
  if (ogImage === undefined) {
    found.push(
      'The link has no preview image: social previews have no picture (1200 × 630 pixels is best).',
    );
  } else if (typeof ogImage !== 'string' || !isSecure(ogImage)) {
    found.push('The preview image is not an https URL: most social networks do not show it.');
  }
  return found;
}

function isSecure(url: string): boolean {
  return /^https:/i.test(url) && checkDestination(url) === null;
}

function checkQuery({ link, query }: Setup): string[] {
  // Everything in the URL of a long link is the link itself.
  const isLong = link.slug.includes('?');
  return !isLong && !link.allowQueryPassthrough && readPassthrough(query).size > 0
    ? [
        'Parameters added to the URL are ignored: “Pass on parameters added by visitors” is off for this link.',
      ]
    : [];
}
