import { isAnswer, type WebAnswer } from '#platform/ports/Web.ts';
import { type DomainFinding, found } from '../Finding.ts';
import { APPLE_PATH, type Answered, type Seen } from './look.ts';
import { isObject, parse } from './parse.ts';
import type { Subject } from '../Subject.ts';

/** How much of the file Apple reads. */
const LARGEST = 128 * 1024;

/** The file by which iOS trusts the app with the domain's links, as Apple's fetcher reads it. */
export function examineApple(subject: Subject, { site, elsewhere }: Seen): DomainFinding[] {
  if (site === null) return [];
  const appId = appIdOf(subject);
  if (appId === undefined) return [];
  const findings = examineFile(subject, site.apple, appId);
  if (findings.some(({ severity }) => severity === 'problem')) return findings;
  const expected = [...new Set(appId === null ? appsOfAll(site.apple) : [appId])];
  const seen = `${APPLE_PATH} allows ${expected.join(', ')} to open links.`;
  return [
    ...findings,
    // As long as the file itself is wrong, Apple's copy does not matter.
    ...examineCopy(subject, elsewhere.appleCopy, expected),
    found('AASA_APP_UNSEEN', subject, seen),
  ];
}

function examineCopy(
  subject: Subject,
  copy: WebAnswer | null,
  expected: readonly string[],
): DomainFinding[] {
  if (copy === null || copy.status >= 500) return [];
  if (copy.status !== 200) {
    return [found('AASA_COPY_MISSING', subject, `Apple’s copy answers ${copy.status}.`)];
  }
  const copied = detailsOf(parse(copy.body));
  const missing = expected.filter((each) => !namesApp(copied, each));
  if (missing.length === 0) return [];
  const seen = `Apple’s copy does not name ${missing.join(', ')}.`;
  return [found('AASA_COPY_OLD', subject, seen)];
}

/** The app that the file has to name; null: any app will do; undefined: none, for the project has no app. */
function appIdOf({ project }: Subject): string | null | undefined {
  if (project === null) return null;
  const { teamId, bundleId } = project.ios;
  return teamId === null || bundleId === null ? undefined : `${teamId}.${bundleId}`;
}

function appsOfAll(file: Answered): string[] {
  return isAnswer(file) ? detailsOf(parse(file.body)).flatMap(appsOf).map(String) : [];
}

function examineFile(subject: Subject, file: Answered, appId: string | null): DomainFinding[] {
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
    const marked = body.startsWith('\u{feff}') ? ', for it begins with a byte-order mark' : '';
    return [...findings, found('AASA_INVALID', subject, `${APPLE_PATH} is no JSON${marked}.`)];
  }
  const details = detailsOf(parsed);
  if (details.flatMap(appsOf).length === 0) {
    const seen = `${APPLE_PATH} names no app in applinks.details.`;
    return [...findings, found('AASA_EMPTY', subject, seen)];
  }
  if (appId === null) return [...findings, ...examineForms(subject, details)];
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

/** What can be said of a file's apps without knowing them. */
function examineForms(subject: Subject, details: readonly Detail[]): DomainFinding[] {
  const odd = details.flatMap(appsOf).filter((app) => !APP_ID.test(String(app)));
  const ruleless = details.filter((detail) => !hasRules(detail));
  return [
    ...(odd.length === 0
      ? []
      : [found('AASA_APP_ID_FORM', subject, `${APPLE_PATH} names ${odd.map(String).join(', ')}.`)]),
    ...(ruleless.length === 0
      ? []
      : [
          found(
            'AASA_RULES_MISSING',
            subject,
            `${APPLE_PATH} has neither components nor paths for ${ruleless.flatMap(appsOf).map(String).join(', ')}.`,
          ),
        ]),
  ];
}

const APP_ID = /^[A-Z0-9]{10}\.[A-Za-z0-9.-]+$/;

/** Whether iOS can read one of its rules. */
function hasRules({ components, paths }: Detail): boolean {
  const patterns = listOf(components).map((rule) =>
    isObject(rule) ? (rule['/'] ?? '*') : undefined,
  );
  return [...patterns, ...listOf(paths)].some((pattern) => typeof pattern === 'string');
}

type Detail = Readonly<Record<string, unknown>>;

function detailsOf(file: unknown): Detail[] {
  const applinks = isObject(file) ? file['applinks'] : undefined;
  const details = isObject(applinks) ? applinks['details'] : undefined;
  return listOf(details).filter(isObject);
}

function appsOf({ appID, appIDs }: Detail): unknown[] {
  return [...(appID === undefined ? [] : [appID]), ...listOf(appIDs)];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
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
