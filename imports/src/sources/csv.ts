import { addPlace, preview, shortUrl, together } from '../fills.ts';
import { placeOf } from '../places.ts';
import { type Draft, type FieldRule, plainName, type ReadField, type Source } from '../Source.ts';
import { textOf, withQuery } from '../values.ts';

/** What a column of a file can be, with the headings under which other tools have it. */
export const CSV_FIELDS = {
  shortUrl: ['short url', 'short link', 'bitlink', 'link', 'branded link', 'short'],
  slug: [
    'keyword',
    'slashtag',
    'path',
    'key',
    'back-half',
    'backhalf',
    'address',
    'suffix',
    'code',
    'custom slug',
    'short code',
    'alias',
  ],
  domain: ['host', 'fullname', 'custom domain', 'hostname'],
  fallbackUrl: [
    'url',
    'long url',
    'original url',
    'target url',
    'target',
    'destination',
    'destination url',
    'web url',
    'desktop url',
    'redirect',
    'long link',
    'deep link',
    '$desktop_url',
    '$fallback_url',
  ],
  iosUrl: ['ios', 'iphone url', '$ios_url'],
  androidUrl: ['android', '$android_url'],
  iosFallbackUrl: ['ifl', 'app store url'],
  androidFallbackUrl: ['afl', 'play store url'],
  type: [],
  name: ['title', 'link name', 'link title', '$marketing_title', 'comments'],
  externalId: ['reference', 'external id'],
  ogTitle: ['st', 'social title', '$og_title', 'og:title'],
  ogDescription: ['sd', 'social description', '$og_description', 'og:description', 'description'],
  ogImage: ['si', 'social image', 'social image link', '$og_image_url', 'og:image', 'image'],
  tags: ['tag', 'labels', 'folder'],
  archived: [],
  createdAt: ['created', 'date created', 'creation date', 'creation timestamp', 'timestamp'],
  expiresAt: ['expires', 'expiry', 'expiration', 'expiration date', 'valid until', 'expire in'],
  importedClicks: ['clicks', 'visits', 'visit count', 'total clicks', 'engagements'],
  parameters: [],
  metadata: [],
  allowQueryPassthrough: ['passthrough'],
  utm_source: [],
  utm_medium: [],
  utm_campaign: [],
  utm_term: [],
  utm_content: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type CsvField = keyof typeof CSV_FIELDS;

const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
const COPIED = [
  'name',
  'externalId',
  'fallbackUrl',
  'iosUrl',
  'androidUrl',
  'iosFallbackUrl',
  'androidFallbackUrl',
  'tags',
  'archived',
  'createdAt',
  'expiresAt',
  'importedClicks',
] as const;
const PREVIEW = ['ogTitle', 'ogDescription', 'ogImage'] as const;

const FIELD_OF: ReadonlyMap<string, CsvField> = new Map(
  Object.entries(CSV_FIELDS).flatMap(([field, aliases]) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table
    [field, ...aliases].map((name) => [plainName(name), field as CsvField] as const),
  ),
);

/** What each heading is taken for; undefined where it says nothing, or where a column before it has the field. */
export function proposeFields(headings: readonly string[]): (CsvField | undefined)[] {
  const used = new Set<CsvField>();
  return headings.map((heading) => {
    const field = FIELD_OF.get(plainName(heading));
    if (field === undefined || used.has(field)) return undefined;
    used.add(field);
    return field;
  });
}

/** Any file, by what its columns are; `proposeFields` where nothing else is said. */
export const csv: Source = {
  id: 'csv',
  name: 'a CSV file',
  ownHosts: null,
  recognise: (headings) => [...headings].some((heading) => FIELD_OF.has(heading)),
  nameColumns: (headings) => {
    const fields = proposeFields(headings);
    return headings.map((heading, place) => fields[place] ?? heading);
  },
  slugOptional: true,
  rules: [
    named(shortUrl('shortUrl'), 'shortUrl'),
    named(together('`slug`', 'slug'), 'slug'),
    named(together('`domain`', 'domain'), 'domain'),
    {
      names: ['type'],
      becomes: '`type`: unified or dynamic; dynamic where it says nothing',
      fill(draft, value) {
        const type = textOf(value).toLowerCase();
        if (type === 'unified' || type === 'dynamic') draft.link.type = type;
        else draft.refusal = `Its type must be dynamic or unified, not “${type.slice(0, 40)}”`;
      },
    },
    ...COPIED.map((to) => named({ names: [to], to }, to)),
    ...PREVIEW.map((key) => named(preview(key, key), key)),
    object('parameters', '{"screen":"sale"}'),
    object('metadata', '{"ogTitle":"Sale"}'),
    named(
      {
        names: ['allowQueryPassthrough'],
        becomes: '`allowQueryPassthrough`: yes or no',
        fill: readPassthrough,
      },
      'allowQueryPassthrough',
    ),
    ...UTM.map((name) => together('added to `fallbackUrl`', name)),
  ],
  finish,
};

/** With the headings under which other tools have it, for the table. */
function named(rule: FieldRule, field: CsvField): FieldRule {
  return { ...rule, names: [field], also: CSV_FIELDS[field] };
}

function object(field: 'parameters' | 'metadata', example: string): FieldRule {
  return {
    names: [field],
    becomes: `\`${field}\`, a JSON object`,
    fill(draft, value) {
      const read = parse(textOf(value));
      if (read === undefined)
        draft.refusal = `Its ${field} must be a JSON object such as ${example}`;
      else Object.assign(draft[field], read);
    },
  };
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const YES = new Set(['yes', 'true', '1', 'on']);
const NO = new Set(['no', 'false', '0', 'off']);

function readPassthrough(draft: Draft, value: unknown): void {
  const text = textOf(value).toLowerCase();
  if (YES.has(text)) draft.link.allowQueryPassthrough = true;
  else if (!NO.has(text)) {
    draft.refusal = `Its “allowQueryPassthrough” must be yes or no, not “${text.slice(0, 40)}”`;
  }
}

function finish(draft: Draft, read: ReadField): void {
  const { link } = draft;
  link.type ??= 'dynamic';
  const slug = textOf(read('slug'));
  const domain = textOf(read('domain'));
  if (draft.places.length === 0 && slug !== '') {
    const place = domain === '' ? undefined : placeOf(`${domain}/${slug}`);
    addPlace(draft, place ?? { host: domain || null, path: slug });
  } else if (domain !== '') {
    link.domain = domain;
  }
  const utm = UTM.map((name) => [name, textOf(read(name))]).filter(([, text]) => text);
  if (link.fallbackUrl !== undefined && /^https?:/.test(link.fallbackUrl)) {
    link.fallbackUrl = withQuery(link.fallbackUrl, Object.fromEntries(utm));
  }
}
