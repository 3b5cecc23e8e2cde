/** Whether a field is there without saying anything. */
export function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'string' && value.trim() === '') ||
    (typeof value === 'object' && Object.keys(value).length === 0)
  );
}

/** Whether nothing is lost with a value: it is empty, or says no. */
export function saysNo(value: unknown): boolean {
  return isEmpty(value) || /^(null|no|false|0)$/i.test(textOf(value));
}

export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return (typeof value === 'string' ? value : JSON.stringify(value)).trim();
}

export function isYes(value: unknown): boolean {
  return value === true || value === 1 || /^(true|1|yes|y|on)$/i.test(textOf(value));
}

/** A URL in its serialised form; hosts without a scheme get https. Undefined where it is none. */
export function urlOf(value: unknown): string | undefined {
  const text = textOf(value);
  if (text === '') return undefined;
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/:]+:\d/.test(text);
  const url = whole ? text : `https://${text}`;
  return URL.canParse(url) && (whole || text.includes('.')) ? new URL(url).href : undefined;
}

/** A moment as ISO 8601 UTC, from ISO, `2023-02-01 10:11:12` (taken as UTC), epoch seconds or milliseconds. */
export function timeOf(value: unknown): string | undefined {
  const text = textOf(value);
  const number = /^\d{9,14}$/.test(text) ? Number(text) : undefined;
  const plain = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)$/.exec(text);
  const time =
    number === undefined
      ? Date.parse(plain === null ? withColon(text) : `${plain[1]}T${plain[2]}Z`)
      : number < 1e11
        ? number * 1000
        : number;
  return Number.isNaN(time) || time < 0 ? undefined : new Date(time).toISOString();
}

/** `+0000` as `+00:00`. */
function withColon(text: string): string {
  return text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
}

/** A whole number that counts something; thousands may be set apart. */
export function countOf(value: unknown): number | undefined {
  const text = textOf(value).replaceAll(/[\s,’']/g, '');
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Tags from a list, or from text separated by commas, bars or semicolons. */
export function tagsOf(value: unknown): string[] {
  const parts: unknown[] = Array.isArray(value) ? value : textOf(value).split(/[,|;]/);
  const names = parts.map((part) =>
    typeof part === 'object' && part !== null && 'name' in part ? textOf(part.name) : textOf(part),
  );
  return [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))];
}

/** Adds query parameters that are not there yet. */
export function withQuery(url: string, added: Readonly<Record<string, string>>): string {
  const made = new URL(url);
  for (const [name, value] of Object.entries(added)) {
    if (!made.searchParams.has(name)) made.searchParams.append(name, value);
  }
  return made.href;
}

/** A list or an object, also where a file has it as JSON; undefined where it is neither. */
export function structureOf(value: unknown): object | undefined {
  if (typeof value === 'object' && value !== null) return value;
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return undefined;
  try {
    return structureOf(JSON.parse(value));
  } catch {
    return undefined;
  }
}

/** The objects of a list, also where a file has it as JSON. */
export function objectsOf(value: unknown): Readonly<Record<string, unknown>>[] {
  const list = structureOf(value);
  return Array.isArray(list)
    ? list.filter((each) => typeof each === 'object' && each !== null)
    : [];
}
