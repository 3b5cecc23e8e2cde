import { isAnswer } from '#platform/ports/Web.ts';
import { type DomainFinding, found } from '../Finding.ts';
import { APPLE_PATH, type Answered, type Seen } from './look.ts';
import { isObject, parse } from './parse.ts';
import type { Subject } from '../Subject.ts';

/** How much of the file Apple reads. */
const LARGEST = 128 * 1024;

/** The file by which iOS trusts the app with the domain's links, as Apple's fetcher reads it. */
export function examineApple(subject: Subject, { site, elsewhere }: Seen): DomainFinding[] {
  const { teamId, bundleId } = subject.project.ios;
  if (site === null || teamId === null || bundleId === null) return [];
  const appId = `${teamId}.${bundleId}`;
  const findings = examineFile(subject, site.apple, appId);
  if (findings.some(({ severity }) => severity === 'problem')) return findings;
  // As long as the file itself is wrong, Apple's copy does not matter.
  const { appleCopy } = elsewhere;
  if (appleCopy === null || appleCopy.status >= 500) return findings;
  if (appleCopy.status !== 200) {
    const seen = `Apple’s copy answers ${appleCopy.status}.`;
    return [...findings, found('AASA_COPY_MISSING', subject, seen)];
  }
  return namesApp(detailsOf(parse(appleCopy.body)), appId)
    ? findings
    : [...findings, found('AASA_COPY_OLD', subject, `Apple’s copy does not name ${appId}.`)];
}

function examineFile(subject: Subject, file: Answered, appId: string): DomainFinding[] {
  if (!isAnswer(file)) {
    return [found('AASA_MISSING', subject, `${APPLE_PATH} does not answer (${file.detail}).`)];
  }
  const { status, header, body, cut } = file;
  if (status >= 300 && status < 400) {
    const seen = `${APPLE_PATH} answers ${status} and leads to ${header('location')}.`;
    return [found('AASA_REDIRECTS', subject, seen)];
  }
  if (status !== 200) {
    return [found('AASA_MISSING', subject, `${APPLE_PATH} answers ${status}.`)];
  }
  const bytes = Buffer.byteLength(body);
  if (cut || bytes > LARGEST) {
    return [found('AASA_TOO_LARGE', subject, `${APPLE_PATH} has ${bytes} bytes or more.`)];
  }
  const findings: DomainFinding[] = [];
  const type = header('content-type') ?? 'none';
  if (!/^application\/json\b/i.test(type)) {
    findings.push(found('AASA_TYPE', subject, `${APPLE_PATH} has the content type ${type}.`));
  }
  const parsed = parse(body);
  if (parsed === undefined) {
    return [...findings, found('AASA_INVALID', subject, `${APPLE_PATH} is no JSON.`)];
  }
  const details = detailsOf(parsed);
  if (details.length === 0) {
    const seen = `${APPLE_PATH} names no app in applinks.details.`;
    return [...findings, found('AASA_EMPTY', subject, seen)];
  }
  if (!namesApp(details, appId)) {
    const seen = `${APPLE_PATH} does not name ${appId}.`;
    return [...findings, found('AASA_APP_MISSING', subject, seen)];
  }
  if (!details.some((detail) => appsOf(detail).includes(appId) && opens(detail, '/x7Kq2Ma'))) {
    const seen = `${APPLE_PATH} names ${appId}, but none of its rules match a link such as /x7Kq2Ma.`;
    return [...findings, found('AASA_EXCLUDES_LINKS', subject, seen)];
  }
  return findings;
}

type Detail = Readonly<Record<string, unknown>>;

function detailsOf(file: unknown): Detail[] {
  const applinks = isObject(file) ? file['applinks'] : undefined;
  const details = isObject(applinks) ? applinks['details'] : undefined;
  return Array.isArray(details) ? details.filter(isObject) : [];
}

function appsOf(detail: Detail): unknown[] {
  const { appID, appIDs } = detail;
  return [appID, ...(Array.isArray(appIDs) ? appIDs : [])];
}

function namesApp(details: readonly Detail[], appId: string): boolean {
  return details.some((detail) => appsOf(detail).includes(appId));
}

/** Whether a path without a query belongs to the app: the first rule that matches decides. */
function opens({ components, paths }: Detail, path: string): boolean {
  if (Array.isArray(components)) {
    const rule = components
      .filter(isObject)
      .find(
        (component) =>
          !('?' in component) && !('#' in component) && fits(component['/'] ?? '*', path),
      );
    return rule !== undefined && rule['exclude'] !== true;
  }
  if (!Array.isArray(paths)) return false;
  const rule = paths.find(
    (component): component is string =>
      typeof component === 'string' && fits(component.replace(/^NOT +/, ''), path),
  );
  return rule !== undefined && !rule.startsWith('NOT ');
}

const MAX_PATTERN = 200;

/** `*` stands for any characters, `?` for one. */
function fits(pattern: unknown, path: string): boolean {
  if (typeof pattern !== 'string' || pattern.length > MAX_PATTERN) return false;
  // Positions in the pattern that can be reached, character by character: no pattern makes it slow.
  let places = new Set([0]);
  const skipStars = (from: Set<number>) => {
    for (const place of from) if (pattern[place] === '*') from.add(place + 1);
    return from;
  };
  places = skipStars(places);
  for (const character of path) {
    const next = new Set<number>();
    for (const place of places) {
      if (pattern[place] === '*') next.add(place);
      else if (pattern[place] === '?' || pattern[place] === character) next.add(place + 1);
    }
    places = skipStars(next);
  }
  return places.has(pattern.length);
}
