import { colonForm } from '#teams/projects/colonForm.ts';
import { type DomainFinding, found } from '../Finding.ts';
import { ANDROID_PATH, type Seen } from './look.ts';
import { isObject, parse } from './parse.ts';
import type { Subject } from '../Subject.ts';

const RELATION = 'delegate_permission/common.handle_all_urls';

/** The file by which Android trusts the app with the domain's links, as Google's fetcher reads it. */
export function examineAndroid(subject: Subject, { site }: Seen): DomainFinding[] {
  const { packageName, sha256Fingerprints } = subject.project.android;
  if (site === null || packageName === null || sha256Fingerprints.length === 0) return [];
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
    const seen = `${ANDROID_PATH} is not a JSON list.`;
    return [...findings, found('ASSETLINKS_INVALID', subject, seen)];
  }
  return [...findings, ...examineStatements(subject, statements, packageName, sha256Fingerprints)];
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
  const handling = ours.filter(({ relation }) => [relation].flat().includes(RELATION));
  if (handling.length === 0) {
    const seen = `${ANDROID_PATH} names ${packageName} without ${RELATION}.`;
    return [found('ASSETLINKS_RELATION_MISSING', subject, seen)];
  }
  const listed = new Set(
    handling.flatMap(({ target }) => {
      const prints = isObject(target) ? target['sha256_cert_fingerprints'] : [];
      return Array.isArray(prints) ? prints.map((print) => String(print).toUpperCase()) : [];
    }),
  );
  const missing = fingerprints.map(colonForm).filter((print) => !listed.has(print.toUpperCase()));
  if (missing.length === 0) return [];
  const seen = `${ANDROID_PATH} does not name the fingerprint ${missing.join(', ')}.`;
  return [found('ASSETLINKS_FINGERPRINT_MISSING', subject, seen)];
}
