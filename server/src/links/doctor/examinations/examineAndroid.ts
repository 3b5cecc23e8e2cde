import { LINK_RELATION as RELATION } from '#teams/domains/associationFiles.ts';
import { colonForm } from '#teams/projects/colonForm.ts';
import { type DomainFinding, found } from '../Finding.ts';
import { examineForeignRules, examineRules, type Statement } from './examineRules.ts';
import { ANDROID_PATH, type Seen } from './look.ts';
import { isObject, parse } from './parse.ts';
import type { Subject } from '../Subject.ts';

/** The file by which Android trusts the app with the domain's links, as Google's fetcher reads it. */
export function examineAndroid(subject: Subject, { site }: Seen): DomainFinding[] {
  if (site === null) return [];
  const app = appOf(subject);
  if (app === undefined) return [];
  const { status, header, body, cut } = site.assetlinks;
  if (status >= 300 && status < 400) {
    const seen = `${ANDROID_PATH} answers ${status} and leads to ${header('location')}.`;
    return [found('ASSETLINKS_REDIRECTS', subject, seen)];
  }
  if (status !== 200) {
    return [found('ASSETLINKS_MISSING', subject, `${ANDROID_PATH} answers ${status}.`)];
  }
  const type = header('content-type') ?? 'none';
  const findings = /^application\/json\b/i.test(type)
    ? []
    : [found('ASSETLINKS_TYPE', subject, `${ANDROID_PATH} has the content type ${type}.`)];
  const statements = cut ? undefined : parse(body);
  if (!Array.isArray(statements)) {
    const seen = `${ANDROID_PATH} ${cut ? 'is larger than 256 KB' : 'is not a JSON list'}.`;
    return [...findings, found('ASSETLINKS_INVALID', subject, seen)];
  }
  const faults =
    app === null
      ? examineForms(subject, statements)
      : examineStatements(subject, statements, app.packageName, app.fingerprints);
  if (faults.some(({ severity }) => severity === 'problem')) return [...findings, ...faults];
  const seen = `${ANDROID_PATH} allows ${app?.packageName ?? 'an app'} to open links.`;
  return [...findings, ...faults, found('ASSETLINKS_APP_UNSEEN', subject, seen)];
}

/** The app that the file has to name; null: any app will do; undefined: none, for the project has no app. */
function appOf({ project }: Subject) {
  if (project === null) return null;
  const { packageName, sha256Fingerprints: fingerprints } = project.android;
  return packageName === null || fingerprints.length === 0
    ? undefined
    : { packageName, fingerprints };
}

/** What can be said of a file's apps without knowing them. */
function examineForms(subject: Subject, statements: readonly unknown[]): DomainFinding[] {
  const apps = statements.filter(isObject).filter(({ target }) => {
    return isObject(target) && target['namespace'] === 'android_app';
  });
  if (apps.length === 0) {
    return [found('ASSETLINKS_APP_MISSING', subject, `${ANDROID_PATH} names no Android app.`)];
  }
  const handling = apps.filter(handlesLinks);
  if (handling.length === 0) {
    const seen = `${ANDROID_PATH} names apps, none with ${RELATION}.`;
    return [found('ASSETLINKS_RELATION_MISSING', subject, seen)];
  }
  const odd = handling.flatMap(printsOf).filter((print) => !FINGERPRINT.test(print));
  const bare = handling.filter((statement) => printsOf(statement).length === 0);
  if (odd.length + bare.length === 0) return examineForeignRules(subject, handling);
  const seen = `${ANDROID_PATH} has ${odd.length > 0 ? `the fingerprint ${odd.join(', ')}` : 'no fingerprint for an app'}.`;
  return [found('ASSETLINKS_FINGERPRINT_FORM', subject, seen)];
}

const FINGERPRINT = /^[0-9A-F]{2}(?::[0-9A-F]{2}){31}$/;

function handlesLinks({ relation }: Statement): boolean {
  return [relation].flat().includes(RELATION);
}

function printsOf({ target }: Statement): string[] {
  const prints = isObject(target) ? target['sha256_cert_fingerprints'] : [];
  return Array.isArray(prints) ? prints.map((print) => String(print).toUpperCase()) : [];
}

function examineStatements(
  subject: Subject,
  statements: readonly unknown[],
  packageName: string,
  fingerprints: readonly string[],
): DomainFinding[] {
  const ours = statements.filter(isObject).filter(({ target }) => {
    return isObject(target) && target['package_name'] === packageName;
  });
  if (ours.length === 0) {
    const seen = `${ANDROID_PATH} does not name ${packageName}.`;
    return [found('ASSETLINKS_APP_MISSING', subject, seen)];
  }
  const handling = ours.filter(handlesLinks);
  if (handling.length === 0) {
    const seen = `${ANDROID_PATH} names ${packageName} without ${RELATION}.`;
    return [found('ASSETLINKS_RELATION_MISSING', subject, seen)];
  }
  const listed = new Set(handling.flatMap(printsOf));
  const missing = fingerprints.map(colonForm).filter((print) => !listed.has(print.toUpperCase()));
  if (missing.length > 0) {
    const seen = `${ANDROID_PATH} does not name the fingerprint ${missing.join(', ')}.`;
    return [found('ASSETLINKS_FINGERPRINT_MISSING', subject, seen)];
  }
  return examineRules(subject, handling, packageName);
}
