/** The parameters of a Firebase long link, in the order of the canonical form. */
export const LONG_LINK_KEYS = [
  'link',
  'apn',
  'afl',
  'amv',
  'ibi',
  'ifl',
  'ius',
  'ipfl',
  'ipbi',
  'isi',
  'imv',
  'efr',
  'ofl',
  'st',
  'sd',
  'si',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'gclid',
  'at',
  'ct',
  'mt',
  'pt',
] as const;
export type LongLinkKey = (typeof LONG_LINK_KEYS)[number];

/** A link that carries everything in its URL, such as `https://go.example.com/?link=…&apn=…`; it is not stored. */
export type LongLink = ReadonlyMap<LongLinkKey, string>;

/** Bytes of the longest query that is read: a longer one does not fit into a Location header. */
const LONGEST = 8192;

/** Reads a raw query without its `?`; null if it has no `link`. If a key is repeated, the first value counts. */
export function readLongLink(query: string): LongLink | null {
  if (query.length > LONGEST || !/(?:^|&)link=/.test(query)) return null;
  const parameters = new URLSearchParams(query);
  const long = new Map<LongLinkKey, string>();
  for (const key of LONG_LINK_KEYS) {
    const value = parameters.get(key);
    if (value !== null && value !== '' && !value.includes('\0')) long.set(key, value);
  }
  return long.has('link') ? long : null;
}

/** The canonical query of a long link: only known keys, in a fixed order. */
export function writeLongQuery(long: LongLink): string {
  const query = new URLSearchParams();
  for (const key of LONG_LINK_KEYS) {
    const value = long.get(key);
    if (value !== undefined) query.set(key, value);
  }
  return query.toString();
}

/** What the app gets from a long link as parameters: the deep link itself and the campaign. */
export const DELIVERED: readonly LongLinkKey[] = [
  'link',
  'amv',
  'imv',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'gclid',
];

export function parametersOf(long: LongLink): Record<string, string> {
  return Object.fromEntries([...long].filter(([key]) => DELIVERED.includes(key)));
}

/** The social preview of a long link; null if it has none. */
export function previewOf(long: LongLink): Record<string, string> | null {
  const texts = { ogTitle: long.get('st'), ogDescription: long.get('sd'), ogImage: long.get('si') };
  const shown = Object.entries(texts).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  );
  return shown.length === 0 ? null : Object.fromEntries(shown);
}
