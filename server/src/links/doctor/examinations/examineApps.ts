import type { WebAnswer } from '#platform/ports/Web.ts';
import { type DomainFinding, found } from '../Finding.ts';
import type { Seen } from './look.ts';
import type { Subject } from '../Subject.ts';

/** The project's app settings, what apps may do, and whether the store pages exist. */
export function examineApps(subject: Subject, { elsewhere }: Seen): DomainFinding[] {
  if (subject.project === null) return [];
  const { ios, android, appLinks } = subject.project;
  const findings: DomainFinding[] = [];
  if (appLinks === 'any') {
    const seen = 'Links made with a publishable key may lead anywhere.';
    findings.push(found('APP_LINKS_ANYWHERE', subject, seen));
  }
  if ((ios.teamId === null) !== (ios.bundleId === null)) {
    const [has, lacks] = ios.teamId === null ? ['bundle ID', 'team ID'] : ['team ID', 'bundle ID'];
    findings.push(found('IOS_INCOMPLETE', subject, `The iOS app has a ${has} and no ${lacks}.`));
  }
  if (ios.teamId !== null && !/^[A-Z0-9]{10}$/.test(ios.teamId)) {
    findings.push(found('IOS_TEAM_ID_FORM', subject, `The team ID is ${ios.teamId}.`));
  }
  if (android.packageName !== null && android.sha256Fingerprints.length === 0) {
    const seen = `The Android app ${android.packageName} has no SHA-256 fingerprint.`;
    findings.push(found('ANDROID_WITHOUT_FINGERPRINT', subject, seen));
  }
  if (isMissing(elsewhere.appStore)) {
    const seen = `The App Store has no page for the app ${ios.storeId}.`;
    findings.push(found('APP_STORE_PAGE_MISSING', subject, seen));
  }
  if (isMissing(elsewhere.play)) {
    const seen = `Google Play has no page for the app ${android.packageName}.`;
    findings.push(found('PLAY_PAGE_MISSING', subject, seen));
  }
  return findings;
}

function isMissing(page: WebAnswer | null): boolean {
  return page?.status === 404 || page?.status === 410;
}
