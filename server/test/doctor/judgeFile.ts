interface FileAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Verdict {
  readonly rule: string;
  readonly says: 'fail' | 'warn';
}

const COMPONENT_KEYS = new Set([
  '/',
  '?',
  '#',
  'exclude',
  'comment',
  'caseSensitive',
  'percentEncoded',
]);

/**
 * What LinkForty's validator of Apple's file (aasa-validator, engine 0.2.0) finds wrong, by rules of it that are restated
 * here. Its rule about the identifier is left out, which only asks whether a given app is in the file.
 */
export function judgeFile({ status, headers, body }: FileAnswer): Verdict[] {
  if (status >= 300 && status < 400) {
    const location = headers['location'] ?? '';
    return [
      { rule: 'no-redirect', says: 'fail' },
      ...(location.startsWith('http:') ? [{ rule: 'https', says: 'fail' } as const] : []),
      ...(location.endsWith('.json') ? [{ rule: 'no-extension', says: 'warn' } as const] : []),
    ];
  }
  if (status !== 200) return [{ rule: 'http-status', says: 'fail' }];
  const file = parse(body.replace(/^\u{feff}/u, ''));
  return [
    ...warnIf('content-type', !headers['content-type']?.includes('application/json')),
    ...warnIf('no-bom', body.startsWith('\u{feff}')),
    ...warnIf('size', Buffer.byteLength(body) > 100 * 1024),
    ...(isObject(file) ? judgeLinks(file) : ([{ rule: 'valid-json', says: 'fail' }] as const)),
  ];
}

function judgeLinks(file: Readonly<Record<string, unknown>>): Verdict[] {
  const known = ['applinks', 'webcredentials', 'appclips'].some((key) => key in file);
  if (!known) return [{ rule: 'top-level-keys', says: 'fail' }];
  if (!('applinks' in file)) return [{ rule: 'top-level-keys', says: 'warn' }];
  const { apps = [], details } = isObject(file['applinks']) ? file['applinks'] : {};
  const listed = Array.isArray(details) ? details : [];
  const apart = listed.filter(isObject);
  const named = apart.filter(({ appID, appIDs }) => typeof appID === 'string' || isList(appIDs));
  const broken = !Array.isArray(details) || named.length < listed.length;
  const ids = named
    .flatMap(({ appID, appIDs }) => [appID, appIDs].flat())
    .filter((id) => typeof id === 'string');
  const rules = apart.flatMap(({ components }) => (Array.isArray(components) ? components : []));
  return [
    ...(broken || !Array.isArray(apps) || apps.length > 0
      ? [{ rule: 'applinks-structure', says: 'fail' } as const]
      : warnIf(
          'applinks-structure',
          listed.length === 0 ||
            apart.some(({ components, paths }) => !isList(components) && !isList(paths)) ||
            apart.every(({ appIDs, components }) => !isList(appIDs) && !isList(components)),
        )),
    ...(ids.every((id) => /^[A-Za-z0-9]{10}\.[A-Za-z0-9.*-]+$/.test(id))
      ? []
      : [{ rule: 'appid-format', says: 'fail' } as const]),
    ...warnIf('components', !rules.every(isComponent)),
  ];
}

function isComponent(rule: unknown): boolean {
  return (
    isObject(rule) &&
    Object.keys(rule).every((key) => COMPONENT_KEYS.has(key)) &&
    typeof (rule['/'] ?? '') === 'string'
  );
}

function warnIf(rule: string, wrong: boolean): Verdict[] {
  return wrong ? [{ rule, says: 'warn' }] : [];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isList = (value: unknown) => Array.isArray(value);
