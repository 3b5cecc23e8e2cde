import { FormatRegistry } from '@sinclair/typebox';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
/** The years 1 to 9999 of ISO 8601 as JavaScript writes it: others have a sign, and the database has no year 0. */
const FOUR_DIGITS = /^(?!0000)\d{4}-/;
const HOST =
  /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;
const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)*$/;

/** What each format requires, worded for an error message. */
export const FORMAT_TEXTS: Readonly<Record<string, string>> = {
  uri: 'an absolute URL such as https://example.com/path or myapp://path',
  'uri-template': 'an absolute URL such as https://example.com/{product}',
  uuid: 'a UUID',
  date: 'a date such as 2026-01-31',
  'date-time': 'an ISO 8601 time such as 2026-01-31T12:00:00Z',
  hostname: 'a host name such as links.example.com',
  email: 'an email address',
  unicode: 'well-formed Unicode; it has half of a surrogate pair',
};

/** Start of a URL whose scheme is missing. */
const BARE_HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?:[/?#]|$)/i;
/** Maximum length of a text repeated in a message. */
const MAX_REPEATED_LENGTH = 100;

/** Ends a message about an invalid URL with the one that was probably intended, if there is one. */
export function proposeUrl(text: unknown): string {
  return typeof text === 'string' && BARE_HOST.test(text)
    ? `; did you mean https://${text.slice(0, MAX_REPEATED_LENGTH)}`
    : '';
}

function isUri(value: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(value) && URL.canParse(value);
}

FormatRegistry.Set('uri', isUri);
FormatRegistry.Set('uri-template', isUri);
FormatRegistry.Set('uuid', (value) => UUID.test(value));
FormatRegistry.Set('date', (value) => DATE.test(value) && isRealDay(value));
FormatRegistry.Set('date-time', isTime);
FormatRegistry.Set('hostname', (value) => HOST.test(value));
FormatRegistry.Set('unicode', (value) => value.isWellFormed());
FormatRegistry.Set('email', (value) => value.length <= 254 && EMAIL.test(value));

function isRealDay(value: string): boolean {
  const time = Date.parse(`${value}T00:00:00Z`);
  if (Number.isNaN(time)) return false;
  const text = new Date(time).toISOString();
  return FOUR_DIGITS.test(text) && text.startsWith(value);
}

/** Without checking the day, 30 February would become 2 March. */
function isTime(value: string): boolean {
  const [, day] = DATE_TIME.exec(value) ?? [];
  const time = Date.parse(value);
  if (day === undefined || !isRealDay(day) || Number.isNaN(time)) return false;
  return FOUR_DIGITS.test(new Date(time).toISOString());
}
