import { checkDestination } from '../links/destination.ts';
import type { Link } from '../links/Link.ts';
import { readPassthrough } from '../links/passthrough.ts';
import type { Project } from '../projects/Project.ts';

/** `problem`: some visitors do not get what the link promises. `hint`: it works, and could be better. */
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

/** What is misconfigured about a link and its project, in words that name the cure. */
export function checkSetup(setup: Setup, notes: readonly string[]): readonly SetupFinding[] {
  const problems = [...notes, ...checkDomain(setup)];
  const hints: string[] = [...checkPreview(setup.link), ...checkQuery(setup)];
  const { link, project } = setup;
  if (link.type === 'dynamic') {
    problems.push(...checkIos(link, project), ...checkAndroid(link, project));
  } else if (link.iosBrowserAutoOpen) {
    hints.push('iosBrowserAutoOpen is on, but has no effect on unified links.');
  }
  if (link.fallbackUrl === null && project.defaultUrl === null) {
    hints.push(
      'There is no fallbackUrl and the project has no default URL: desktop visitors get a page with the QR code.',
    );
  }
  return [
    ...problems.map((message) => ({ severity: 'problem', message }) as const),
    ...hints.map((message) => ({ severity: 'hint', message }) as const),
  ];
}

function checkDomain({ shortUrl, launchHost }: Setup): string[] {
  const { hostname } = new URL(shortUrl);
  return hostname === launchHost
    ? [
        'The launch domain is the link’s own domain: iOS opens no app from there. Set LAUNCH_HOST to another host.',
      ]
    : [];
}

function checkIos(link: Link, project: Project): string[] {
  const { teamId, bundleId, scheme, storeId } = project.ios;
  const found: string[] = [];
  if (teamId === null || bundleId === null) {
    const missing = [
      teamId === null && 'team identifier',
      bundleId === null && 'bundle identifier',
    ];
    found.push(
      `The project has no iOS ${missing.filter(Boolean).join(' and no ')}: iOS cannot open the app from its links.`,
    );
  }
  if (scheme === null && link.iosBrowserAutoOpen) {
    found.push('The project has no iOS custom scheme, which iosBrowserAutoOpen opens the app by.');
  }
  if (storeId === null) {
    found.push(
      'The project has no App Store identifier: the launch page’s download button leads to the iOS fallback.',
    );
  }
  if (hasNone(link, project, link.iosFallbackUrl)) {
    found.push('There is no iosFallbackUrl: iOS visitors without the app find nothing.');
  }
  return found;
}

function checkAndroid(link: Link, project: Project): string[] {
  const { packageName, sha256Fingerprints, scheme } = project.android;
  const found: string[] = [];
  if (packageName === null) {
    found.push('The project has no Android package: there is no app to open or download.');
  } else if (sha256Fingerprints.length === 0) {
    found.push(
      'The project has no SHA-256 fingerprint: Android does not verify its links, and asks before it opens the app.',
    );
  }
  if (scheme === null) {
    found.push('The project has no Android custom scheme: Firefox cannot open the app.');
  }
  if (hasNone(link, project, link.androidFallbackUrl)) {
    found.push('There is no androidFallbackUrl: Android visitors without the app find nothing.');
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
    found.push('There is no name and no ogTitle: social previews show the domain as the title.');
  }
  if (ogImage === undefined) {
    found.push('There is no ogImage: social previews have no picture (1200 x 630 pixels is best).');
  } else if (typeof ogImage !== 'string' || !isSecure(ogImage)) {
    found.push('ogImage is no https URL: most social networks do not show it.');
  }
  return found;
}

function isSecure(url: string): boolean {
  return /^https:/i.test(url) && checkDestination(url) === null;
}

function checkQuery({ link, query }: Setup): string[] {
  return !link.allowQueryPassthrough && readPassthrough(query).size > 0
    ? ['Appended parameters are ignored: allowQueryPassthrough is off for this link.']
    : [];
}
